/** Merchants that are suspended, resumed, renamed and closed: what they, strangers and operators see of it. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/app/config.ts'
import { createLogger } from '../../src/platform/log.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { work } from '../../src/worker/work.ts'
import { runHere } from '../cli/run-here.ts'
import { usePeople } from '../support/people.ts'
import { Receiver } from '../support/receiver.ts'
import { program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const shops = useShops()
const used = usePeople(() => shops.api)

async function tenant(...args: string[]) {
  return runHere(['tenant', ...args], { DATABASE_URL: shops.api.databaseUrl, PUNCHCARD_SECRETS_KEY: '' })
}

async function done(command: string, { tenantId }: Shop, ...args: string[]) {
  const finished = await tenant(command, '--tenant', String(tenantId), ...args)
  expect([finished.exitCode, finished.stderr]).toEqual([0, ''])
  return finished.stdout
}

interface Answer {
  readonly status: number
  readonly body: string
}

async function ask(shop: Shop, method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer> {
  const { authorization } = shop.key
  const sent = await shops.api.send({
    method,
    url,
    headers: { authorization },
    ...(payload ? { payload } : {}),
  })
  return { status: sent.statusCode, body: sent.body }
}

const pointsOf = (shop: Shop, customer: string) => ask(shop, 'GET', `/v1/pvt/Customer/${customer}/points`)

async function balanceOf(shop: Shop, customer: string): Promise<number> {
  return (await shop.getPoints(customer)).PointsBalance
}

/** A process learns of it within a second. */
async function untilAnswered(shop: Shop, status: number): Promise<void> {
  await until(async () => (await pointsOf(shop, 'ana')).status === status)
}

describe('a suspended merchant', () => {
  it('is refused by the private API with what to do, and goes on as if nothing had been', async () => {
    const shop = await shops.open(program())
    const quiet = await shops.open(program())
    await shop.completed('o1', 'ana', 10)
    const before = (await pointsOf(shop, 'ana')).body
    expect(await done('suspend', shop, '--reason', 'unpaid')).toContain('tenant resume')
    await untilAnswered(shop, 403)
    const refused = await pointsOf(shop, 'ana')
    expect(refused.body).toContain('This merchant is suspended: nothing was done.')
    expect((await ask(shop, 'POST', '/v1/pvt/Order', shop.completeOrder('o2', 'ana', 20))).status).toBe(403)
    expect((await pointsOf(quiet, 'ana')).status).toBe(200)

    await done('resume', shop)
    await untilAnswered(shop, 200)
    expect((await pointsOf(shop, 'ana')).body).toBe(before)
    // The shop sends again what was refused, and what was not.
    await shop.completed('o1', 'ana', 10)
    await shop.completed('o2', 'ana', 20)
    expect(await balanceOf(shop, 'ana')).toBe(30)
  })

  it('loses and doubles no order of a shop that sends through it and repeats what was refused', async () => {
    const shop = await shops.open(program())
    let isOver = false
    let refusals = 0
    const send = async (sender: number): Promise<number> => {
      let sold = 0
      for (let count = 0; !isOver || count % 5 !== 0; count += 1) {
        const order = shop.completeOrder(`s${sender}-${count}`, `c${sender}`, 10)
        while ((await ask(shop, 'POST', '/v1/pvt/Order', order)).status !== 200) {
          refusals += 1
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        // A repetition of what was answered changes nothing.
        if (count % 3 === 0) await ask(shop, 'POST', '/v1/pvt/Order', order)
        sold += 1
        // The commands below run in this process: they get their turn.
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      return sold
    }
    const senders = [0, 1, 2, 3].map(send)
    for (let round = 0; round < 3; round += 1) {
      const before = refusals
      await done('suspend', shop)
      await until(async () => refusals > before)
      await done('resume', shop)
      await untilAnswered(shop, 200)
    }
    isOver = true
    const sold = await Promise.all(senders)
    for (const [sender, orders] of sold.entries()) {
      expect(await balanceOf(shop, `c${sender}`)).toBe(orders * 10)
    }
    expect(refusals).toBeGreaterThan(2)
  })

  it('is told to its people, who can do nothing but see why', async () => {
    const shop = await shops.open(program())
    const owner = await used.people.member(shop.tenantId, 'owner')
    const path = `/tenants/${shop.tenantId}`
    await done('suspend', shop, '--reason', 'The invoice of October is open.')
    for (const [method, url] of [
      ['GET', path],
      ['GET', `${path}/customers`],
      ['GET', `${path}/audit`],
      ['POST', `${path}/people/invitations`],
    ] as const) {
      expect(await owner.browser.send(method, url, method === 'POST' ? {} : undefined)).toMatchObject({
        status: 403,
        body: { code: 'merchantSuspended', detail: expect.stringContaining('ask the operator') },
      })
    }
    const session = await owner.browser.done<{ memberships: unknown[] }>('GET', '/session')
    expect(session.body.memberships).toMatchObject([
      { tenant: { state: 'suspended', stateReason: 'The invoice of October is open.', deleteAfter: null } },
    ])
    // A stranger learns nothing of it.
    const stranger = await used.people.member((await shops.open()).tenantId, 'owner')
    expect((await stranger.browser.get(path)).status).toBe(404)

    await done('resume', shop)
    const audit = await owner.browser.done<{ items: unknown[] }>('GET', `${path}/audit`)
    expect(audit.body.items).toMatchObject([
      {
        action: 'tenant.resume',
        actor: { kind: 'cli' },
        before: { state: 'suspended' },
        after: { state: 'active' },
      },
      { action: 'tenant.suspend', note: 'The invoice of October is open.', after: { state: 'suspended' } },
    ])
  })

  it('gets no webhooks, and all of them when it is back; points live on', async () => {
    shops.api.now = Date.now()
    const secrets = Buffer.alloc(32, 7).toString('base64')
    const shop = await shops.open(program({ validityDays: 30 }))
    const receiver = await Receiver.start()
    onTestFinished(() => receiver.stop())
    const config = readConfig({
      DATABASE_URL: shops.api.databaseUrl,
      PUNCHCARD_WORKER_METRICS_PORT: '0',
      PUNCHCARD_SECRETS_KEY: secrets,
      PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '1',
    })
    const added = await runHere(
      [
        'webhook',
        'add',
        '--tenant',
        String(shop.tenantId),
        '--url',
        `${receiver.url}/`,
        '--topics',
        'Point_Add,Point_Removed',
      ],
      {
        DATABASE_URL: shops.api.databaseUrl,
        PUNCHCARD_SECRETS_KEY: secrets,
        PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '1',
      },
    )
    expect(added.exitCode).toBe(0)
    const log = createLogger({ level: 'silent', destination: process.stderr })
    // A worker waits by its clock, so it has to go on.
    const began = Date.now()
    const worker = await work(config, log, () => shops.api.now + Date.now() - began)
    onTestFinished(() => worker.stop())
    await shop.completed('o1', 'ana', 10)
    await until(async () => receiver.received.length === 1)

    await done('suspend', shop)
    const leased = 'select from webhook_cursor where tenant_id = $1 and worker is not null'
    await until(async () => (await shops.reader.query(leased, [shop.tenantId])).length === 0)
    // The points expire while the merchant is suspended, on their day.
    shops.api.now += 31 * 86_400_000
    const expired = 'select from point_event where tenant_id = $1 and sequence = 2'
    await until(async () => (await shops.reader.query(expired, [shop.tenantId])).length === 1)
    await new Promise((resolve) => setTimeout(resolve, 1_500)) // nothing must come
    expect(receiver.requests).toHaveLength(1)

    await done('resume', shop)
    await until(async () => receiver.received.length === 2)
    expect(receiver.received.map(({ sequence }) => sequence)).toEqual([1, 2])
  })
})

describe('a closed merchant', () => {
  it('is read but not changed, by both APIs, until it is resumed', async () => {
    const shop = await shops.open(program(), { name: 'Going' })
    await shop.completed('o1', 'ana', 10)
    const owner = await used.people.member(shop.tenantId, 'owner')
    const path = `/tenants/${shop.tenantId}`
    expect((await tenant('close', '--tenant', String(shop.tenantId), '--confirm', 'Gone')).stderr).toContain(
      'is called “Going”',
    )
    await done('close', shop, '--confirm', 'Going', '--grace-days', '14')
    await until(
      async () =>
        (await ask(shop, 'POST', '/v1/pvt/Order', shop.completeOrder('o1', 'ana', 10))).status === 403,
    )
    expect((await ask(shop, 'POST', '/v1/pvt/Order', shop.completeOrder('o2', 'ana', 20))).body).toContain(
      'closed',
    )
    expect(await balanceOf(shop, 'ana')).toBe(10)
    expect((await owner.browser.get(path)).status).toBe(200)
    const changing = await owner.browser.send('PATCH', path, { name: 'Staying' }, { ifMatch: '*' })
    expect(changing).toMatchObject({ status: 403, body: { code: 'merchantClosed' } })
    const { body } = await owner.browser.done<{ memberships: { tenant: { deleteAfter: string } }[] }>(
      'GET',
      '/session',
    )
    const until14Days = Date.parse(body.memberships[0]?.tenant.deleteAfter ?? '') - systemClock()
    expect(Math.round(until14Days / 86_400_000)).toBe(14)

    await done('resume', shop)
    await until(
      async () =>
        (await ask(shop, 'POST', '/v1/pvt/Order', shop.completeOrder('o2', 'ana', 20))).status === 200,
    )
    expect(await balanceOf(shop, 'ana')).toBe(30)
  })
})

describe('a renamed merchant', () => {
  it('has its new name everywhere; who edits its settings meanwhile is told', async () => {
    const shop = await shops.open(null, { name: 'Before' })
    const owner = await used.people.member(shop.tenantId, 'owner')
    const path = `/tenants/${shop.tenantId}`
    const { etag = '' } = await owner.browser.done('GET', path)
    await done('rename', shop, '--name', ' After ')
    expect((await owner.browser.send('PATCH', path, { name: 'Mine' }, { ifMatch: etag })).status).toBe(412)
    expect((await owner.browser.get(path)).body).toMatchObject({ name: 'After' })
    const listed = await tenant('list', '--json')
    expect(JSON.parse(listed.stdout).tenants).toContainEqual(
      expect.objectContaining({ tenant: shop.tenantId, name: 'After', state: 'active' }),
    )
    const audit = await owner.browser.done<{ items: unknown[] }>('GET', `/tenants/${shop.tenantId}/audit`)
    expect(audit.body.items).toMatchObject([
      { action: 'tenant.rename', before: { name: 'Before' }, after: { name: 'After' } },
    ])
  })

  it('is refused where there is none, or no name', async () => {
    const shop = await shops.open(null)
    for (const [number, name] of [
      ['999999', 'X'],
      [String(shop.tenantId), '   '],
      [String(shop.tenantId), 'x'.repeat(251)],
    ]) {
      const { exitCode, stderr } = await tenant('rename', '--tenant', String(number), '--name', String(name))
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/There is no tenant|1 to 250/)])
    }
  })
})
