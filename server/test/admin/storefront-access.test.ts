/** A merchant ends what browsers of its customers may: all of it with a new key, or that of one customer. */
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { useManager } from '../support/admin.ts'
import { program } from '../support/shop.ts'
import { openStorefront, type Storefront } from '../support/storefront.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => ({ ...test.api, cells: test.api.sealedCells }))
const ROTATE = '/storefront/rotate-key'

beforeEach(() => {
  // Tokens are dated by the real clock, as the database’s is.
  test.api.now = Date.now()
})

async function open() {
  const shop = await test.open(program())
  const manager = await admin.manager(shop.key)
  const customers = [await shop.completed('o1', 'ana', 80), await shop.completed('o2', 'bia', 50)]
  expect(customers).toHaveLength(2)
  return { shop, manager }
}

const statusOf = async (storefront: Storefront, token: string) => (await storefront.me(token)).statusCode

it('a new key leaves tokens that there are, and with `now` ends them all', async () => {
  const { shop, manager } = await open()
  const storefront = await openStorefront(test.api, shop)
  const token = await storefront.tokenOf('ana')
  const gently = await manager.done<{ key: number }>('POST', ROTATE, {}, { key: 'rotate-once' })
  expect(gently.body).toEqual({ key: 2 })
  // Sent again, as after an answer that was lost, it is done once.
  expect((await manager.send('POST', ROTATE, {}, { key: 'rotate-once' })).body).toEqual({ key: 2 })
  await sleep(1_000)
  expect(await statusOf(storefront, token)).toBe(200)

  await manager.done('POST', ROTATE, { now: true })
  await sleep(1_000)
  expect(await statusOf(storefront, token)).toBe(401)
  expect(await statusOf(storefront, await storefront.tokenOf('ana'))).toBe(200)
  const { body: audit } = await manager.get<{ items: object[] }>('/audit?action=storefront.rotateKey')
  expect(audit.items).toMatchObject([
    { before: { key: 2 }, after: { key: 3, endsFormerNow: true } },
    { before: { key: 1 }, after: { key: 2, endsFormerNow: false } },
  ])
  expect(JSON.stringify(audit.items)).not.toContain('secret')
})

it('a key is replaced by those who may, and who have confirmed who they are', async () => {
  const { shop, manager } = await open()
  const never = await manager.send('POST', ROTATE, {})
  expect([never.status, never.body]).toMatchObject([409, { code: 'storefrontOff' }])
  await openStorefront(test.api, shop)
  const unconfirmed = await manager.send('POST', ROTATE, {}, { isConfirmed: false })
  expect([unconfirmed.status, unconfirmed.body]).toMatchObject([
    403,
    { type: expect.stringMatching(/confirm$/) },
  ])
  const permissions = ['storefront.read', 'storefront.write'] as const
  expect((await manager.send('POST', ROTATE, {}, { permissions })).status).toBe(403)
})

it('the sessions of one customer end, and no others', async () => {
  const { shop, manager } = await open()
  const storefront = await openStorefront(test.api, shop)
  const [ana, bia] = [await storefront.tokenOf('ana'), await storefront.tokenOf('bia')]
  const [found] = await test.reader.query<{ id: number }>(
    "select id from customer where tenant_id = $1 and original_id = 'ana'",
    [shop.tenantId],
  )
  const id = Number(found?.id)
  const ended = await manager.done<{ since: string }>('POST', `/customers/${id}/end-sessions`)
  expect(Math.abs(Date.parse(ended.body.since) - Date.now())).toBeLessThan(60_000)
  expect([await statusOf(storefront, ana), await statusOf(storefront, bia)]).toEqual([401, 200])
  await sleep(1_100)
  test.api.now = Date.now()
  expect(await statusOf(storefront, await storefront.tokenOf('ana'))).toBe(200)
  const { body: audit } = await manager.get<{ items: object[] }>('/audit?action=customer.endSessions')
  expect(audit.items).toMatchObject([{ target: { kind: 'customer', id: String(id) }, after: ended.body }])

  const other = await open()
  expect((await other.manager.send('POST', `/customers/${id}/end-sessions`)).status).toBe(404)
  const permissions = ['customers.read'] as const
  expect((await manager.send('POST', `/customers/${id}/end-sessions`, {}, { permissions })).status).toBe(403)
})
