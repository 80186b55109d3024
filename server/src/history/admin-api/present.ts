import { isNothing, NOTHING } from '../../accounts/account.ts'
import type { Locale } from '../../contract/locale.ts'
import { idFor, keyFor, presentAmount, writtenFor } from '../../customers/admin-api/present.ts'
import { shortText } from '../../earning/explanation.ts'
import type { Caller } from '../../people/actor.ts'
import { type Instant, instantToText, instantToTextOrNull, lastSecondBefore } from '../../platform/clock.ts'
import type { ExplainedLine, ExplainedMoment, HistoryRecord } from '../history.ts'
import type { TimelineItem } from '../load-timeline.ts'
import { kindOf } from '../rules/kinds.ts'
import type { ListedLot } from '../store/balance.ts'
import type { RecordDetails } from '../store/timeline.ts'
import { titleOfClaim, titleOfTierMove } from '../texts.ts'
import type { LotShown, TimelineLine } from './schema.ts'

/** For whom, and in which language. */
export interface Presenting {
  readonly caller: Pick<Caller, 'permissions'>
  readonly locale: Locale
}

export function seesCodes({ permissions }: Pick<Caller, 'permissions'>): boolean {
  return permissions?.has('codes.read') ?? false
}

/** `inactiveAt`: when all that is open ends if nothing happens; null: it does not. */
export function presentLot(lot: ListedLot, inactiveAt: Instant | null): LotShown {
  const ends = lot.isWaiting || inactiveAt === null ? [lot.expiresAt] : [lot.expiresAt, inactiveAt]
  const end = Math.min(...ends.map((at) => at ?? Number.POSITIVE_INFINITY))
  return {
    id: lot.id,
    at: instantToText(lot.at),
    kind: kindOf(lot.type, lot.isByHand),
    order: lot.order,
    original: presentAmount(lot.original),
    remaining: presentAmount(lot.remaining),
    availableAt: instantToText(lot.availableAt),
    expiresAt: Number.isFinite(end) ? instantToText(lastSecondBefore(end)) : null,
    isWaiting: lot.isWaiting,
  }
}

export function presentLine(line: ExplainedLine): TimelineLine['lines'][number] {
  return {
    kind: line.kind,
    ruleId: line.ruleId,
    name: line.rule,
    sentence: line.text,
    amount: line.amount === null ? null : shortText(line.amount),
    points: shortText(line.points),
  }
}

export function presentItem(item: TimelineItem, presenting: Presenting): TimelineLine {
  if ('move' in item) return presentMove(item, presenting)
  if ('claim' in item) return presentClaim(item, presenting)
  const { kind, place, explained, record, details, rewardTitle } = item
  return {
    ...presentRecord({ explained, record, details, rewardTitle }, kind, presenting),
    id: `${place.rank === 0 ? 'o' : 'r'}${place.id}`,
  }
}

export interface RecordToPresent {
  readonly explained: ExplainedMoment
  readonly record: HistoryRecord
  readonly details: RecordDetails | null
  readonly rewardTitle: string | null
}

export function presentRecord(
  told: RecordToPresent,
  kind: TimelineLine['kind'],
  presenting: Presenting,
): TimelineLine {
  const { explained, record, details } = told
  const { caller } = presenting
  const { lot, owed } = explained
  const { points, cashback } = explained.kind === 'opening' ? explained.change : explained.amount
  return {
    id: `r${record.id}`,
    at: instantToText(explained.at),
    kind,
    sentence: explained.sentence,
    points: shortText(points),
    cashback: shortText(cashback),
    change: presentAmount(explained.change),
    balanceAfter: presentAmount(explained.balance),
    recordId: record.id,
    order:
      record.orderId === null || record.order === null
        ? null
        : { id: record.orderId, originalId: record.order },
    reward: presentReward(told, presenting),
    tier: null,
    programVersion: explained.programVersion,
    availableAt: instantToTextOrNull(lot?.availableAt ?? null),
    expiresAt: lot?.expiresAt ? instantToText(lastSecondBefore(lot.expiresAt)) : null,
    remaining: lot && presentAmount(lot.remaining),
    owed: owed && presentAmount(owed),
    lines: explained.lines.map(presentLine),
    lots: explained.used.map(({ lotId, used, at, order }) => ({
      lotId,
      from: instantToText(at),
      order,
      used: presentAmount(used),
    })),
    lotCount: explained.usedCount,
    by: details?.madeBy ?? null,
    reason: record.source?.kind === 'change' ? writtenFor(caller, record.source.reason) : null,
    note: writtenFor(caller, details?.note ?? null),
  }
}

function presentReward(
  { record: { source }, details, rewardTitle }: RecordToPresent,
  { caller }: Presenting,
): TimelineLine['reward'] {
  if (source?.kind !== 'redemption' || !details?.redemptionId) return null
  return {
    redemptionId: details.redemptionId,
    key: seesCodes(caller) ? keyFor(caller, source.key) : null,
    rewardId: source.rewardId,
    title: rewardTitle,
    code: seesCodes(caller) && source.coupon !== '' ? source.coupon : null,
  }
}

function presentMove(
  { place, balance, move }: Extract<TimelineItem, { move: unknown }>,
  { locale }: Presenting,
): TimelineLine {
  return {
    ...withoutPoints({ place, balance }),
    id: `t${place.id}`,
    kind: 'tier',
    sentence: titleOfTierMove(move.tierName, locale),
    tier: { id: move.move.toTierId, name: move.tierName, direction: move.direction },
  }
}

function presentClaim(
  { place, balance, kind, claim }: Extract<TimelineItem, { claim: unknown }>,
  { caller, locale }: Presenting,
): TimelineLine {
  const isRevoked = kind === 'claimRevoked'
  const told = {
    ...{ isRevoked, matchedBy: claim.matchedBy },
    id: idFor(caller, claim.claimedId),
    contact: idFor(caller, claim.formerId),
  }
  return {
    ...withoutPoints({ place, balance }),
    id: `${isRevoked ? 'v' : 'c'}${place.at}`,
    kind,
    sentence: titleOfClaim(told, locale),
    by: isRevoked ? claim.revokedBy : null,
  }
}

/** Of a moment in which points did not change. */
function withoutPoints({ place, balance }: Pick<TimelineItem, 'place' | 'balance'>) {
  return {
    at: instantToText(place.at),
    points: '0',
    cashback: '0',
    change: presentAmount(NOTHING),
    balanceAfter: presentAmount(balance),
    recordId: null,
    order: null,
    reward: null,
    tier: null,
    programVersion: null,
    availableAt: null,
    expiresAt: null,
    remaining: null,
    owed: null,
    lines: [],
    lots: [],
    lotCount: 0,
    by: null,
    reason: null,
    note: null,
  }
}

/** A credit that is in no balance yet is told as waiting. */
export function kindOfRecord({ amount, lot, type, source }: HistoryRecord): TimelineLine['kind'] {
  return lot?.isWaiting && !isNothing(amount) ? 'waiting' : kindOf(type, source?.kind === 'change')
}
