import { type Account, NOTHING, TOPIC, type UpdateEntry } from '../../accounts/account.ts'
import { withEvent } from '../../accounts/rules/lots.ts'
import { type Refusal, refusal } from '../../contract/refusal.ts'
import type { Instant } from '../../platform/clock.ts'
import { METADATAS_MAX, type Metadata, type Redemption } from '../redemption.ts'
import type { RewardReason } from './reasons.ts'
import { alreadyReturned, unknownRedemption } from './return.ts'

export interface MetadataOutcome {
  readonly redemption: Redemption
  readonly account: Account
  readonly entries: readonly UpdateEntry[]
}

/** Adds pairs to a redemption; the same name is replaced. A change is told as an update of its record. */
export function decideMetadata(
  stored: Redemption | undefined,
  account: Account,
  originalKey: string,
  sent: readonly Metadata[],
  now: Instant,
): MetadataOutcome | Refusal<RewardReason> {
  if (!stored) return unknownRedemption(originalKey)
  if (stored.returnedAt !== null) return alreadyReturned(stored)
  const metadata = merged(stored.metadata, sent)
  if (metadata.length > METADATAS_MAX) {
    const message = `Metadatas: a reward keeps at most ${METADATAS_MAX} pairs.`
    return refusal('too-many-metadatas', message, 'Metadatas')
  }
  if (JSON.stringify(metadata) === JSON.stringify(stored.metadata)) {
    return { redemption: stored, account, entries: [] }
  }
  const redemption = { ...stored, metadata }
  if (stored.recordId === null) return { redemption, account, entries: [] }
  const updated = withEvent(account, TOPIC.update, NOTHING)
  const entry = { kind: 'update', id: stored.recordId, at: now, event: updated.event } as const
  return { redemption, account: updated.account, entries: [entry] }
}

export function merged(stored: readonly Metadata[], sent: readonly Metadata[]): Metadata[] {
  const byName = new Map(stored.map((pair) => [pair.name, pair]))
  for (const pair of sent) byName.set(pair.name, pair)
  return [...byName.values()]
}
