/** Why a customer has these stamps. */
import { NEW_ACCOUNT } from '../accounts/account.ts'
import { Posting } from '../accounts/rules/posting.ts'
import { loadOne } from '../accounts/till/collection.ts'
import type { CustomerId, RecordId } from '../contract/ids.ts'
import { wordsFor } from '../earning/words.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { LocalDate } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { StampCard, StampEntry, StampType } from './card.ts'
import { readPrograms } from './card-reads.ts'
import { stampCards } from './collections/cards.ts'
import { readTitlesOfRecords } from './read-shown.ts'
import { CardPosting } from './rules/card-posting.ts'
import { showCard } from './rules/show-card.ts'
import { countStamps, listStamps, STAMP_PARTS, type StampPart, sumStamps } from './store/records.ts'
import { type StampContext, sentenceOfStamps } from './texts.ts'

export interface ExplainedCard {
  readonly ruleId: number
  readonly name: string
  /** Whether it counts money: then stamps are money here. */
  readonly isMoney: boolean
  readonly size: Decimal
  /** Below zero: so many are owed. */
  readonly balance: Decimal
  readonly completed: number
  /** How the balance adds up: the sum of all of them. */
  readonly parts: readonly { readonly kind: StampPart; readonly stamps: Decimal }[]
  /** Oldest first. */
  readonly records: readonly ExplainedStamps[]
  /** How many older records are not among them. */
  readonly leftOut: number
}

export interface ExplainedStamps {
  /** null: it is due, and not recorded yet. */
  readonly id: RecordId | null
  readonly type: StampType
  readonly at: Instant
  readonly day: LocalDate
  readonly stamps: Decimal
  readonly after: Decimal
  readonly order: string | null
  readonly key: string | null
  readonly sentence: string
}

interface Asked {
  /** In whose language. */
  readonly tenant: Tenant
  readonly customerId: CustomerId
  readonly now: Instant
  /** Of one card; the newest are told. */
  readonly limit: number
}

/** All cards that a customer has ever had stamps on. Writes nothing: what is due to end is told as ended. */
export async function explainCards(tx: Tx, asked: Asked): Promise<ExplainedCard[]> {
  const { tenant, customerId, now } = asked
  const cards = await loadOne(tx, stampCards, { tenantId: tenant.id, key: customerId })
  if (!cards || cards.size === 0) return []
  const programs = await readPrograms(tx, tenant, cards, now)
  const sums = await sumStamps(tx, { tenantId: tenant.id, customerId })
  const explained: ExplainedCard[] = []
  for (const card of [...cards.values()].sort((one, other) => one.ruleId - other.ruleId)) {
    const { ruleId, completed } = card
    const shown = showCard(ruleId, card, programs, now)
    const context = { isMoney: shown?.rule.counts === 'spend', name: shown?.rule.name ?? '' }
    const { due, balance } = settled(card, asked)
    const ended = due.reduce((sum, { stamps }) => sum + stamps, ZERO)
    const parts = STAMP_PARTS.flatMap((kind) => {
      const recorded = sums.find((one) => one.ruleId === ruleId && one.part === kind)?.stamps ?? ZERO
      const stamps = kind === 'ended' ? recorded + ended : recorded
      return stamps === ZERO ? [] : [{ kind, stamps }]
    })
    const told = await tellRecords(tx, asked, card, { due, isMoney: context.isMoney })
    explained.push({ ruleId, ...context, size: shown?.size ?? card.size, balance, completed, parts, ...told })
  }
  return explained
}

/** The card as the next command finds it. */
function settled(card: StampCard, { tenant, now }: Asked): { due: readonly StampEntry[]; balance: Decimal } {
  let lastId = 0
  const main = new Posting(NEW_ACCOUNT, now, { next: () => ++lastId })
  const { entries, balance } = new CardPosting(card, main, tenant.timeZone)
  return { due: entries, balance }
}

async function tellRecords(
  tx: Tx,
  { tenant, customerId, limit }: Asked,
  { ruleId, account }: StampCard,
  { due, isMoney }: { readonly due: readonly StampEntry[]; readonly isMoney: boolean },
): Promise<Pick<ExplainedCard, 'records' | 'leftOut'>> {
  const of = { tenantId: tenant.id, customerId, ruleId }
  const [listed, count] = await Promise.all([listStamps(tx, of, { limit }), countStamps(tx, of)])
  const titleOf = await readTitlesOfRecords(tx, tenant.id, listed)
  const context: StampContext = { locale: tenant.locale, words: wordsFor(tenant), isMoney }
  const recorded = listed.toReversed().map((record): ExplainedStamps => {
    const { id, type, at, day, stamps, after, key } = record
    const order = record.order?.originalId ?? null
    const sentence = sentenceOfStamps({ ...record, order }, context, titleOf)
    return { id, type, at, day, stamps, after, order, key, sentence }
  })
  let after = account.balance.points
  const coming = due.map((entry): ExplainedStamps => {
    const { type, at, day, stamps } = entry
    after += stamps
    const sentence = sentenceOfStamps({ ...entry, order: null, explanation: null }, context, titleOf)
    return { id: null, type, at, day, stamps, after, order: null, key: null, sentence }
  })
  const records = [...recorded, ...coming].slice(-limit)
  return { records, leftOut: count + coming.length - records.length }
}
