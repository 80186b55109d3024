/** The real thing that the model is held against: a database, two API processes, and the nightly jobs. */

import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { expect } from 'vitest'
import { noticeInactive } from '../../src/accounts/inactivity-notices.ts'
import { Sweep } from '../../src/accounts/sweep.ts'
import { settleOnly } from '../../src/accounts/till/settle-only.ts'
import { createTill } from '../../src/accounts/till/till.ts'
import { verifyMerchant } from '../../src/app/verify.ts'
import { endStamps } from '../../src/cards/sweep.ts'
import { COUPON_TYPE } from '../../src/coupons/coupon.ts'
import { insertVersion, publishProgram } from '../../src/earning/store.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import { decimalToNumber } from '../../src/platform/decimal.ts'
import { type Database, run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { QUESTION_TYPE } from '../../src/quizzes/quiz.ts'
import { REWARD_TYPE } from '../../src/rewards/reward-type.ts'
import { insertCouponList } from '../../src/rewards/store/code-lists.ts'
import { type Cells, MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { changeSettings, findTenant } from '../../src/tenancy/store/tenants.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'
import { insertTiers } from '../../src/tiers/store/tiers.ts'
import { sweepTiers } from '../../src/tiers/sweep.ts'
import { GOAL_MEASURE } from '../../src/tiers/tier.ts'
import { Manager, startAdminApi } from '../support/admin.ts'
import { type ClockedApi, startClockedApi } from '../support/api-processes.ts'
import { clientOf } from '../support/client-of.ts'
import { day, importLines, outcomesOf, undoImport } from '../support/imports.ts'
import { createJsonClient, type JsonClient } from '../support/json-client.ts'
import { openShop } from '../support/open-shop.ts'
import { makeQuiz } from '../support/quizzes.ts'
import { makeReward } from '../support/rewards.ts'
import { configure } from '../support/storefront.ts'
import type { ShopKey } from '../support/test-api.ts'
import { cloneDatabase, openSealedTestDatabase, openTestDatabase } from '../support/test-database.ts'
import { toNumber } from './arithmetic.ts'
import type { Desk, GiftMade, ServerIds } from './command.ts'
import type { Program } from './earning.ts'
import type { Essence } from './essence.ts'
import { openPage } from './page.ts'
import { REWARD_VALUE } from './rewards.ts'
import { ADJUST_ABOVE, type SentBalance, type ShopSettings } from './shop.ts'
import { GIFTS, QUIZZES, REWARDS, toPublish, WITH_CODES, WITH_LIMIT } from './shop-plans.ts'
import { readCardsNow, readGifts } from './stored-cards.ts'
import { readStored, type ShopState } from './stored-state.ts'
import type { ModelTier } from './tier.ts'

export interface OpenedShop {
  readonly tenantId: number
  readonly key: ShopKey
  readonly sender: JsonClient
  readonly ids: ServerIds
}

const GIVING_TRIES = 20

export class Stage {
  readonly processes: readonly ClockedApi[]
  readonly database: Database
  readonly #everything: pg.Client
  readonly #drop: () => Promise<void>
  readonly #senders: JsonClient[] = []
  readonly #cells: Cells
  /** The same, where keys of storefronts can be made. */
  readonly #sealed: Cells
  /** The management API, beside the two processes. */
  #admin: FastifyInstance | null = null
  now: number

  private constructor(
    processes: readonly ClockedApi[],
    database: Database,
    everything: pg.Client,
    drop: () => Promise<void>,
    now: number,
    cells: Cells,
    sealed: Cells,
  ) {
    this.#cells = cells
    this.#sealed = sealed
    this.processes = processes
    this.database = database
    this.#everything = everything
    this.#drop = drop
    this.now = now
  }

  static async open(now: number): Promise<Stage> {
    const clone = await cloneDatabase()
    const everything = clientOf(clone.url)
    await everything.connect()
    const processes = await Promise.all([startClockedApi(clone.url, now), startClockedApi(clone.url, now)])
    const cells = openCells(new Map([[MAIN_CELL, clone.url]]), openTestDatabase)
    const sealed = openCells(new Map([[MAIN_CELL, clone.url]]), openSealedTestDatabase)
    const database = openTestDatabase(clone.url)
    const stage = new Stage(processes, database, everything, clone.drop, now, cells, sealed)
    stage.#admin = await startAdminApi({ cells, now: () => stage.now })
    return stage
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map((one) => one.stop()))
    for (const sender of this.#senders) sender.close()
    await this.#admin?.close()
    await this.#cells.close()
    await this.#sealed.close()
    await this.#everything.end()
    await this.database.close()
    await this.#drop()
  }

  async openShop(
    { timeZone, owes, graceDays, refundsRedeem, inactivity }: ShopSettings,
    program: Program,
    tiers: readonly ModelTier[],
  ): Promise<OpenedShop> {
    const settings = {
      takeBack: owes ? 'debt' : 'clamp',
      tierGraceDays: graceDays,
      refundsRedeemOnReturn: refundsRedeem,
      ...(inactivity && { inactivity }),
      // No limit of a day: which adjustment exceeds it would depend on what other clients do.
      approvals: { adjustAbove: String(toNumber(ADJUST_ABOVE)), adjustPerDay: '1000000' },
    } as const
    const untiered = { ...program, bonuses: program.bonuses.filter(({ kind }) => kind !== 'tier'), cards: [] }
    const shop = await openShop(this.database, {
      program: toPublish(untiered, { tiers: new Map(), rewards: new Map() }),
      timeZone,
      settings,
    })
    const { tenantId } = shop
    const sender = createJsonClient(shop.authorization)
    this.#senders.push(sender)
    // From the beginning: no process takes an order without looking who may be meant.
    await this.database.transaction([], (tx) => changeSettings(tx, tenantId, { hasUnclaimed: true }))
    const ids = {
      rewards: await this.#makeRewards(tenantId),
      ...(await this.#makeQuizzes(tenantId)),
      tiers: await this.#makeTiers(tenantId, tiers),
    }
    await configure({ sealedCells: this.#sealed, now: this.now }, tenantId, {
      isOn: true,
      slug: `model-${tenantId}`,
      content: { switches: { quizzes: true } },
    })
    const opened = { tenantId, key: shop, sender, ids }
    await this.publish(opened, program)
    return opened
  }

  deskOf(opened: OpenedShop): Desk {
    const { key } = opened
    return {
      giftsOf: (id) => this.#giftsOf(opened, id),
      pageOf: (id) =>
        openPage(
          opened.sender,
          this.processes.map(({ url }) => url),
          id,
        ),
      importBalance: (importId, sent, webhooks) => this.#import(opened, importId, sent, webhooks),
      undoImport: (importId) => this.#undoImport(opened, importId),
      send: (path, body) => {
        const [first, second] = this.processes
        const { url } = (this.now % 2 === 0 ? first : second) ?? { url: '' }
        return opened.sender.post(url, path, body)
      },
      externalCodeOf: (code) =>
        this.#textOf(
          `select external_code as text from redemption join coupon using (tenant_id)
           where tenant_id = $1 and coupon_key = code_key and code = $2`,
          [key.tenantId, code],
        ),
      publicIdOf: (id) =>
        this.#textOf('select public_id as text from customer where tenant_id = $1 and original_id = $2', [
          key.tenantId,
          id,
        ]),
      manager: new Manager(() => {
        if (!this.#admin) throw new Error('the management API has not started')
        return this.#admin
      }, key),
      numberOf: async (id) => {
        const { rows } = await this.database.read([key.tenantId], (tx) =>
          run(
            tx,
            sql<{ id: number }>`
            select id from customer where tenant_id = ${key.tenantId} and original_id = ${id}`,
          ),
        )
        return rows[0]?.id ?? 0
      },
      cardsOf: (id) =>
        this.database.read([key.tenantId], (tx) => readCardsNow(tx, key.tenantId, id, this.now)),
    }
  }

  async #import(
    opened: OpenedShop,
    importId: number,
    { who, email, points, pending, lastDay }: SentBalance,
    webhooks: 'silent' | 'send',
  ): Promise<string> {
    const values = {
      ...(who !== null && { originalId: who }),
      ...(email !== null && { email }),
      points,
      ...(pending && { pendingPoints: pending.points, availableOn: day(pending.from) }),
      ...(lastDay !== null && { expiresOn: day(lastDay) }),
    }
    const till = createTill({ database: this.database, clock: () => this.now, ...REWARDS_DUE })
    const done = await importLines({ cells: this.#cells, now: this.now }, opened, [values], {
      ...{ importId, options: { webhooks }, till },
    })
    return outcomesOf(done)[0] ?? ''
  }

  async #undoImport(opened: OpenedShop, importId: number): Promise<Essence> {
    const { done } = await undoImport({ cells: this.#cells, now: this.now }, opened, { importId })
    return { taken: decimalToNumber(done.taken.points), stays: decimalToNumber(done.stays.points) }
  }

  async #textOf(statement: string, values: readonly unknown[]): Promise<string> {
    const { rows } = await this.#everything.query<{ text: string }>(statement, [...values])
    return rows[0]?.text ?? ''
  }

  async #giftsOf(opened: OpenedShop, id: string): Promise<readonly GiftMade[]> {
    const { database, now } = this
    const tenant = await this.#tenantOf(opened)
    // Codes and limits are shared: where another client holds them for too long, what is due stays so, and is tried again.
    let isHeldUp = true
    for (let tries = 0; isHeldUp && tries < GIVING_TRIES; tries += 1) {
      isHeldUp = false
      const onFailure = (): void => {
        isHeldUp = true
      }
      const awards = { ...REWARDS_DUE.awards, onFailure }
      const till = createTill({ database, clock: () => now, ...REWARDS_DUE, awards })
      await till.run(settleOnly, { tenant, key: id })
    }
    return readGifts(this.#everything, opened.tenantId, id)
  }

  async publish({ tenantId, ids }: OpenedShop, program: Program): Promise<void> {
    const json = toPublish(program, ids)
    await this.database.transaction([tenantId], (tx) => publishProgram(tx, tenantId, json, this.now))
  }

  /** The next version, which takes effect at a moment to come. */
  async schedule({ tenantId, ids }: OpenedShop, program: Program, effectiveAt: number): Promise<void> {
    const json = toPublish(program, ids)
    const terms = { publishedAt: null, effectiveAt, publishedBy: null, note: null, source: null }
    await this.database.transaction([tenantId], (tx) => insertVersion(tx, tenantId, json, terms))
  }

  /** Publishes a change of what is live, and of all that waits. Returns the status of the answer. */
  async carry(opened: OpenedShop, program: Program): Promise<number> {
    const { manager } = this.deskOf(opened)
    const draft = { program: toPublish(program, opened.ids) }
    const { etag } = await manager.done('PUT', '/program/draft', draft, { ifMatch: '*' })
    const key = `carry-${this.now}`
    const { status } = await manager.send('POST', '/program/publish', { carry: true }, { ifMatch: etag, key })
    if (status !== 201) await manager.done('DELETE', '/program/draft', undefined, { ifMatch: '*' })
    return status
  }

  async #makeRewards(tenantId: number): Promise<Map<string, number>> {
    const rewards = new Map<string, number>()
    const all = [...REWARDS, ...GIFTS]
    for (const { name, points, cashbackMaximum, customerLimit, couponDays, isActive } of all) {
      const id = await makeReward(this.database, tenantId, {
        title: name,
        type: points === null ? REWARD_TYPE.cashback : REWARD_TYPE.fixedValue,
        points: points ?? 0n,
        value: points === null ? 0n : REWARD_VALUE,
        cashbackMaximum,
        customerUsageLimit: customerLimit,
        couponValidDays: couponDays,
        isActive,
        ...(name === WITH_LIMIT && { globalUsageLimit: 1_000_000 }),
      })
      rewards.set(name, id)
    }
    await this.addCodes(tenantId, rewards, [])
    return rewards
  }

  /** Another list of codes for the gift that has some. */
  async addCodes(
    tenantId: number,
    rewards: ReadonlyMap<string, number>,
    codes: readonly string[],
  ): Promise<void> {
    const list = {
      name: `Codes of ${this.now}`,
      rewardId: rewards.get(WITH_CODES) ?? 0,
      couponType: COUPON_TYPE.fixedValue,
      couponValue: REWARD_VALUE,
      codes,
    }
    await this.database.transaction([tenantId], (tx) => insertCouponList(tx, tenantId, list))
  }

  async switchGift({ tenantId, ids }: OpenedShop, name: string, isOn: boolean): Promise<void> {
    await this.#everything.query(
      'update reward_configuration set is_active = $3 where tenant_id = $1 and id = $2',
      [tenantId, ids.rewards.get(name), isOn],
    )
  }

  /** Tries again what is held of a reward, for these customers. */
  async retryHeld(shop: OpenedShop, gift: string, customers: readonly string[]): Promise<void> {
    const { database, now } = this
    const till = createTill({ database, clock: () => now, ...REWARDS_DUE })
    const tenant = await this.#tenantOf(shop)
    const retried = shop.ids.rewards.get(gift) ?? 0
    for (const customer of customers) {
      const { command, input } = REWARDS_DUE.awards.toGive(tenant, customer)
      await till.run(command, { ...input, retried } as typeof input)
    }
  }

  async #makeQuizzes(tenantId: number): Promise<Pick<ServerIds, 'questions' | 'quizzes'>> {
    for (const { name, points } of QUIZZES) {
      const questions = [{ text: 'Your perfect cup?', type: QUESTION_TYPE.openText }]
      await makeQuiz(this.database, tenantId, { name, points, questions })
    }
    const { rows } = await this.#everything.query<{ name: string; id: string; quiz: string }>(
      `select quiz.name, question.id, quiz.id as quiz from quiz join quiz_question as question
         on question.tenant_id = quiz.tenant_id and question.quiz_id = quiz.id
       where quiz.tenant_id = $1`,
      [tenantId],
    )
    return {
      questions: new Map(rows.map(({ name, id }) => [name, Number(id)])),
      quizzes: new Map(rows.map(({ name, quiz }) => [name, Number(quiz)])),
    }
  }

  async #makeTiers(tenantId: number, tiers: readonly ModelTier[]): Promise<Map<string, number>> {
    if (tiers.length === 0) return new Map()
    await this.database.transaction([], (tx) => changeSettings(tx, tenantId, { usesTiers: true }))
    const made = tiers.map(({ name, order, isBase, goals, multiplier }) => ({
      name,
      order,
      isBase,
      goals: goals.map(({ measure, value, months }) => ({
        name: measure,
        measure: GOAL_MEASURE[measure],
        value,
        months,
      })),
      benefits: multiplier === null ? [] : [{ description: 'more points', multiplier }],
    }))
    const ids = await this.database.transaction([tenantId], (tx) => insertTiers(tx, tenantId, made))
    return new Map(tiers.map(({ name }, index) => [name, ids[index] ?? 0]))
  }

  async moveClock(now: number): Promise<void> {
    this.now = now
    await Promise.all(this.processes.map((one) => one.moveClock(now)))
  }

  /** What `punchcard work` does at night. */
  async lookAtTiers(shop: OpenedShop): Promise<void> {
    const { database, now } = this
    const till = createTill({ database, clock: () => now, ...REWARDS_DUE })
    await sweepTiers({ database, till, tenant: await this.#tenantOf(shop), now })
  }

  /** Tells customers whose points will end because nothing happens. */
  async giveNotices(shop: OpenedShop): Promise<void> {
    const { database, now } = this
    const till = createTill({ database, clock: () => now, ...REWARDS_DUE })
    await noticeInactive({ database, till, tenant: await this.#tenantOf(shop), now })
  }

  /** The daily end of stamps. */
  async endStamps(shop: OpenedShop): Promise<void> {
    const { database, now } = this
    const till = createTill({ database, clock: () => now, ...REWARDS_DUE })
    await endStamps({ database, till, tenant: await this.#tenantOf(shop), now })
  }

  /** Opens and expires whatever is due, so that it makes no difference who had been asked for since. */
  async settle(shop: OpenedShop): Promise<void> {
    const sweep = new Sweep({
      database: this.database,
      clock: () => this.now,
      ...REWARDS_DUE,
    })
    const tenants = [await this.#tenantOf(shop)]
    while ((await sweep.round(tenants)) > 0) {}
  }

  async #tenantOf({ tenantId }: OpenedShop): Promise<Tenant> {
    const tenant = await this.database.transaction([], (tx) => findTenant(tx, tenantId))
    if (!tenant) throw new Error('the merchant is gone')
    return tenant
  }

  read({ tenantId }: OpenedShop): Promise<ShopState> {
    return readStored(this.#everything, tenantId)
  }

  /** Why customers have changed their tier, once for each time. */
  async readTierMoves({ tenantId }: OpenedShop): Promise<string[]> {
    const { rows } = await this.#everything.query<{ reason: string }>(
      'select reason from tier_move where tenant_id = $1',
      [tenantId],
    )
    return rows.map(({ reason }) => `tier: ${reason}`)
  }

  async expectVerified(shop: OpenedShop): Promise<void> {
    const { tenantId } = shop
    expect(
      (
        await verifyMerchant(this.database, await this.#tenantOf(shop), this.database, {
          clock: () => this.now,
        })
      ).differences,
    ).toEqual([])
    const { rows } = await this.#everything.query(
      `select customer.original_id from customer
       left join point_event as event on event.tenant_id = $1 and event.customer_id = customer.id
         and event.sequence > 0
       where customer.tenant_id = $1
       group by customer.id, customer.original_id, event_sequence
       having array_agg(event.sequence order by event.sequence) filter (where event.sequence is not null)
         is distinct from (select array_agg(number) from generate_series(1, event_sequence) as number)`,
      [tenantId],
    )
    expect(rows, 'customers whose events are not 1, 2, 3 …').toEqual([])
    const { rows: others } = await this.#everything.query(
      `select customer.original_id from customer
       left join point_event as event on event.tenant_id = $1 and event.customer_id = customer.id
         and event.sequence < 0
       where customer.tenant_id = $1
       group by customer.id, customer.original_id, other_sequence
       having array_agg(-event.sequence order by -event.sequence) filter (where event.sequence is not null)
         is distinct from (select array_agg(number) from generate_series(1, other_sequence) as number)`,
      [tenantId],
    )
    expect(others, 'customers whose other events are not 1, 2, 3 …').toEqual([])
  }
}
