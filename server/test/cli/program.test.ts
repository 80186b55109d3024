import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { runHere } from './run-here.ts'

const shops = useShops()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punchcard-program-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('punchcard program publish', () => {
  it('makes a program the current one: once, and orders earn by it', async () => {
    const shop = await shops.open(program())
    const publish = publisher(shop.tenantId)
    const doubled = program({ points: '2' })
    expect(await publish(doubled)).toEqual({
      exitCode: 0,
      stdout: 'Version 2 of the program was published.\n',
      stderr: '',
    })
    const { Customer } = await shop.completed('o1', 'ana', 10)
    expect(Customer.PointsBalance).toBe(20)
    expect((await publish(doubled)).stdout).toBe('Version 2 is this program already: nothing has changed.\n')
    expect(JSON.parse((await publish(program(), '--json')).stdout)).toEqual({ version: 3, published: true })
  })

  it('publishes the program of the guide', async () => {
    const guide = await readFile(new URL('../../../docs/guides/programs.md', import.meta.url), 'utf8')
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(guide) ?? []
    const shop = await shops.open(program())
    expect(await publisher(shop.tenantId)(JSON.parse(example))).toMatchObject({ exitCode: 0 })
    const { Customer } = await shop.completed('o1', 'ana', 10)
    expect(Customer.PointsBalance).toBe(30)
  })

  it('says what is wrong with a file, and publishes nothing', async () => {
    const shop = await shops.open(program())
    const publish = publisher(shop.tenantId)
    const wrong = [
      [program({ points: '-1' }), '/rules/0/points: This must be text with points above 0 and below 10000'],
      [{ rules: [] }, '/cashback: This is missing.'],
      [{ ...program(), version: 7 }, 'must hold a program as JSON'],
      [null, 'must hold a program as JSON'],
    ] as const
    for (const [content, message] of wrong) {
      expect(await publish(content)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) })
    }
    expect((await publish(program())).stdout).toContain('Version 1 is this program already')
    const missing = await runHere(
      ['program', 'publish', '--tenant', String(shop.tenantId), '--file', join(folder, 'missing')],
      { DATABASE_URL: shops.api.databaseUrl },
    )
    expect(missing).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('cannot be read') })
  })
})

function publisher(tenantId: number) {
  return async (content: unknown, ...more: string[]) => {
    const file = join(folder, 'program.json')
    await writeFile(file, JSON.stringify(content))
    const args = ['program', 'publish', '--tenant', String(tenantId), '--file', file, ...more]
    return runHere(args, { DATABASE_URL: shops.api.databaseUrl })
  }
}
