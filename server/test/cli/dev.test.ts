import { describe, expect, it } from 'vitest'
import { hasDatabase } from '../../src/platform/postgres/databases.ts'
import { SERVER_URL } from '../support/server-url.ts'
import { basic } from '../support/test-api.ts'
import { startPunchcard } from './punchcard-process.ts'

interface Ready {
  readonly url: string
  readonly token: string
  readonly key: string
  readonly tenant: number
  readonly databaseUrl: string
}

describe('punchcard dev --fresh --json', () => {
  it('prints one line when it is ready, answers, and leaves nothing behind', async () => {
    await using dev = await startPunchcard(
      ['dev', '--fresh', '--json', '--port', '0'],
      { DATABASE_URL: SERVER_URL },
      ({ output }) => output().endsWith('\n'),
    )
    const ready = JSON.parse(dev.output()) as Ready
    expect(Object.keys(ready)).toEqual([
      'url',
      'panel',
      'token',
      'key',
      'tenant',
      'email',
      'password',
      'databaseUrl',
    ])
    const headers = { authorization: basic(ready.token, ready.key) }
    const list = await fetch(`${ready.url}/v1/pvt/RewardConfigurations?IsActive=true`, { headers })
    expect(await list.json()).toMatchObject({ TotalItemCount: 5, HasError: false })

    const database = new URL(ready.databaseUrl).pathname.slice(1)
    expect(await hasDatabase(SERVER_URL, database)).toBe(true)
    expect(await dev.stop()).toBe(0)
    expect(await hasDatabase(SERVER_URL, database)).toBe(false)
    expect(dev.output().split('\n')).toHaveLength(2)
  })
})
