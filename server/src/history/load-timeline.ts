import { type Account, type Amount, isNothing, subtract } from '../accounts/account.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { ExplainedMoment, HistoryRecord, Moment, ToldTenant } from './history.ts'
import { loadBackground } from './load.ts'
import { loadTierMoves, type TierMoveItem } from './load-page.ts'
import { changeOf, explainMoment } from './rules/explain.ts'
import { kindOf, type MomentKind } from './rules/kinds.ts'
import type { Owner } from './store/history.ts'
import { readRecords } from './store/records.ts'
import {
  BEFORE_ALL,
  type ClaimTold,
  findTimeline,
  type RecordDetails,
  readClaims,
  readDetails,
  type TimelineMoment,
  type TimelinePlace,
} from './store/timeline.ts'

export type TimelineKind = MomentKind | 'waiting' | 'opened' | 'tier' | 'claimed' | 'claimRevoked'

/** Where a page goes on: behind a moment, with the balance that there was before it. */
export interface TimelineCursor extends TimelinePlace {
  readonly balance: Amount
}

interface Placed {
  readonly place: TimelinePlace
  readonly kind: TimelineKind
  /** The balance after it, and before it. */
  readonly balance: Amount
  readonly balanceBefore: Amount
}

export type TimelineItem = Placed &
  (
    | {
        readonly explained: ExplainedMoment
        readonly record: HistoryRecord
        readonly details: RecordDetails | null
        /** What the reward is called now. */
        readonly rewardTitle: string | null
      }
    | { readonly move: TierMoveItem }
    | { readonly claim: ClaimTold }
  )

export interface TimelineInput {
  readonly tenant: ToldTenant
  readonly owner: Owner
  readonly account: Account
  readonly now: Instant
  /** null: from the newest on. */
  readonly after: TimelineCursor | null
  /** null: all. */
  readonly kinds: ReadonlySet<string> | null
  readonly limit: number
}

/** How many moments a page with a filter looks at before it is short. */
const LOOKED_AT_MAX = 1_000

/**
 * The newest moments of a customer's points behind a place, each with why and with the balance after it. What is not
 * wanted still counts for the balance, so the balance that a moment is told with never depends on the filter.
 */
export async function loadTimeline(
  tx: Tx,
  input: TimelineInput,
): Promise<{ items: TimelineItem[]; lookedUntil: TimelineCursor | null }> {
  const { owner, now, after, kinds, limit } = input
  const lookedAt = kinds ? Math.max(LOOKED_AT_MAX, limit) : limit
  const moments = await findTimeline(tx, owner, now, after ?? BEFORE_ALL, lookedAt)
  const all = await explainAll(tx, input, moments)
  const items = all.filter((item) => isShown(item) && (!kinds || kinds.has(item.kind))).slice(0, limit)
  const last = all.at(-1)
  const isCut = last !== undefined && moments.length === lookedAt && items.length < limit
  return { items, lookedUntil: isCut ? { ...last.place, balance: last.balanceBefore } : null }
}

/** What was taken back whole while it waited never opened. */
function isShown(item: TimelineItem): boolean {
  return !('explained' in item && item.kind === 'opened' && isNothing(item.explained.change))
}

async function explainAll(
  tx: Tx,
  { tenant, owner, account, after }: TimelineInput,
  moments: readonly TimelineMoment[],
): Promise<TimelineItem[]> {
  const idsOf = (what: TimelineMoment['what']) => [
    ...new Set(moments.filter((one) => one.what === what).map(({ id }) => id)),
  ]
  const ids = idsOf('record')
  const isClaimed = moments.some(({ what }) => what === 'claim' || what === 'revoke')
  const [records, details, moves, claims] = await Promise.all([
    readRecords(tx, owner, ids),
    readDetails(tx, owner, ids),
    loadTierMoves(tx, tenant, owner, idsOf('tier')),
    isClaimed ? readClaims(tx, owner) : [],
  ])
  const background = await loadBackground(tx, tenant, [...records.values()])
  const facts = {
    ...background,
    account,
    records,
    dueLots: [],
    debts: [],
    moments: [],
    recordCount: records.size,
  }
  let balance = after?.balance ?? account.balance
  return moments.flatMap((place): TimelineItem[] => {
    const still = { place, balance, balanceBefore: balance }
    if (place.what === 'tier') {
      const move = moves.get(place.id)
      return move ? [{ ...still, kind: 'tier', move }] : []
    }
    if (place.what !== 'record') {
      const isClaim = place.what === 'claim'
      const claim = claims.find((one) => (isClaim ? one.claimedAt : one.revokedAt) === place.at)
      return claim ? [{ ...still, kind: isClaim ? 'claimed' : 'claimRevoked', claim }] : []
    }
    const record = records.get(place.id)
    if (!record) return []
    const moment: Moment = { recordId: place.id, at: place.at, isOpening: place.rank === 0 }
    const change = changeOf(record, moment)
    const explained = explainMoment(facts, record, { moment, change, balance })
    const balanceBefore = subtract(balance, change)
    const item = {
      place,
      kind: kindOfMoment(record, moment, change),
      balance,
      balanceBefore,
      explained,
      record,
      details: details.get(record.id) ?? null,
      rewardTitle:
        record.source?.kind === 'redemption'
          ? (background.names.of('reward', String(record.source.rewardId)) ?? null)
          : null,
    }
    balance = balanceBefore
    return [item]
  })
}

function kindOfMoment(record: HistoryRecord, { isOpening }: Moment, change: Amount): TimelineKind {
  if (isOpening) return 'opened'
  if (record.lot !== null && isNothing(change) && !isNothing(record.amount)) return 'waiting'
  return kindOf(record.type, record.source?.kind === 'change')
}
