/** One person is one person: not several by tokens, and not two by an invited second account. */
import { beforeEach, describe, expect, it } from 'vitest'
import { run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { type Browser, PASSWORD, usePeople } from '../support/people.ts'
import { START, useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const used = usePeople(() => test.api)
const HOUR = 3_600_000

beforeEach(() => {
  test.api.now = START
})

/** A merchant with one customer, where one person may adjust 100 points a day, and 1,000 of one customer. */
async function openShop() {
  const { tenantId, authorization } = await test.api.openShop()
  const settings = JSON.stringify({ approvals: { adjustAbove: '1000', adjustPerDay: '100', erase: true } })
  await test.api.cells.directory.transaction([], (tx) =>
    run(tx, sql`update tenant set settings = ${settings}::jsonb where id = ${tenantId}`),
  )
  await test.api.send({
    method: 'POST',
    url: '/v1/pvt/Customer',
    headers: { authorization },
    payload: { OriginalId: 'ana', Name: 'Ana' },
  })
  const owner = await used.people.member(tenantId, 'owner', 'Mallory')
  const path = (rest: string) => `/tenants/${tenantId}${rest}`
  const found = await owner.browser.done<{ items: { id: number }[] }>('GET', path('/customers'))
  return { tenantId, owner, path, customer: found.body.items[0]?.id ?? 0 }
}

type OpenShop = Awaited<ReturnType<typeof openShop>>
let keys = 0

const adjust = (shop: OpenShop, browser: Browser, points: string, headers: object = {}) => {
  keys += 1
  return browser.send<{ approval: { id: number } }>(
    'POST',
    shop.path(`/customers/${shop.customer}/adjustments`),
    { points, reason: 'goodwill', note: 'asked' },
    { headers: { 'idempotency-key': `k${keys}`, ...headers } },
  )
}

const approve = (shop: OpenShop, browser: Browser, id: number) =>
  browser.send('POST', shop.path(`/approvals/${id}/approve`), {})

/** A second account of somebody's own, made by an invitation that they accept themselves. */
async function ghostOf(shop: OpenShop, role: 'owner' | 'manager') {
  keys += 1
  const email = `ghost-${keys}@shop.example`
  const made = await shop.owner.browser.done<{ link: string }>('POST', shop.path('/people/invitations'), {
    email,
    role,
  })
  const browser = used.people.browser()
  await browser.done('POST', '/invitations/accept', {
    token: made.body.link.split('/').at(-1),
    name: 'Ghost',
    password: PASSWORD,
  })
  return { email, browser }
}

describe('limits of adjusting', () => {
  it('count for the person who made a service token, however many they make', async () => {
    const shop = await openShop()
    const token = async () => {
      const made = await shop.owner.browser.done<{ secret: string }>('POST', shop.path('/tokens'), {
        label: 'CI',
        permissions: ['customers.read', 'points.adjust'],
      })
      return { authorization: `Bearer ${made.body.secret}` }
    }
    const anybody = used.people.browser()
    expect((await adjust(shop, anybody, '60', await token())).status).toBe(201)
    // A second token has the same limit, which is used up by now, and a token can't ask a second person.
    expect((await adjust(shop, anybody, '60', await token())).status).toBe(403)
    expect((await adjust(shop, shop.owner.browser, '60')).status).toBe(202)
    expect((await adjust(shop, shop.owner.browser, '40')).status).toBe(201)
    const other = await used.people.member(shop.tenantId, 'support')
    expect((await adjust(shop, other.browser, '60')).status).toBe(201)
  })
})

describe('a second account that an owner has invited', () => {
  it.each(['owner', 'manager'] as const)('%s: approves nothing on its first day', async (role) => {
    const shop = await openShop()
    const asked = await adjust(shop, shop.owner.browser, '500')
    expect(asked.status).toBe(202)
    const { id } = asked.body.approval
    const ghost = await ghostOf(shop, role)
    expect(await approve(shop, ghost.browser, id)).toMatchObject({ status: 403, body: { code: 'tooNew' } })
    // Nor what is asked for after it has come.
    const later = await adjust(shop, shop.owner.browser, '500')
    expect((await approve(shop, ghost.browser, later.body.approval.id)).status).toBe(403)
    test.api.now += 24 * HOUR - 1
    await ghost.browser.signIn(ghost.email)
    expect((await approve(shop, ghost.browser, id)).status).toBe(403)
    test.api.now += 1
    expect((await approve(shop, ghost.browser, id)).status).toBe(200)
  })

  it('asks for no erasure on its first day that anybody approves', async () => {
    const shop = await openShop()
    const ghost = await ghostOf(shop, 'owner')
    const asked = await ghost.browser.send<{ approval: { id: number } }>(
      'POST',
      shop.path(`/customers/${shop.customer}/erase`),
      { confirm: 'ana', reason: 'asked' },
      { headers: { 'idempotency-key': 'e' } },
    )
    expect(asked.status).toBe(202)
    expect(await approve(shop, shop.owner.browser, asked.body.approval.id)).toMatchObject({
      status: 403,
      body: { code: 'tooNew' },
    })
  })

  it('asks for nothing on its first day that anybody approves, also when it is gone again', async () => {
    const shop = await openShop()
    const ghost = await ghostOf(shop, 'manager')
    const asked = await adjust(shop, ghost.browser, '500')
    expect(asked.status).toBe(202)
    const { id } = asked.body.approval
    expect((await approve(shop, shop.owner.browser, id)).status).toBe(403)
    const erasing = await shop.owner.browser.send<{ approval: { id: number } }>(
      'POST',
      shop.path(`/customers/${shop.customer}/erase`),
      { confirm: 'ana', reason: 'asked' },
      { headers: { 'idempotency-key': 'e' } },
    )
    expect(erasing.status).toBe(202)
    expect((await approve(shop, ghost.browser, erasing.body.approval.id)).status).toBe(403)
    const people = await shop.owner.browser.done<{ items: { id: number; name: string }[] }>(
      'GET',
      shop.path('/people'),
    )
    const { id: ghostId } = people.body.items.find(({ name }) => name === 'Ghost') ?? { id: 0 }
    await shop.owner.browser.done('DELETE', shop.path(`/people/${ghostId}`), undefined, { ifMatch: '*' })
    expect((await approve(shop, shop.owner.browser, id)).status).toBe(403)
  })

  it('is as new when it was there before and gets the role now', async () => {
    const shop = await openShop()
    const viewer = await used.people.person(shop.tenantId, 'viewer')
    const asked = await adjust(shop, shop.owner.browser, '500')
    await shop.owner.browser.done(
      'PATCH',
      shop.path(`/people/${viewer.id}`),
      { role: 'manager' },
      { ifMatch: '*' },
    )
    const browser = await used.people.signedIn(viewer)
    expect((await approve(shop, browser, asked.body.approval.id)).status).toBe(403)
    // Refusing is always possible.
    const refused = await browser.send('POST', shop.path(`/approvals/${asked.body.approval.id}/reject`), {})
    expect(refused.status).toBe(200)
  })

  it('whom the operator has let in approves at once', async () => {
    const shop = await openShop()
    const asked = await adjust(shop, shop.owner.browser, '500')
    const other = await used.people.member(shop.tenantId, 'manager')
    expect((await approve(shop, other.browser, asked.body.approval.id)).status).toBe(200)
  })
})
