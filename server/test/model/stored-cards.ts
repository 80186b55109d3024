/** Cards, prizes and the events that are of no points as plain values: once as the database has them, once as the model does. */
import type pg from 'pg'
import { run, type Tx } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { units, written } from './arithmetic.ts'
import type { Card, Prize, StampRecord } from './card.ts'
import type { GiftMade } from './command.ts'
import { amountText } from './describe.ts'
import type { Essence } from './essence.ts'
import type { Customer } from './shop.ts'

export interface CardState {
  readonly on: string
  readonly owed: string
  readonly completed: number
  /** What fills it; null: it is not begun, so that is still open. */
  readonly size: string | null
  /** In whatever order: nothing tells which of several cards or lots that are due is settled first. */
  readonly records: readonly string[]
}

export interface CardsState {
  /** By the numbers of their rules. */
  readonly cards: Readonly<Record<string, CardState>>
  readonly prizes: readonly string[]
  /** Events that are of no points; `count`: what the customer's own numbering says. */
  readonly others: { readonly count: number; readonly events: readonly string[] }
}

interface CardRow {
  readonly customer: string
  readonly rule_id: number
  readonly size: string
  readonly balance: string
  readonly completed: number
  /** Of what is left, and of what is owed, by record. */
  readonly lots: Readonly<Record<string, string>>
  readonly debts: Readonly<Record<string, string>>
}

interface RecordRow {
  readonly customer: string
  readonly id: string
  readonly rule_id: number
  readonly type: number
  readonly stamps: string
  readonly recorded_at: Date
  readonly day: string
  readonly expires_at: Date | null
  readonly written_off: string | null
  readonly order: string | null
}

interface PrizeRow {
  readonly customer: string
  readonly rule_id: number
  readonly made_at: Date
  readonly ended_at: Date | null
  /** null: it has no points. */
  readonly worth: string | null
  readonly gift: string | null
  readonly state: number
}

interface EventRow {
  readonly customer: string
  readonly topic: number
  readonly facts: { c: number; k: number; t: number; s: string; b: string; z: string }
}

/** By the customer's id in the merchant's store. */
export async function readCards(
  client: pg.Client,
  tenantId: number,
): Promise<(customer: string, count: number) => CardsState> {
  const [cards, records, prizes, events] = [
    Map.groupBy(await cardRows(client, tenantId), ({ customer }) => customer),
    Map.groupBy(await recordRows(client, tenantId), ({ customer }) => customer),
    Map.groupBy(await prizeRows(client, tenantId), ({ customer }) => customer),
    Map.groupBy(await eventRows(client, tenantId), ({ customer }) => customer),
  ]
  return (customer, count) => ({
    cards: Object.fromEntries(
      (cards.get(customer) ?? []).map((card) => {
        const own = records.get(customer)?.filter(({ rule_id }) => rule_id === card.rule_id) ?? []
        return [card.rule_id, stateOfRow(card, own)]
      }),
    ),
    prizes: (prizes.get(customer) ?? []).map(describePrizeRow).sort(),
    others: { count, events: (events.get(customer) ?? []).map(describeEvent).sort() },
  })
}

/** The cards of one customer as they are at a moment, whatever is still to be settled. */
export async function readCardsNow(
  tx: Tx,
  tenantId: number,
  customer: string,
  now: number,
): Promise<Essence> {
  const { rows } = await run(
    tx,
    sql<{ rule_id: number; good: string; owed: string; completed: number }>`
    select rule_id, completed,
      (select coalesce(sum(coalesce(lot ->> 3, lot ->> 2)::numeric), 0)::text
        from json_array_elements(state -> 'l') as lot
        where lot ->> 4 is null or (lot ->> 4)::bigint > ${now}::bigint) as good,
      (select coalesce(sum((debt ->> 1)::numeric), 0)::text from json_array_elements(state -> 'd') as debt) as owed
    from stamp_card join customer on customer.tenant_id = ${tenantId} and customer.id = customer_id
    where stamp_card.tenant_id = ${tenantId} and customer.original_id = ${customer}`,
  )
  return Object.fromEntries(
    rows.map(({ rule_id, good, owed, completed }) => [
      rule_id,
      { on: text(good), owed: text(owed), completed },
    ]),
  )
}

async function cardRows(client: pg.Client, tenantId: number): Promise<CardRow[]> {
  const { rows } = await client.query<CardRow>(
    `select customer.original_id as customer, rule_id, size, balance, completed,
       (select coalesce(json_object_agg(lot ->> 0, coalesce(lot ->> 3, lot ->> 2)), '{}')
         from json_array_elements(state -> 'l') as lot) as lots,
       (select coalesce(json_object_agg(debt ->> 0, debt ->> 1), '{}')
         from json_array_elements(state -> 'd') as debt) as debts
     from stamp_card join customer on customer.tenant_id = $1 and customer.id = customer_id
     where stamp_card.tenant_id = $1`,
    [tenantId],
  )
  return rows
}

async function recordRows(client: pg.Client, tenantId: number): Promise<RecordRow[]> {
  const { rows } = await client.query<RecordRow>(
    `select customer.original_id as customer, record.id, rule_id, type, stamps, recorded_at, day::text as day,
       expires_at, written_off, bought.original_id as "order"
     from stamp_record as record
     join customer on customer.tenant_id = $1 and customer.id = record.customer_id
     left join customer_order as bought on bought.tenant_id = $1 and bought.id = record.order_id
     where record.tenant_id = $1`,
    [tenantId],
  )
  return rows
}

async function prizeRows(client: pg.Client, tenantId: number): Promise<PrizeRow[]> {
  const { rows } = await client.query<PrizeRow>(
    `select customer.original_id as customer, rule_id, made_at, ended_at, state,
       given.points || ' / ' || given.cashback as worth, reward.title as gift
     from award
     join customer on customer.tenant_id = $1 and customer.id = award.customer_id
     left join point_record as given
       on given.tenant_id = $1 and given.customer_id = award.customer_id and given.id = award.record_id
     left join reward_configuration as reward on reward.tenant_id = $1 and reward.id = award.reward_id
     where award.tenant_id = $1`,
    [tenantId],
  )
  return rows
}

async function eventRows(client: pg.Client, tenantId: number): Promise<EventRow[]> {
  const { rows } = await client.query<EventRow>(
    `select customer.original_id as customer, topic, facts
     from point_event as event join customer on customer.tenant_id = $1 and customer.id = event.customer_id
     where event.tenant_id = $1 and event.sequence < 0`,
    [tenantId],
  )
  return rows
}

export function cardsOfModel({ cards, account }: Customer): CardsState {
  const told = [...account.others, ...Array<string>(account.notices).fill(NOTICE)]
  return {
    cards: Object.fromEntries([...cards].map(([id, card]) => [id, stateOfCard(card)])),
    prizes: [...cards.values()]
      .flatMap(({ id, prizes }) => prizes.map((prize) => describePrize(id, prize)))
      .sort(),
    others: { count: told.length, events: told.sort() },
  }
}

function stateOfRow(
  { size, balance, completed, lots, debts }: CardRow,
  records: readonly RecordRow[],
): CardState {
  const stamps = units(balance)
  const texts = records.map((row) =>
    describe({
      type: row.type,
      stamps: row.stamps,
      at: row.recorded_at,
      order: row.order,
      lot: isLot(row) && { day: row.day, end: row.expires_at, left: text(lots[row.id]) },
      debt: text(debts[row.id]),
      letGo: text(row.written_off),
    }),
  )
  return {
    on: written(stamps > 0n ? stamps : 0n),
    owed: written(stamps < 0n ? -stamps : 0n),
    completed,
    size: stamps === 0n ? null : size,
    records: texts.sort(),
  }
}

/** What a full card gave back went to the lots that it came from. */
function isLot({ type, stamps }: RecordRow): boolean {
  return units(stamps) > 0n && type !== 6
}

function text(stamps: string | null | undefined): string {
  return written(units(stamps ?? '0'))
}

function stateOfCard(card: Card): CardState {
  return {
    on: written(card.on),
    owed: written(card.owed),
    completed: card.standing.length,
    size: card.isBegun ? written(card.terms.size) : null,
    records: card.records.map(describeStamps).sort(),
  }
}

function describeStamps({ type, stamps, at, order, lot, debt, letGo }: StampRecord): string {
  const end = lot?.expiresAt ?? null
  return describe({
    type,
    stamps: written(stamps),
    at: new Date(at),
    order,
    lot: lot && { day: lot.day, end: end === null ? null : new Date(end), left: written(lot.left) },
    debt: written(debt),
    letGo: written(letGo),
  })
}

interface Described {
  readonly type: number
  readonly stamps: string
  readonly at: Date
  readonly order: string | null
  readonly lot: { readonly day: string; readonly end: Date | null; readonly left: string } | null | false
  readonly debt: string
  readonly letGo: string
}

function describe({ type, stamps, at, order, lot, debt, letGo }: Described): string {
  const parts = [`type ${type}: ${stamps} at ${at.toISOString()}`]
  if (order !== null) parts.push(`order ${order}`)
  if (lot) parts.push(`left ${lot.left} of ${lot.day}, good until ${lot.end?.toISOString() ?? 'ever'}`)
  return [...parts, `owed ${debt}`, `let go ${letGo}`].join(', ')
}

const STATES = ['due', 'given', 'held', 'undone', 'dropped']

function describePrizeRow({ rule_id, worth, gift, state, made_at, ended_at }: PrizeRow): string {
  const reward = gift === null ? null : `${gift}, ${STATES[state]}`
  return prizeText(rule_id, worth, reward, made_at, ended_at)
}

function describePrize(id: number, { points, award, at, undoneAt }: Prize): string {
  const endedAt = undoneAt ?? award?.droppedAt ?? null
  return prizeText(
    id,
    points && amountText(points.original),
    award && `${award.gift.name}, ${award.state}`,
    new Date(at),
    endedAt === null ? null : new Date(endedAt),
  )
}

function prizeText(
  rule: number,
  worth: string | null,
  reward: string | null,
  at: Date,
  endedAt: Date | null,
): string {
  const end = endedAt ? `, ended at ${endedAt.toISOString()}` : ''
  return `of ${rule}: ${worth ?? 'no points'}, ${reward ?? 'no reward'} at ${at.toISOString()}${end}`
}

/** What rules have given to a customer, oldest first. */
export async function readGifts(
  client: pg.Client,
  tenantId: number,
  customer: string,
): Promise<readonly GiftMade[]> {
  const { rows } = await client.query<{
    rule_id: number
    state: number
    key: string | null
    number: string
    external: string
    code: string
  }>(
    `select rule_id, state, award.redemption_key as key, redemption.id as number, external_code as external, coupon.code
     from award
     join customer on customer.tenant_id = $1 and customer.id = award.customer_id
     left join redemption on redemption.tenant_id = $1 and redemption.original_key = award.redemption_key
     left join coupon on coupon.tenant_id = $1 and coupon.code_key = award.coupon_key
     where award.tenant_id = $1 and award.reward_id is not null and customer.original_id = $2
     order by award.id`,
    [tenantId, customer],
  )
  return rows.map(({ rule_id: rule, state, key, number, external, code }) => ({
    rule,
    state: STATES[state] ?? '',
    given: key === null ? null : { key, number: Number(number), externalCode: external, code },
  }))
}

const NOTICE = 'Points_Expiring'
const TOPICS: Readonly<Record<number, string>> = {
  3: 'Stamp_Add',
  4: 'Stamp_Removed',
  5: 'Card_Completed',
  6: 'Reward_Given',
  7: 'Reward_TakenBack',
}

function describeEvent({ topic, facts }: EventRow): string {
  const name = TOPICS[topic]
  if (name === undefined) return NOTICE
  const { c, k, t, s, b, z } = facts
  if (name.startsWith('Reward_')) return `${name} of ${c}`
  if (name === 'Card_Completed') return `${name} of ${c}, ${k}`
  return `${name} of ${c}, ${k}: type ${t}, ${text(s)}, then ${text(b)} of ${text(z)}`
}
