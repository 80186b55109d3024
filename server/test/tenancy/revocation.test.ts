import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { punchcard, startServe } from '../cli/punchcard-process.ts'
import { patient } from '../support/patience.ts'
import { basic, useTestApi } from '../support/test-api.ts'

const test = useTestApi()

describe('a key revoked at the command line', () => {
  it('is refused by every process within a second, five times out of five', async () => {
    const environment = { DATABASE_URL: test.api.databaseUrl, PUNCHCARD_LOG_LEVEL: 'info' }
    await using first = await startServe(environment)
    await using second = await startServe(environment)
    const servers = [first, second]

    for (let round = 1; round <= 5; round += 1) {
      const { token, secret } = await createKey(
        test.api.cells.directory,
        test.api.key.tenantId,
        `round ${round}`,
      )
      const statusAt = async (url: string): Promise<number> => {
        const headers = { authorization: basic(token, secret) }
        return (await fetch(`${url}/v1/pvt/RewardConfigurations/none`, { headers })).status
      }
      // Both have it in their cache before it is revoked.
      for (const { url } of servers) expect(await statusAt(url)).toBe(200)

      let revokedAt = Number.POSITIVE_INFINITY
      /** When the server first refused the key; asked all the time, so that it stays in use. */
      const refusedAt = async (url: string): Promise<number> => {
        while ((await statusAt(url)) === 200 && performance.now() < revokedAt + patient(3_000))
          await sleep(10)
        return performance.now()
      }
      const revoke = async (): Promise<void> => {
        const finished = await punchcard(['key', 'revoke', '--token', token], environment, {
          onOutput: () => {
            revokedAt = performance.now()
          },
        })
        // Also where it printed nothing: nobody shall wait for a refusal that never comes.
        revokedAt = Math.min(revokedAt, performance.now())
        expect(finished).toMatchObject({ exitCode: 0, stdout: 'The key is revoked.\n' })
        expect(JSON.parse(finished.stderr)).toMatchObject({ msg: 'key revoked', apiToken: token })
      }
      const [, ...refusals] = await Promise.all([revoke(), ...servers.map(({ url }) => refusedAt(url))])
      for (const at of refusals) expect(at - revokedAt).toBeLessThan(patient(1_000))
      for (const { url } of servers) expect(await statusAt(url)).toBe(401)
    }
  })
})
