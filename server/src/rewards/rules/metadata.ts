import type { Posting } from '../../accounts/rules/posting.ts'
import { type Refusal, refusal } from '../../contract/refusal.ts'
import { METADATAS_MAX, type Metadata, type Redemption } from '../redemption.ts'
import type { RewardReason } from './reasons.ts'
import { alreadyReturned, unknownRedemption } from './return.ts'

/** Adds pairs to a redemption; the same name is replaced. A change is told as an update of its record. */
export function decideMetadata(
  stored: Redemption | undefined,
  originalKey: string,
  sent: readonly Metadata[],
  posting: Posting,
): Redemption | Refusal<RewardReason> {
  if (!stored) return unknownRedemption(originalKey)
  if (stored.returnedAt !== null) return alreadyReturned(stored)
  const metadata = merged(stored.metadata, sent)
  if (metadata.length > METADATAS_MAX) {
    const message = `Metadatas: a reward keeps at most ${METADATAS_MAX} pairs.`
    return refusal('too-many-metadatas', message, 'Metadatas')
  }
  if (JSON.stringify(metadata) === JSON.stringify(stored.metadata)) return stored
  if (stored.recordId !== null) posting.update(stored.recordId)
  return { ...stored, metadata }
}

export function merged(stored: readonly Metadata[], sent: readonly Metadata[]): Metadata[] {
  const byName = new Map(stored.map((pair) => [pair.name, pair]))
  for (const pair of sent) byName.set(pair.name, pair)
  return [...byName.values()]
}
