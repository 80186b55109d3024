import type pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../../src/platform/postgres/database.ts'
import { type Cells, MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { type ApiProcess, startServe } from './api-processes.ts'
import { clientOf } from './client-of.ts'
import { type Answer, createJsonClient, type JsonClient } from './json-client.ts'
import { openShop, type ProgramToPublish } from './open-shop.ts'
import type { ShopKey } from './test-api.ts'
import { cloneDatabase, openTestDatabase } from './test-database.ts'

/** Several `punchcard serve` on one database, and a merchant who sends to them. */
export interface Served {
  readonly databaseUrl: string
  readonly cells: Cells
  readonly database: Database
  /** Sees the rows of all merchants. */
  readonly everything: pg.Client
  readonly shop: ShopKey
  readonly client: JsonClient
  /** A test may put another one in the place of one that it has killed. */
  readonly processes: ApiProcess[]
  /** Spread over the processes: the first request goes to the first, the next one to the next. */
  urlOf(index: number): string
  post<Result>(index: number, path: string, body: object): Promise<Answer<Result>>
}

/** For all tests of a file or a `describe`; there from its hooks on. */
export function useProcesses(count: number, program: ProgramToPublish): Served {
  const served = {} as Served
  let close = async (): Promise<void> => undefined
  beforeAll(async () => {
    const clone = await cloneDatabase()
    const cells = openCells(new Map([[MAIN_CELL, clone.url]]), openTestDatabase)
    const database = cells.of({ cell: MAIN_CELL })
    const everything = clientOf(clone.url)
    await everything.connect()
    const shop = await openShop(database, { program })
    const client = createJsonClient(shop.authorization)
    const processes = await Promise.all(Array.from({ length: count }, () => startServe(clone.url)))
    const urlOf = (index: number): string => processes[index % count]?.url ?? ''
    Object.assign(served, {
      databaseUrl: clone.url,
      cells,
      database,
      everything,
      shop,
      client,
      processes,
      urlOf,
      post: (index: number, path: string, body: object) => client.post(urlOf(index), path, body),
    })
    close = async () => {
      await Promise.all(processes.map((one) => one.stop()))
      client.close()
      await everything.end()
      await cells.close()
      await clone.drop()
    }
  })
  afterAll(() => close())
  return served
}
