/** What operators see and do in the panel, and what merchants see of that. */
import { describe, expect, it } from 'vitest'
import { type Browser, usePeople } from '../support/people.ts'
import { program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const shops = useShops()
const used = usePeople(() => shops.api)
const HOUR_MS = 3_600_000
const operator = (name?: string) => used.people.operator(name)

interface Listed {
  readonly items: readonly Record<string, unknown>[]
  readonly nextCursor: string | null
}

async function merchants(browser: Browser): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`
    const { body } = await browser.done<Listed>('GET', `/platform/merchants?limit=2${query}`)
    all.push(...body.items)
    cursor = body.nextCursor
  } while (cursor !== null)
  return all
}

describe("the operator's list of merchants", () => {
  it('has every merchant with how much it sells, and nothing of what or who', async () => {
    const shop = await shops.open(program(), { name: 'Busy' })
    const idle = await shops.open(null, { name: 'Idle', isSandbox: true })
    for (let order = 0; order < 3; order += 1) await shop.completed(`o${order}`, `ana${order}`, 10)
    await shops.reader.query(
      `insert into failed_request (tenant_id, at, operation, status, message, request_id, api_token, count)
      values ($1, $2, 'x', 400, 'x', 'r', 't', 4)`,
      [shop.tenantId, new Date(shops.api.now)],
    )
    const { browser } = await operator()
    const listed = await merchants(browser)
    expect(listed.find(({ id }) => id === shop.tenantId)).toEqual({
      id: shop.tenantId,
      name: 'Busy',
      cell: 'main',
      isSandbox: false,
      state: 'active',
      stateSince: null,
      stateReason: null,
      deleteAfter: null,
      figures: {
        customers: 3,
        ordersLastDay: 3,
        errorsLastDay: 4,
        lastOrderAt: new Date(shops.api.now).toISOString(),
      },
      supportUntil: null,
    })
    expect(listed.find(({ id }) => id === idle.tenantId)).toMatchObject({
      isSandbox: true,
      figures: { customers: 0, ordersLastDay: 0, errorsLastDay: 0, lastOrderAt: null },
    })
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
    expect((await browser.get(`/tenants/${shop.tenantId}/customers`)).status).toBe(404)
  })

  it('shows a merchant also where its cell does not answer', async () => {
    const shop = await shops.open(null)
    await shops.reader.query(`update tenant set cell = 'away' where id = $1`, [shop.tenantId])
    const { browser } = await operator()
    expect((await merchants(browser)).find(({ id }) => id === shop.tenantId)).toMatchObject({
      cell: 'away',
      figures: null,
    })
    await shops.reader.query(`update tenant set cell = 'main' where id = $1`, [shop.tenantId])
  })

  it('is for operators alone, and ends with their being one', async () => {
    const shop = await shops.open(null)
    const owner = await used.people.member(shop.tenantId, 'owner')
    const path = `/platform/merchants/${shop.tenantId}`
    const reason = 'mine'
    for (const [method, url, body] of [
      ['GET', '/platform/merchants', undefined],
      ['POST', `${path}/suspend`, { reason }],
      ['POST', `${path}/resume`, undefined],
      ['POST', `${path}/support-access`, { hours: 1, reason }],
      ['DELETE', `${path}/support-access`, undefined],
    ] as const) {
      expect([url, (await owner.browser.send(method, url, body)).status]).toEqual([url, 404])
    }
    const former = await operator()
    await shops.reader.query('update person set is_operator = false where id = $1', [former.id])
    expect((await former.browser.get('/platform/merchants')).status).toBe(404)
  })

  it('suspends and resumes with a reason, in the name of the operator', async () => {
    const shop = await shops.open(program())
    const { browser, id } = await operator('Olga')
    const owner = await used.people.member(shop.tenantId, 'owner')
    const path = `/platform/merchants/${shop.tenantId}`
    expect((await browser.send('POST', `${path}/suspend`, {})).status).toBe(422)
    await browser.done('POST', `${path}/suspend`, { reason: 'unpaid' })
    const { authorization } = shop.key
    const asked = () => shops.api.send({ url: '/v1/pvt/Customer/ana/points', headers: { authorization } })
    await until(async () => (await asked()).statusCode === 403)
    await browser.done('POST', `${path}/resume`)
    await until(async () => (await asked()).statusCode === 200)
    const audit = await owner.browser.done<Listed>('GET', `/tenants/${shop.tenantId}/audit`)
    expect(audit.body.items).toMatchObject([
      { action: 'tenant.resume', actor: { kind: 'operator', id, label: 'Olga' }, via: 'panel' },
      { action: 'tenant.suspend', actor: { kind: 'operator', id, label: 'Olga' }, note: 'unpaid' },
    ])
    expect((await browser.send('POST', '/platform/merchants/999999/suspend', { reason: 'x' })).status).toBe(
      404,
    )
    const before = shops.api.now
    shops.api.now += 11 * 60_000
    expect((await browser.send('POST', `${path}/suspend`, { reason: 'x' })).body).toMatchObject({
      type: 'urn:punchcard:problem:confirm',
    })
    shops.api.now = before
  })
})

describe('support access', () => {
  it('lets an operator look for some hours, masked and without changing anything, and the merchant sees it', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 10, {
      Customer: { OriginalId: 'ana', Name: 'Ana Lima', Email: 'ana@lima.example' },
    })
    const owner = await used.people.member(shop.tenantId, 'owner')
    const { browser } = await operator('Olga')
    const path = `/tenants/${shop.tenantId}`
    const open = `/platform/merchants/${shop.tenantId}/support-access`
    expect((await browser.get(path)).status).toBe(404)
    for (const body of [
      { hours: 0, reason: 'x' },
      { hours: 73, reason: 'x' },
      { hours: 1, reason: ' ' },
      { hours: 1 },
    ]) {
      expect((await browser.send('POST', open, body)).status).toBe(422)
    }
    const { body } = await browser.done<{ endsAt: string }>('POST', open, {
      hours: 2,
      reason: 'webhooks fail',
    })
    expect(Date.parse(body.endsAt)).toBe(shops.api.now + 2 * HOUR_MS)

    expect((await browser.get(path)).status).toBe(200)
    const listed = await browser.done<Listed>('GET', `${path}/customers?search=ana`)
    expect(JSON.stringify(listed.body)).not.toMatch(/Lima|ana@/)
    for (const [method, url, sent] of [
      ['PATCH', path, { name: 'Mine' }],
      ['POST', `${path}/people/invitations`, { email: 'me@host.example', role: 'owner' }],
      ['POST', `${path}/api-keys`, { label: 'mine' }],
      ['GET', `${path}/people`, undefined],
    ] as const) {
      expect([url, (await browser.send(method, url, sent, { ifMatch: '*' })).status]).toEqual([url, 403])
    }
    const mine = await browser.done<{ memberships: object[] }>('GET', '/session')
    expect(mine.body.memberships).toMatchObject([
      { tenant: { id: shop.tenantId }, supportUntil: body.endsAt },
    ])

    const theirs = await owner.browser.done<{ memberships: object[] }>('GET', '/session')
    expect(theirs.body.memberships).toMatchObject([
      {
        supportUntil: null,
        supportAccess: [{ operator: 'Olga', reason: 'webhooks fail', endsAt: body.endsAt }],
      },
    ])
    const audit = await owner.browser.done<Listed>('GET', `${path}/audit`)
    expect(audit.body.items[0]).toMatchObject({
      action: 'support.open',
      actor: { kind: 'operator', label: 'Olga' },
      note: 'webhooks fail',
    })
    // It ends by itself.
    shops.api.now += 2 * HOUR_MS - 60_000
    const late = await used.people.signedIn({ id: (await operator()).id })
    expect((await late.get(path)).status).toBe(404)
    shops.api.now += 60_000
    expect((await browser.get(path)).status).toBe(404)
    const after = await browser.done<{ memberships: object[] }>('GET', '/session')
    expect(after.body.memberships).toEqual([])
  })

  it('is ended by an owner at once, and by nobody of another merchant', async () => {
    const [shop, other] = [await shops.open(null), await shops.open(null)]
    const owner = await used.people.member(shop.tenantId, 'owner')
    const manager = await used.people.member(shop.tenantId, 'manager')
    const stranger = await used.people.member(other.tenantId, 'owner')
    const { browser } = await operator()
    const open = `/platform/merchants/${shop.tenantId}/support-access`
    await browser.done('POST', open, { hours: 1, reason: 'a first look' })
    await browser.done('POST', open, { hours: 72, reason: 'a longer look' })
    const session = await owner.browser.done<{ memberships: { supportAccess: { id: number }[] }[] }>(
      'GET',
      '/session',
    )
    const access = session.body.memberships[0]?.supportAccess ?? []
    expect(access).toMatchObject([{ reason: 'a longer look' }])
    const end = `/tenants/${shop.tenantId}/support-access/${access[0]?.id}`
    expect((await stranger.browser.send('DELETE', end)).status).toBe(404)
    const theirs = `/tenants/${other.tenantId}/support-access/${access[0]?.id}`
    expect((await stranger.browser.send('DELETE', theirs)).status).toBe(404)
    expect((await manager.browser.send('DELETE', end)).status).toBe(403)
    expect((await browser.send('DELETE', end)).status).toBe(403)
    expect((await browser.get(`/tenants/${shop.tenantId}`)).status).toBe(200)
    await owner.browser.done('DELETE', end)
    expect((await browser.get(`/tenants/${shop.tenantId}`)).status).toBe(404)
    expect((await owner.browser.send('DELETE', end)).status).toBe(404)
    const audit = await owner.browser.done<Listed>('GET', `/tenants/${shop.tenantId}/audit`)
    expect(audit.body.items[0]).toMatchObject({ action: 'support.end', actor: { kind: 'person' } })

    await browser.done('POST', open, { hours: 1, reason: 'again' })
    await browser.done('DELETE', open)
    expect((await browser.send('DELETE', open)).status).toBe(404)
    expect((await browser.get(`/tenants/${shop.tenantId}`)).status).toBe(404)
  })

  it('lets an operator look at a suspended merchant, and ends with their being one', async () => {
    const shop = await shops.open(null)
    const { browser, id } = await operator()
    const path = `/platform/merchants/${shop.tenantId}`
    await browser.done('POST', `${path}/suspend`, { reason: 'fraud?' })
    await browser.done('POST', `${path}/support-access`, { hours: 1, reason: 'fraud?' })
    expect((await browser.get(`/tenants/${shop.tenantId}`)).status).toBe(200)
    await shops.reader.query('update person set is_operator = false where id = $1', [id])
    expect((await browser.get(`/tenants/${shop.tenantId}`)).status).toBe(404)
    await shops.reader.query(`update tenant set state = 'active' where id = $1`, [shop.tenantId])
  })
})
