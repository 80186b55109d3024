/** What waits for a person: src/management/needs. */
import { expect, it } from 'vitest'
import type { Permission } from '../../src/contract/permission.ts'
import type { Needs } from '../../src/management/needs/schema.ts'
import { type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { COFFEE_CARD, coffees } from '../support/coffee-card.ts'
import { MASKED } from '../support/seen.ts'
import { DAY_MS, iso, program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { webhookTools } from '../support/webhooks.ts'

const test = useShops()
const admin = useManager(
  () => test.api,
  () => {
    const { sealer, reach } = webhookTools(test.api)
    return { sealer, reach }
  },
)

const DAVI: SendOptions = { as: 'Davi', actor: 'person:8' }
const NOTHING: Needs = {
  ...{ differences: 0, approvals: { count: 0, items: [] }, endpoints: [] },
  backtestDiffers: 0,
  ...{
    couponLists: [],
    exportsReady: [],
    heldAwards: [],
    heldReferrals: null,
    figuresDiffer: null,
    figuresBehind: null,
  },
  monthReady: null,
}
const needsOf = async (manager: Manager, options?: SendOptions) =>
  (await manager.done<Needs>('GET', '/needs', undefined, options)).body

async function open() {
  const shop = await test.open(undefined, { settings: { approvals: { adjustAbove: '50' } } })
  await shop.completed('1', 'ana', 100, { Customer: { OriginalId: 'ana', Name: 'Ana Lima' } })
  const manager = admin.manager(shop.key)
  const { body } = await manager.done<{ items: { id: number }[] }>('GET', '/customers')
  return { shop, manager, customerId: body.items[0]?.id ?? 0 }
}

it('is nothing where all is well', async () => {
  const { manager } = await open()
  expect(await needsOf(manager)).toEqual(NOTHING)
})

it('is what the nightly verification found, for who may change settings, and of the own merchant alone', async () => {
  const { shop, manager } = await open()
  const other = await open()
  await test.reader.query(
    `insert into verification (tenant_id, shard, night, begun_at, differences, last_differences)
     values ($1, 1, '2026-06-01', now(), 0, 2), ($1, 2, '2026-06-02', now(), 3, 0)`,
    [shop.tenantId],
  )
  expect(await needsOf(manager)).toEqual({ ...NOTHING, differences: 5 })
  expect(await needsOf(manager, { permissions: ['program.read'] })).toEqual(NOTHING)
  expect(await needsOf(other.manager)).toEqual(NOTHING)
})

it('is what others have asked for, oldest first and counted, until it is decided or over', async () => {
  const { manager, customerId } = await open()
  const path = `/customers/${customerId}/adjustments`
  const ask = (points: string, options: SendOptions) =>
    manager.done<{ approval: { id: number } }>('POST', path, { points, reason: 'other', note: 'x' }, options)
  const first = (await ask('60', DAVI)).body.approval
  for (const points of ['70', '-80', '90', '91', '92']) await ask(points, DAVI)
  await ask('1000', {})
  const { approvals } = await needsOf(manager)
  expect(approvals.count).toBe(6)
  expect(approvals.items.map(({ points }) => points)).toEqual(['60', '70', '-80', '90', '91'])
  expect(approvals.items[0]).toEqual({
    id: first.id,
    kind: 'adjustment',
    by: { kind: 'person', id: 8, label: 'Davi' },
    customer: expect.objectContaining({ id: customerId, name: 'Ana Lima' }),
    import: null,
    points: '60',
    cashback: null,
    requestedAt: iso(test.api.now),
  })
  // Who has asked for it can't decide it, who may not decide is not asked, and no other merchant hears of it.
  expect((await needsOf(manager, DAVI)).approvals).toMatchObject({ count: 1, items: [{ points: '1000' }] })
  expect(await needsOf(manager, { permissions: ['program.read', 'points.adjust'] })).toEqual(NOTHING)
  expect(await needsOf(admin.manager((await test.open()).key))).toEqual(NOTHING)
  const masked: Permission[] = [...(MASKED.permissions ?? []), 'program.read', 'approvals.decide']
  const unseen = await needsOf(manager, { permissions: masked })
  expect(unseen.approvals.items[0]?.customer?.name).toBe('A••• L•••')
  await manager.done('POST', `/approvals/${first.id}/reject`, {})
  expect((await needsOf(manager)).approvals.count).toBe(5)
  test.api.now += 8 * DAY_MS
  expect((await needsOf(manager)).approvals.count).toBe(0)
})

it('is an endpoint that receives nothing, was given up, or has missed something; not one that is paused', async () => {
  const { manager, shop } = await open()
  const made = async (description: string) => {
    const sent = { url: `https://${description || 'no-name'}.example/in`, topics: ['Point_Add'], description }
    return (await manager.done<{ endpoint: { id: number } }>('POST', '/webhook-endpoints', sent)).body
      .endpoint.id
  }
  const [erp, old, quiet] = [await made('ERP'), await made(''), await made('quiet')]
  await made('well')
  const since = '2026-01-02T03:04:05.000Z'
  const change = (text: string, id: number | undefined) =>
    test.reader.query(text.replaceAll('$since', `'${since}'`), [shop.tenantId, id])
  await change(
    'update webhook_cursor set failing_since = $since where tenant_id = $1 and endpoint_id = $2',
    erp,
  )
  await change(
    'update webhook_cursor set failing_since = $since where tenant_id = $1 and endpoint_id = $2',
    quiet,
  )
  await change(
    'update webhook_endpoint set state = 2, state_since = $since where tenant_id = $1 and id = $2',
    old,
  )
  await manager.done('POST', `/webhook-endpoints/${quiet}/pause`)
  await shop.completed('2', 'ana', 10)
  expect((await needsOf(manager)).endpoints).toEqual([
    { id: erp, name: 'ERP', trouble: 'failing', since, events: 1 },
    { id: old, name: 'https://no-name.example/in', trouble: 'disabled', since, events: 1 },
  ])
  expect((await needsOf(manager, { permissions: ['program.read'] })).endpoints).toEqual([])
})

it('is a list of codes that falls below what its merchant wants to be warned at, the emptiest first', async () => {
  const { manager } = await open()
  const { body: reward } = await manager.done<{ id: number }>('POST', '/rewards', {
    ...{ key: 'mug', type: 'custom', title: 'Mug', points: '100' },
  })
  const lists: number[] = []
  for (const [name, warnBelow, codes] of [
    ['Full', 2, 3],
    ['Low', 5, 4],
    ['Unwatched', null, 0],
    ['Empty', 1, 0],
  ] as const) {
    const sent = { name, rewardId: reward.id, warnBelow }
    const { body } = await manager.done<{ id: number }>('POST', '/coupon-lists', sent)
    lists.push(body.id)
    const text = Array.from({ length: codes }, (_, index) => `${name}-${index}`).join('\n')
    if (codes > 0) await manager.done('POST', `/coupon-lists/${body.id}/codes`, text)
  }
  expect((await needsOf(manager)).couponLists).toEqual([
    { id: lists[3], name: 'Empty', codes: 0, left: 0, runsOutOn: null, givenBy: [] },
    { id: lists[1], name: 'Low', codes: 4, left: 4, runsOutOn: null, givenBy: [] },
  ])
})

it('is what rules could not give, and a list that runs short of what a rule gives', async () => {
  const shop = await test.open(program({}))
  const manager = admin.manager(shop.key)
  const reward = await shop.makeReward({ title: 'House coffee' }, ['C-1'])
  const { points: _, ...card } = COFFEE_CARD
  await shop.publish(program({}, { ...card, reward: String(reward) }))
  const rule = { id: 12, name: 'Coffee card', version: 2, isCurrent: true }
  expect((await needsOf(manager)).couponLists).toMatchObject([{ codes: 1, left: 1, givenBy: [rule] }])
  for (const [index, customer] of ['ana', 'bia', 'caio'].entries()) {
    await shop.completed(String(index), customer, 80, coffees(10))
    await shop.history(customer)
  }
  const needs = await needsOf(manager)
  expect(needs.heldAwards).toEqual([
    { reward: { id: reward, title: 'House coffee' }, count: 2, because: 'noCodes' },
  ])
  expect(needs.couponLists).toMatchObject([{ codes: 1, left: 0, givenBy: [rule] }])
  expect(await needsOf(manager, { permissions: ['program.read'] })).toEqual(NOTHING)
  expect((await needsOf(admin.manager((await test.open()).key))).heldAwards).toEqual([])
})
