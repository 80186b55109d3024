/** The client of the management API, against a real server. */
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { usePeople } from '../../server/test/support/people.ts'
import { useTestApi } from '../../server/test/support/test-api.ts'
import { PunchcardAdmin, PunchcardProblem } from '../src/admin.ts'

const test = useTestApi()
const used = usePeople(() => test.api)

async function openClient(language?: string) {
  const { server } = used.people.api
  if (!server.server.listening) await server.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const { tenantId: tenant } = await test.api.openShop()
  const { browser } = await used.people.member(tenant, 'owner')
  const made = await browser.done<{ secret: string }>('POST', '/me/tokens', {
    tenant,
    label: 'CI',
    expiresInDays: 30,
  })
  return { tenant, admin: new PunchcardAdmin({ url, token: made.body.secret, language, retries: 1 }) }
}

describe('the client of the management API', () => {
  it('reads, writes what it has read, and does nothing twice', async () => {
    const { tenant, admin } = await openClient()
    const path = { tenant }
    const { result, etag } = await admin.answer('settings.get', { path })
    expect(result).toMatchObject({ name: 'Shop' })
    const body = { name: 'New name' }
    expect(await admin.call('settings.change', { path, body }, { ifMatch: etag ?? '' })).toMatchObject(body)
    const stale = admin.call('settings.change', { path, body: { name: 'Newer' } }, { ifMatch: etag ?? '' })
    await expect(stale).rejects.toMatchObject({ status: 412 })
    const reward = { path, body: { type: 'custom', title: 'Mug', points: '100' } as never }
    const options = { idempotencyKey: 'mug-1' }
    const first = await admin.call('rewards.create', reward, options)
    expect(await admin.call('rewards.create', reward, options)).toEqual(first)
    expect((await admin.call('rewards.list', { path })).items).toHaveLength(1)
  })

  it('throws the problem that was answered, in the language that was asked for', async () => {
    const { tenant, admin } = await openClient('pt-BR')
    const error = await admin.call('customers.get', { path: { tenant, id: 99 } }).catch((reason) => reason)
    expect(error).toBeInstanceOf(PunchcardProblem)
    expect(error).toMatchObject({ status: 404, operation: 'customers.get', requestId: expect.any(String) })
    await expect(admin.call('customers.get', { path: { tenant } as never })).rejects.toThrow('path.id')
    expect(() => new PunchcardAdmin({ url: 'x', token: 't' })).toThrow('`url`')
    expect(() => new PunchcardAdmin({ url: 'https://x.example', token: undefined })).toThrow('`token`')
  })
})
