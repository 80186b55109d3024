import { describe, expect, it } from 'vitest'
import { program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { runHere } from './run-here.ts'

const shops = useShops()

describe('punchcard grant', () => {
  it('grants once, says so, and says what is wrong', async () => {
    const shop = await shops.open(program({}, { id: 2, kind: 'referral', points: '40' }))
    await shop.completed('o1', 'ana', 10)
    const run = (customer: string, action: string, key: string, ...more: string[]) =>
      runHere(
        [
          'grant',
          '--tenant',
          String(shop.tenantId),
          '--customer',
          customer,
          '--action',
          action,
          '--key',
          key,
          ...more,
        ],
        { DATABASE_URL: shops.api.databaseUrl },
      )
    expect(await run('ana', 'referral', 'bruno')).toEqual({
      exitCode: 0,
      stdout: 'Granted 40 points.\n',
      stderr: '',
    })
    expect((await run('ana', 'referral', 'bruno')).stdout).toBe(
      'It has been granted before: nothing has changed.\n',
    )
    expect(JSON.parse((await run('ana', 'referral', 'carla', '--json')).stdout)).toEqual({
      granted: true,
      points: 40,
    })
    const wrong = [
      [await run('nobody', 'referral', 'x'), 'There is no such customer.\n'],
      [await run('ana', 'dance', 'x'), 'The program has no active rule for “dance”.\n'],
      [await run('ana', 'referral', ' '), '--key must be a text of 1 to 250 characters.\n'],
    ] as const
    for (const [finished, stderr] of wrong) expect(finished).toEqual({ exitCode: 2, stdout: '', stderr })
  })
})
