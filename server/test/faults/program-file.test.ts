/** A file that is being applied is cut off at any statement: all of it is there, or nothing, and again completes it. */
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withLocalClient } from '../../src/management/client.ts'
import type { Database, Tx } from '../../src/platform/postgres/database.ts'
import { run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import type { ProgramFile } from '../../src/program-file/file.ts'
import { applyProgramFile, getProgramFile, planProgramFile } from '../../src/program-file/schema.ts'
import { readProgramText } from '../../src/program-file/yaml.ts'
import type { Cells } from '../../src/tenancy/cells.ts'
import { clientOf } from '../support/client-of.ts'
import { useTestApi } from '../support/test-api.ts'

const test = useTestApi()
let killer: pg.Client
let file: ProgramFile
beforeAll(async () => {
  killer = clientOf(test.api.databaseUrl)
  await killer.connect()
  const aurora = new URL('../../src/demo/cafe-aurora.yaml', import.meta.url)
  const read = readProgramText(await readFile(aurora, 'utf8')) as ProgramFile
  file = { ...read, storefront: { programName: 'Clube Aurora', origins: ['https://aurora.example'] } }
})
afterAll(() => killer.end())

/** Databases whose connection the server ends before the n-th statement of all transactions that write. */
function cutOffAt(statement: number): { cells: Cells; wasCut: () => boolean } {
  let count = 0
  let isCut = false
  function counted(tx: Tx): Tx {
    return new Proxy(tx, {
      get(target, name) {
        const member = Reflect.get(target, name, target) as unknown
        if (typeof member !== 'function') return member
        if (name !== 'send') return member.bind(target)
        return async (...parameters: unknown[]) => {
          count += 1
          if (count === statement) {
            isCut = true
            const { rows } = await run(target, sql<{ pid: number }>`select pg_backend_pid() as pid`)
            await killer.query('select pg_terminate_backend($1)', [rows[0]?.pid])
          }
          return member.apply(target, parameters)
        }
      },
    })
  }
  const cutting = (database: Database): Database => ({
    ...database,
    transaction: (tenants, work) => database.transaction(tenants, (tx) => work(counted(tx))),
  })
  const { cells } = test.api
  return {
    cells: { ...cells, directory: cutting(cells.directory), of: (tenant) => cutting(cells.of(tenant)) },
    wasCut: () => isCut,
  }
}

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 0) || 8

it(`leaves all or nothing, at ${ROUNDS} places`, { timeout: 600_000 }, async () => {
  const statements = await countStatements()
  const places = Array.from({ length: ROUNDS }, (_, at) => 1 + Math.floor((at * statements) / ROUNDS))
  for (const place of places) {
    const { tenantId } = await test.api.openShop()
    const { cells, wasCut } = cutOffAt(place)
    const outcome = await withLocalClient(cells, tenantId, (client) =>
      client.call(applyProgramFile, { file }),
    ).then(
      () => 'applied',
      () => 'failed',
    )
    expect([wasCut(), outcome], `statement ${place} of ${statements}`).toEqual([true, 'failed'])
    await withLocalClient(test.api.cells, tenantId, async (client) => {
      const { file: left } = await client.call(getProgramFile)
      const { settings: _, storefront: _shown, ...inCell } = left
      expect(inCell).toEqual({
        punchcard: 1,
        program: { cashback: { isOn: false, pointValue: '0' }, rules: [] },
        tiers: [],
        rewards: [],
        quizzes: [],
      })
      await client.call(applyProgramFile, { file })
      expect(await client.call(planProgramFile, { file })).toMatchObject({ changes: [] })
    })
  }
})

async function countStatements(): Promise<number> {
  let low = 1
  // Each cut shows whether there are so many statements; doubling first, then halving.
  const isReached = async (statement: number): Promise<boolean> => {
    const { tenantId } = await test.api.openShop()
    const { cells, wasCut } = cutOffAt(statement)
    await withLocalClient(cells, tenantId, (client) => client.call(applyProgramFile, { file })).catch(
      () => {},
    )
    return wasCut()
  }
  let high = 2
  while (await isReached(high)) {
    low = high
    high *= 2
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await isReached(middle)) low = middle
    else high = middle
  }
  return low
}
