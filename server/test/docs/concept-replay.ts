import { expect } from 'vitest'
import { Sweep } from '../../src/accounts/sweep.ts'
import { createTill } from '../../src/accounts/till/till.ts'
import { endStamps } from '../../src/cards/sweep.ts'
import { toText } from '../../src/cli/explain-text.ts'
import { explain } from '../../src/history/explain-customer.ts'
import { decimalFromText } from '../../src/platform/decimal.ts'
import { parseInstant } from '../../src/platform/zone.ts'
import { REWARD_TYPE } from '../../src/rewards/reward-type.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'
import type { NewTier } from '../../src/tiers/store/tiers.ts'
import { GOAL_MEASURE } from '../../src/tiers/tier.ts'
import type { StoredEvent, StoredRecord } from '../support/ledger.ts'
import { iso, type ProgramToPublish } from '../support/shop.ts'
import type { useStories } from '../support/stories.ts'
import { availableTiers, sweepNow, tenantOf } from '../support/tiers.ts'
import type { ConceptFile, Example, Row } from './concept-page.ts'

type Stories = ReturnType<typeof useStories>
type StoryShop = Awaited<ReturnType<Stories['open']>>

const CUSTOMER = 'ana'
/** What a coffee costs. */
const COFFEE = 8

/** What a merchant and a customer do, in the words of the pages. Behind a colon a page may say more. */
const STEPS: readonly (readonly [RegExp, (replay: Replay, ...words: string[]) => Promise<unknown>])[] = [
  [/^Ana buys for R\$ ([\d.,]+), order (\d+)/, (replay, total, id) => replay.buy(id, amount(total))],
  [
    /^Ana uses the coupon, R\$ ([\d.,]+), order (\d+)/,
    (replay, total, id) => replay.buy(id, amount(total), { Coupon: replay.coupon }),
  ],
  [/^Ana buys (\d+) coffees?, order (\d+)/, (replay, count, id) => replay.buyCoffees(id, amount(count))],
  [
    /^(\d+) coffees? of order (\d+) (?:is|are) returned/,
    (replay, count, id) => replay.shop.returned(word(id), COFFEE * amount(count)),
  ],
  [/^The stamps of order \d+ end/, (replay) => replay.endStamps()],
  [/^Order (\d+) becomes R\$ ([\d.,]+)/, (replay, id, total) => replay.correct(id, amount(total))],
  [/^Order (\d+) is cancelled/, (replay, id) => replay.shop.cancelled(word(id))],
  [/^Ana redeems R\$ ([\d.,]+) of cashback/, (replay, value) => replay.redeem('cashback', amount(value))],
  [/^Ana redeems “(.*?)”/, (replay, title) => replay.redeem(word(title))],
  [
    /^Ana asks for R\$ ([\d.,]+) of cashback: refused, error (\d+)/,
    (replay, value, error) => replay.refused(error, 'cashback', amount(value)),
  ],
  [
    /^Ana asks for “(.*?)”: refused, error (\d+)/,
    (replay, title, error) => replay.refused(error, word(title)),
  ],
  [
    /^The shop adds R\$ ([\d.,]+) of cashback/,
    (replay, value) => replay.shop.changedCashback(CUSTOMER, amount(value)),
  ],
  [
    /^From now on a point is worth R\$ ([\d.]+)/,
    (replay, pointValue) => replay.publishCashback({ isOn: true, pointValue: word(pointValue) }),
  ],
  [/^Cashback is switched (on|off)/, (replay, state) => replay.publishCashback({ isOn: state === 'on' })],
  [/^The points of order \d+ open/, (replay) => replay.settle()],
  [/^(What is left|All) of order \d+ expires/, (replay) => replay.settle()],
  [/^The worker looks at the tiers/, (replay) => sweepNow(replay.story.api, replay.shop)],
]

const word = (text: string | undefined): string => text ?? ''
/** `1,250.50` or `+10`. */
function amount(text: string | undefined): number {
  const plain = word(text).replaceAll(',', '')
  if (!/^[+-]?\d+(\.\d+)?$/.test(plain)) throw new Error(`“${text}” is no amount`)
  return Number(plain)
}

/** A merchant of its own to whom happens what the table of a page says, line by line. */
export class Replay {
  readonly story: Stories
  readonly shop: StoryShop
  readonly #tenant: Tenant
  readonly #rewards: ReadonlyMap<string, number>
  #program: ProgramToPublish
  #firstOrder: string | undefined
  readonly #orders = new Map<string, { placedAt: string }>()
  coupon = ''

  private constructor(
    story: Stories,
    shop: StoryShop,
    had: { tenant: Tenant; rewards: ReadonlyMap<string, number>; program: ProgramToPublish },
  ) {
    this.story = story
    this.shop = shop
    this.#tenant = had.tenant
    this.#rewards = had.rewards
    this.#program = had.program
  }

  static async open(story: Stories, file: ConceptFile): Promise<Replay> {
    const { settings = {}, program, tiers = [], rewards = [] } = file
    if (!program) throw new Error('the page has no program')
    const shop = await story.open(program, {
      settings,
      name: 'Café Aurora',
      ...(tiers.length > 0 ? { tiers: toTiers(tiers) } : {}),
    })
    const ids = new Map<string, number>()
    for (const { type, title, points = '0', value = '0', coupon, cashback } of rewards) {
      const id = await shop.makeReward({
        type: REWARD_TYPE[type],
        title,
        points: decimalFromText(points),
        value: decimalFromText(value),
        couponValidDays: coupon?.validDays ?? null,
        cashbackMaximum: cashback?.maximum === undefined ? null : decimalFromText(cashback.maximum),
      })
      ids.set(type === 'cashback' ? 'cashback' : title, id)
    }
    return new Replay(story, shop, { tenant: await tenantOf(story.api, shop), rewards: ids, program })
  }

  async run({ rows, explained }: Example): Promise<void> {
    let told = 0
    for (const row of rows) {
      const at = this.#moment(word(row.Date))
      // What a table leaves out has not happened: up to this line, nothing opens and nothing expires.
      this.story.api.now = at - 1
      await this.settle()
      const events = await this.shop.events(CUSTOMER)
      if (row.Points !== undefined) expect(events, `before ${row.Date}`).toHaveLength(told)
      this.story.api.now = at
      await this.#step(word(row['What happens']))
      await this.#expectRow(row, events.length)
      told = (await this.shop.events(CUSTOMER)).length
    }
    for (const { command, printed } of explained) {
      expect(withoutWhatIsLeftOut(await this.#explain(command), printed)).toBe(printed)
    }
  }

  async #step(what: string): Promise<void> {
    for (const [pattern, act] of STEPS) {
      const match = pattern.exec(what)
      if (!match) continue
      await act(this, ...match.slice(1))
      return
    }
    throw new Error(`no step is called “${what}”`)
  }

  #moment(text: string): number {
    const at = parseInstant(text.replace(' ', 'T'), this.#tenant.timeZone)
    if (at === null) throw new Error(`“${text}” is no moment`)
    return at
  }

  async buy(id = '', total = 0, more: object = {}): Promise<void> {
    this.#firstOrder ??= id
    this.#orders.set(id, { placedAt: iso(this.story.api.now) })
    await this.shop.completed(id, CUSTOMER, total, { ...more })
  }

  async buyCoffees(id = '', count = 0): Promise<void> {
    const line = { OriginalId: 'coffee', Title: 'Coffee', ProductPrice: COFFEE * count, Quantity: count }
    await this.buy(id, COFFEE * count, { Products: [line] })
  }

  /** What the daily run does. */
  async endStamps(): Promise<void> {
    const { database, api } = this.story
    const till = createTill({ database, clock: () => api.now })
    await endStamps({ database, till, tenant: this.#tenant, now: api.now })
  }

  /** As a shop does it: the order again, with its own dates and another total. */
  async correct(id = '', total = 0): Promise<void> {
    const { placedAt } = this.#orders.get(id) ?? { placedAt: '' }
    await this.shop.completed(id, CUSTOMER, total, {
      OrderPlacementDate: placedAt,
      OrderCompletedDate: placedAt,
    })
  }

  async redeem(title: string, Value?: number): Promise<void> {
    const { couponCode } = await this.shop.redeemed(this.#reward(title), CUSTOMER, { Value })
    this.coupon = couponCode
  }

  async refused(error: string | undefined, title: string, Value?: number): Promise<void> {
    expect(await this.shop.refusal(this.#reward(title), CUSTOMER, { Value })).toBe(Number(error))
  }

  #reward(title: string): number {
    const id = this.#rewards.get(title)
    if (id === undefined) throw new Error(`the page has no reward “${title}”`)
    return id
  }

  async publishCashback(cashback: Partial<ProgramToPublish['cashback']>): Promise<void> {
    this.#program = { ...this.#program, cashback: { ...this.#program.cashback, ...cashback } }
    await this.shop.publish(this.#program)
  }

  /** What the worker does all the time. */
  async settle(): Promise<void> {
    const sweep = new Sweep({ database: this.story.database, clock: () => this.story.api.now })
    await sweep.round([this.#tenant])
  }

  /** Every column is true, and nothing else has happened in this moment. */
  async #expectRow(row: Row, eventsBefore: number): Promise<void> {
    const told = (await this.shop.events(CUSTOMER)).slice(eventsBefore)
    const facts: Facts = { told, ...(await this.#facts(row)) }
    const { Date: date, 'What happens': what, ...columns } = row
    for (const [column, text] of Object.entries(columns)) {
      const compare = COLUMNS[column]
      if (!compare) throw new Error(`no column is called “${column}”`)
      const [is, says] = compare(facts, text)
      expect(is, `${date} ${what}: ${column}`).toEqual(says)
    }
    const now = iso(this.story.api.now)
    expect(told.filter(({ at }) => at !== now)).toEqual([])
  }

  async #facts({ Tier }: Row): Promise<Omit<Facts, 'told'>> {
    const tiers = Tier === undefined ? null : await availableTiers(this.shop, CUSTOMER)
    return {
      records: await this.shop.records(CUSTOMER),
      shown: await this.#shown(),
      tier: tiers?.CurrentTier?.Name,
      spent: tiers?.AllTiers.at(-1)?.Goals[0]?.CurrentValue,
      cards: await this.#cards(),
      now: iso(this.story.api.now),
    }
  }

  async #cards(): Promise<Facts['cards']> {
    const [card] = await this.story.query(
      `select card.balance::float as stamps, card.completed as prizes, (
         select array_agg(record.stamps::float order by record.id) from stamp_record as record
         where record.tenant_id = $1 and record.recorded_at = $2::timestamptz and record.stamps <> 0
       ) as changes
       from stamp_card as card where card.tenant_id = $1`,
      [this.shop.tenantId, iso(this.story.api.now)],
    )
    return card as unknown as Facts['cards']
  }

  /** What a shop is shown: the answer to a message that is too old to change anything. */
  async #shown(): Promise<Facts['shown']> {
    const { Customer } = await this.shop.placed({
      OriginalId: this.#firstOrder,
      Customer: { OriginalId: CUSTOMER },
      UpdatedDate: '2020-01-01T00:00:00Z',
    })
    return Customer
  }

  async #explain(command: string): Promise<string> {
    const [, order] = / --order (\S+)/.exec(command) ?? []
    expect(command).toBe(`--tenant 1 --customer ${CUSTOMER}${order === undefined ? '' : ` --order ${order}`}`)
    const input = { tenantId: this.shop.tenantId, customer: CUSTOMER, order, limit: 100 }
    const explained = await explain(this.story.api.cells, input, () => this.story.api.now)
    // The spaces of amounts do not break; a page has plain ones.
    return `${toText(CUSTOMER, explained)}\n`
      .replaceAll('\u00a0', ' ')
      .replaceAll(/record \d+/g, 'record …')
      .replaceAll(/(coupon|key) “[^”]*”/g, '$1 “…”')
  }
}

/** How everything is after a line. */
interface Facts {
  /** The events of this line. */
  readonly told: readonly StoredEvent[]
  readonly records: readonly StoredRecord[]
  readonly shown: { readonly PointsBalance: number; readonly Cashback: number }
  readonly tier: string | undefined
  readonly spent: number | undefined
  /** undefined: there is no card. */
  readonly cards:
    | { readonly stamps: number; readonly prizes: number; readonly changes: number[] | null }
    | undefined
  readonly now: string
}

/** What is true, and what the cell of a column says. */
const COLUMNS: Readonly<Record<string, (facts: Facts, text: string) => [is: unknown, says: unknown]>> = {
  Points: ({ told }, text) => [told.map(({ points }) => points), changes(text)],
  Cashback: ({ told }, text) => [
    told.map(({ cashback }) => cashback).filter((value) => value !== 0),
    changes(text),
  ],
  Balance: ({ shown }, text) => [shown.PointsBalance, amount(text)],
  'Cashback shown': ({ shown }, text) => [shown.Cashback, amount(text)],
  'Lots after it': ({ records }, text) => [lotsText(records), text],
  Earns: ({ records, now }, text) => [
    records
      .filter(({ recordedAt, order, points }) => recordedAt === now && order !== null && points > 0)
      .map(({ points }) => points),
    changes(text),
  ],
  'Spent in 12 months': ({ spent }, text) => [spent, amount(text)],
  Tier: ({ tier }, text) => [tier, text],
  Stamps: ({ cards }, text) => [cards?.changes ?? [], changes(text)],
  'On the card': ({ cards }, text) => [cards?.stamps ?? 0, amount(text)],
  Prizes: ({ cards }, text) => [cards?.prizes ?? 0, amount(text)],
}

/** `+200, -120`: one change after the other; 0: none. */
function changes(text: string): number[] {
  return text
    .split(', ')
    .map(amount)
    .filter((value) => value !== 0)
}

/** `1001: 120 waits · 1002: 30`: what is left of each lot, oldest first. */
function lotsText(records: readonly StoredRecord[]): string {
  return (
    records
      .filter(({ left }) => left !== null && left > 0)
      .map(({ order, left, isWaiting }) => `${order ?? 'by hand'}: ${left}${isWaiting ? ' waits' : ''}`)
      .join(' · ') || 'none'
  )
}

/** The lines of `text`, with `…` where the page leaves some out. */
function withoutWhatIsLeftOut(text: string, page: string): string {
  const lines = text.split('\n')
  const shown = new Set(page.split('\n'))
  return lines
    .map((line) => (shown.has(line) ? line : '…'))
    .filter((line, index, all) => line !== '…' || all[index - 1] !== '…')
    .join('\n')
}

function toTiers(tiers: NonNullable<ConceptFile['tiers']>): NewTier[] {
  return tiers.map(({ key, name, base = false, goals = [], benefits = [] }, index) => ({
    key,
    name,
    order: index + 1,
    isBase: base,
    goals: goals.map(({ measure, value }) => ({
      name: measure,
      measure: GOAL_MEASURE[measure],
      value: decimalFromText(value),
    })),
    benefits: benefits.map(({ text, multiplier }) => ({
      description: text,
      ...(multiplier === undefined ? {} : { multiplier: decimalFromText(multiplier) }),
    })),
  }))
}
