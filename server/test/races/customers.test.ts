/** Customers that are saved by several requests at the same moment, sent to one process and to two. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CustomerResult, UpsertCustomerResult } from '../../src/customers/private-api/schema.ts'
import type { OrderResult } from '../../src/orders/private-api/schema.ts'
import type { Answer } from '../support/json-client.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { program } from '../support/shop.ts'
import { useProcesses } from '../support/use-processes.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
vi.setConfig({ testTimeout: 300_000 })

const SIGNUP = { id: 3, kind: 'signup', points: '50' } as const

describe.for([1, 2])('%i API processes on one database', (processCount) => {
  const served = useProcesses(processCount, program({}, SIGNUP))
  afterEach(async () => {
    expect((await verifyMerchant(served.database, served.shop.tenantId)).differences).toEqual([])
  })
  const create = (index: number, body: object) => served.post<CustomerResult>(index, '/v1/pvt/Customer', body)
  const upsert = (index: number, body: object) =>
    served.post<UpsertCustomerResult>(index, '/v1/pvt/Customer/upsert', body)
  const update = (index: number, id: string, body: object) =>
    served.client.send<CustomerResult>('PUT', `${served.urlOf(index)}/v1/pvt/Customer/${id}`, body)
  const order = (index: number, id: string, customer: string) =>
    served.post<OrderResult>(index, '/v1/pvt/POS/orders', orderToSend(id, customer, 10))

  /** The numbers of the errors; null for what was done. */
  const codes = (answers: readonly Answer<unknown>[]) => {
    for (const { status } of answers) expect(status).toBe(200)
    return answers.map(({ body }) => body.ErrorCode).sort((a, b) => (a ?? 0) - (b ?? 0))
  }

  /** How many customers were made since, and how many records of signing up they have. */
  async function countMade(prefix: string): Promise<{ customers: number; signups: number }> {
    const { rows } = await served.everything.query(
      `select count(distinct customer.id)::int as customers, count(record.id)::int as signups
       from customer
       left join point_record as record on record.tenant_id = customer.tenant_id
         and record.customer_id = customer.id and record.type = 1
       where customer.tenant_id = $1 and customer.original_id like $2 || '%'`,
      [served.shop.tenantId, prefix],
    )
    return rows[0]
  }

  async function repeat(race: (repetition: string, index: number) => Promise<void>): Promise<void> {
    for (let index = 0; index < REPETITIONS; index += 1) await race(`${processCount}-${index}`, index)
  }

  test('the same new id is made once; the same content is answered as the first time', async () => {
    await repeat(async (at, index) => {
      const same = [0, 1, 2, 3].map((n) => create(index + n, { OriginalId: `same-${at}`, Name: 'Ana' }))
      const answers = await Promise.all(same)
      expect(codes(answers)).toEqual([null, null, null, null])
      expect(new Set(answers.map(({ body }) => body.Result?.PublicId)).size).toBe(1)
      const other = [0, 1].map((n) => create(index + n, { OriginalId: `other-${at}`, Name: `Ana ${n}` }))
      expect(codes(await Promise.all(other))).toEqual([null, 68])
    })
    expect(await countMade('same-')).toEqual({ customers: REPETITIONS, signups: REPETITIONS })
    expect(await countMade('other-')).toEqual({ customers: REPETITIONS, signups: REPETITIONS })
  })

  test('of several customers with the same e-mail or document one is made', async () => {
    await repeat(async (at, index) => {
      const email = [0, 1, 2].map((n) =>
        create(index + n, { OriginalId: `e${n}-${at}`, Email: `${at}@x.com` }),
      )
      expect(codes(await Promise.all(email))).toEqual([null, 118, 118])
      const both = [0, 1, 2, 3].map((n) =>
        create(index + n, {
          OriginalId: `d${n}-${at}`,
          Email: n % 2 === 0 ? `a-${at}@x.com` : `b-${at}@x.com`,
          Document: n < 2 ? `a${at}` : `b${at}`,
        }),
      )
      // Each shares its e-mail with one and its document with another: the two that share nothing, or one alone.
      const made = codes(await Promise.all(both)).filter((code) => code === null)
      expect(made.length).toBeGreaterThanOrEqual(1)
      expect(made.length).toBeLessThanOrEqual(2)
    })
    const { rows } = await served.everything.query(
      `select term from customer_term where tenant_id = $1 and (term like 'e:%' or term like 'd:%')
       group by term having count(*) > 1`,
      [served.shop.tenantId],
    )
    expect(rows).toEqual([])
  })

  test('two customers do not get the same id', async () => {
    await repeat(async (at, index) => {
      await Promise.all([0, 1].map((n) => create(index, { OriginalId: `from${n}-${at}` })))
      const renames = [0, 1].map((n) => update(index + n, `from${n}-${at}`, { OriginalId: `to-${at}` }))
      expect(codes(await Promise.all(renames))).toEqual([null, 41])
    })
    expect(await countMade('to-')).toEqual({ customers: REPETITIONS, signups: REPETITIONS })
  })

  test('an order by the old id, while that changes, is the same customer’s', async () => {
    await repeat(async (at, index) => {
      const { body } = await create(index, { OriginalId: `old-${at}` })
      const [renamed, ...orders] = await Promise.all([
        update(index, `old-${at}`, { OriginalId: `new-${at}` }),
        ...[1, 2, 3].map((n) => order(index + n, `o${n}-old-${at}`, `old-${at}`)),
      ])
      expect(codes([renamed, ...orders])).toEqual([null, null, null, null])
      const ids = orders.map(({ body: { Result } }) => Result?.Customer.PublicId)
      expect(new Set(ids)).toEqual(new Set([body.Result?.PublicId]))
      const { body: last } = await order(index, `o4-old-${at}`, `old-${at}`)
      expect(last.Result?.Customer).toMatchObject({ OriginalId: `new-${at}`, PointsBalance: 90 })
    })
    expect(await countMade('old-')).toEqual({ customers: 0, signups: 0 })
  })

  test('an order by an id that a customer gets at that moment is that customer’s, or its own and keeps the id', async () => {
    await repeat(async (at, index) => {
      const { body } = await create(index, { OriginalId: `was-${at}` })
      const [renamed, placed] = await Promise.all([
        update(index, `was-${at}`, { OriginalId: `is-${at}` }),
        order(index + 1, `o-is-${at}`, `is-${at}`),
      ])
      expect(placed.body.HasError).toBe(false)
      const isRenamed = renamed.body.ErrorCode === null
      if (!isRenamed) expect(renamed.body.ErrorCode).toBe(41)
      expect(placed.body.Result?.Customer.PublicId === body.Result?.PublicId).toBe(isRenamed)
    })
    expect((await countMade('is-')).customers).toBe(REPETITIONS)
  })

  test('a customer that is made, renamed and ordered for at once is one customer', async () => {
    await repeat(async (at, index) => {
      const sent = [0, 1, 2, 3, 4, 5].flatMap((n) => [
        create(index + n, { OriginalId: `a-${at}` }),
        update(index + n + 1, `a-${at}`, { OriginalId: `b-${at}` }),
        order(index + n, `o${n}-a-${at}`, `a-${at}`),
      ])
      for (const { status } of await Promise.all<Answer<unknown>>(sent)) expect(status).toBe(200)
      await update(index, `a-${at}`, { OriginalId: `b-${at}` })
    })
    expect(await countMade('a-')).toEqual({ customers: 0, signups: 0 })
    expect(await countMade('b-')).toEqual({ customers: REPETITIONS, signups: REPETITIONS })
  })

  test('a customer of a sync is made once, also beside its first order', async () => {
    await repeat(async (at, index) => {
      const twice = [0, 1].map((n) => upsert(index + n, { OriginalId: `up-${at}`, Name: 'Ana' }))
      const done = (await Promise.all(twice)).map(({ body }) => body.Result?.Operation)
      expect(done.sort()).toEqual(['Created', 'Unchanged'])
      const [saved, placed] = await Promise.all([
        upsert(index, { OriginalId: `up2-${at}`, Name: 'Eva' }),
        order(index + 1, `o-up2-${at}`, `up2-${at}`),
      ])
      expect(codes([saved, placed])).toEqual([null, null])
    })
    expect(await countMade('up')).toEqual({ customers: 2 * REPETITIONS, signups: 2 * REPETITIONS })
  })
})
