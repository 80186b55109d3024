import { keyText } from '../../accounts/till/collection.ts'
import { pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import { KEY_MISSING, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import type { TenantId } from '../../contract/ids.ts'
import { invalid, isProblem, type Problem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import type { ProgramContextReader } from '../../earning/admin-api/program-context.ts'
import { type Asked, sentenceContextOf } from '../../earning/admin-api/views.ts'
import { programVersions } from '../../earning/collections.ts'
import { programOf, programState } from '../../earning/manage/program-state.ts'
import type { CardRule, Program } from '../../earning/program.ts'
import { sentenceOfRule } from '../../earning/rule-sentence.ts'
import { wordsFor } from '../../earning/words.ts'
import type { AdminApi, Call, Commanded } from '../../people/admin-api/api.ts'
import { shortText, ZERO } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type AdjustStampsResult, adjustStampsByHand } from '../adjust.ts'
import { STAMP_TYPE, type StampCard, stampsOn, stampsOwed } from '../card.ts'
import type { CustomerCards } from '../collections/cards.ts'
import { readTitles, readTitlesOfRecords } from '../read-shown.ts'
import type { CardsRead, SettledCards } from '../settled.ts'
import { countBegunWithin, countCompletedCards, findLotFacts, listPrizes } from '../store/listed.ts'
import { type ListedStamps, listStamps, type StampPage, sumStamps } from '../store/records.ts'
import { presentCard, presentCardNamed, presentRule, presentStamps } from './present.ts'
import {
  adjustStamps,
  listAllStampsOfCustomer,
  listCards,
  listCardsOfCustomer,
  listStampsOfCustomer,
} from './schema.ts'
import { NOT_ZERO, REFUSED } from './texts.ts'

const DAYS_COUNTED = 30
const DAY_MS = 86_400_000

export function cardAdminRoutes(api: AdminApi, reader: ProgramContextReader, cards: SettledCards): void {
  api.read(listCards, 'cell', async (tx, { tenant, now, locale }) => {
    const { rules, sentenceOf } = await readRules(tx, { tenant, now, locale }, reader)
    if (rules.size === 0) return { answer: { items: [] } }
    const [begun, completed, titleOf] = await Promise.all([
      countBegunWithin(tx, tenant.id),
      countCompletedCards(tx, tenant.id, now - DAYS_COUNTED * DAY_MS),
      readTitles(tx, tenant.id, rules.values()),
    ])
    return {
      answer: {
        items: [...rules.values()].map((rule) => ({
          ...presentRule(rule, sentenceOf(rule), titleOf),
          isActive: rule.isActive,
          begun: begun && (begun.get(rule.id) ?? 0),
          completed30Days: completed && (completed.get(rule.id) ?? 0),
        })),
      },
    }
  })

  api.custom(listCardsOfCustomer, async ({ tenant, params, locale, caller }) => {
    const items = await cards.ofNumber(tenant, params.id, async (tx, read) => {
      const owner = { tenantId: tenant.id, customerId: read.stored.customer.id }
      const { now } = read
      const { rules, sentenceOf } = await readRules(tx, { tenant, now, locale }, reader)
      const ids = [...read.cards.values()].flatMap(({ account }) => account.lots.map(({ id }) => id))
      const promised = [...rules.values(), ...[...read.cards.values()].map(({ prize }) => prize)]
      const [begunWith, sums, prizes, lotFacts, titleOf] = await Promise.all([
        findBegunRules(tx, tenant.id, read.cards),
        sumStamps(tx, owner),
        listPrizes(tx, owner),
        findLotFacts(tx, owner, ids),
        readTitles(tx, tenant.id, promised),
      ])
      const context = { now, titleOf, caller, timeZone: tenant.timeZone }
      const active = [...rules.values()].flatMap(({ id, isActive }) => (isActive ? [id] : []))
      const shown = new Set([...active, ...read.cards.keys()])
      return [...shown].flatMap((ruleId) => {
        const live = rules.get(ruleId) ?? null
        const rule = begunWith.get(ruleId) ?? live
        if (!rule) return []
        const of = <One extends { readonly ruleId: number }>(all: readonly One[]): One[] =>
          all.filter((one) => one.ruleId === ruleId)
        const card = read.cards.get(ruleId)
        const sentence = live && sentenceOf(live)
        return [
          presentCard({ rule, live, sentence, card, sums: of(sums), prizes: of(prizes), lotFacts }, context),
        ]
      })
    })
    return items ? { answer: { items } } : NOT_FOUND
  })

  stampsRoutes(api, cards)
  adjustRoute(api)
}

function stampsRoutes(api: AdminApi, cards: SettledCards): void {
  api.custom(listStampsOfCustomer, async (call) => {
    const page = pageBelowId(call.query)
    if (isProblem(page)) return page
    const answer = await cards.ofNumber(call.tenant, call.params.id, async (tx, read) => {
      const rules = await rulesOfCards(tx, call.tenant, read)
      if (!rules.has(call.params.card)) return null
      const found = { ruleId: call.params.card, part: call.query.part ?? null, ...page }
      const { rows, present } = await readStamps(tx, { call, read, rules, found })
      return pageOf(call.query, rows, ({ id }) => [id], present)
    })
    return answer ? { answer } : NOT_FOUND
  })

  api.custom(listAllStampsOfCustomer, async (call) => {
    const page = pageBelowId(call.query)
    if (isProblem(page)) return page
    const answer = await cards.ofNumber(call.tenant, call.params.id, async (tx, read) => {
      const rules = await rulesOfCards(tx, call.tenant, read)
      const found = { ruleId: null, part: null, ...page }
      const { rows, present } = await readStamps(tx, { call, read, rules, found })
      return pageOf(
        call.query,
        rows,
        ({ id }) => [id],
        (row) => ({ ...present(row), card: presentCardNamed(row.ruleId, rules.get(row.ruleId)) }),
      )
    })
    return answer ? { answer } : NOT_FOUND
  })
}

interface StampsAsked {
  readonly call: Pick<Call<typeof listAllStampsOfCustomer>, 'tenant' | 'caller' | 'locale'>
  readonly read: CardsRead
  readonly rules: ReadonlyMap<number, CardRule>
  readonly found: StampPage & { readonly ruleId: number | null }
}

/** A page of records, and how each is told. */
async function readStamps(tx: Tx, { call, read, rules, found }: StampsAsked) {
  const { tenant, caller, locale } = call
  const owner = { tenantId: tenant.id, customerId: read.stored.customer.id }
  const [rows, prizes] = await Promise.all([
    listStamps(tx, { ...owner, ruleId: found.ruleId }, found),
    listPrizes(tx, owner),
  ])
  const titleOf = await readTitlesOfRecords(tx, tenant.id, rows)
  const words = wordsFor({ ...tenant, locale })
  const present = (row: ListedStamps) => {
    const isMoney = rules.get(row.ruleId)?.counts === 'spend'
    return presentStamps(row, { caller, context: { locale, words, isMoney }, prizes, titleOf })
  }
  return { rows, present }
}

/** As they are now, or as they were begun where the program has them no more. */
async function rulesOfCards(
  tx: Tx,
  tenant: { readonly id: TenantId },
  { cards, now }: CardsRead,
): Promise<ReadonlyMap<number, CardRule>> {
  const { current } = await programState(tx, tenant.id, now)
  return new Map([...(await findBegunRules(tx, tenant.id, cards)), ...cardRules(programOf(current))])
}

function adjustRoute(api: AdminApi): void {
  api.command(adjustStamps, {
    command: adjustStampsByHand,
    // The key stays with the record, so that the same request does nothing twice even when its answer is kept no more.
    async input({ tenant, params, body: { stamps, reason }, repeat }) {
      if (!repeat) return KEY_MISSING
      if (stamps === 0) return invalid([{ pointer: '/stamps', message: NOT_ZERO }])
      const adjustment = { ruleId: params.card, stamps, reason, key: `panel-${repeat.key}` }
      return { tenant, customerId: params.id, adjustment }
    },
    written: adjusted,
  })
}

function adjusted(
  result: AdjustStampsResult,
  { body: { reason, note } }: Call<typeof adjustStamps>,
): Commanded<typeof adjustStamps> | Problem {
  if (isRefusal(result)) return REFUSED[result.reason]
  const { customer, made, card, done } = result
  const { recordId } = made
  const recorded = shortText(made.stamps)
  const countOf = (type: number): number =>
    done?.posting.entries.filter((entry) => entry.type === type).length ?? 0
  const now = {
    stamps: shortText(card ? stampsOn(card) : ZERO),
    owed: shortText(card ? stampsOwed(card) : ZERO),
  }
  const answer = {
    recordId,
    recorded,
    writtenOff: shortText(made.writtenOff),
    ...now,
    size: shortText(card?.size ?? ZERO),
    completed: card?.completed ?? 0,
    filled: countOf(STAMP_TYPE.full),
    undone: countOf(STAMP_TYPE.fullUndone),
  }
  if (!done) return { answer, audit: null, headers: { 'idempotent-replayed': 'true' } }
  const { rule } = done
  return {
    answer,
    noted: { customerId: customer.id, target: { kind: 'customer', id: customer.id }, note },
    audit: {
      target: { kind: 'customer', id: String(customer.id), label: customer.publicId },
      before: null,
      after: { card: rule.name, ruleId: rule.id, recordId, recorded, reason, ...now },
    },
  }
}

/** The cards of the program that counts now, and what each says. */
async function readRules(tx: Tx, asked: Asked, reader: ProgramContextReader) {
  const { current } = await programState(tx, asked.tenant.id, asked.now)
  const rules = cardRules(programOf(current))
  if (!current || rules.size === 0) return { rules, sentenceOf: () => '' }
  const context = await sentenceContextOf(tx, [current.program], asked, reader)
  return { rules, sentenceOf: (rule: CardRule): string => sentenceOfRule(rule, context) }
}

function cardRules({ rules }: Program): Map<number, CardRule> {
  return new Map(rules.flatMap((rule) => (rule.kind === 'card' ? [[rule.id, rule] as const] : [])))
}

/** What cards were when they were begun: their rules may have changed since, or be gone. */
async function findBegunRules(
  tx: Tx,
  tenantId: TenantId,
  cards: CustomerCards,
): Promise<ReadonlyMap<number, CardRule>> {
  const all: StampCard[] = [...cards.values()]
  const versions = [...new Set(all.map(({ begunVersion }) => begunVersion))]
  if (versions.length === 0) return new Map()
  const programs = await programVersions.load(
    tx,
    versions.map((key) => ({ tenantId, key })),
  )
  return new Map(
    all.flatMap(({ ruleId, begunVersion }) => {
      const program = programs.get(keyText({ tenantId, key: begunVersion }))
      const rule = program && cardRules(program).get(ruleId)
      return rule ? [[ruleId, rule] as const] : []
    }),
  )
}
