import { publishProgram } from '../../src/earning/store.ts'
import { type Database, run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { type Cells, MAIN_CELL } from '../../src/tenancy/cells.ts'
import { KEY_SCOPES } from '../../src/tenancy/key-scope.ts'
import { createKey, createTenant } from '../../src/tenancy/manage/tenants.ts'
import { DEFAULTS, type TenantSettings } from '../../src/tenancy/tenant.ts'
import { basic, type ShopKey } from './test-api.ts'

export type ProgramToPublish = Parameters<typeof publishProgram>[2]

export interface NewShop {
  readonly program: ProgramToPublish
  readonly timeZone?: string
  readonly settings?: TenantSettings
}

/** One point for each R$ 1, worth R$ 0.05, available at once and good for a year. */
export const SIMPLE_PROGRAM: ProgramToPublish = {
  cashback: { isOn: true, pointValue: '0.05' },
  rules: [{ id: 1, kind: 'purchase', points: '1', validityDays: 365 }],
}

/** Everything in one database, whose owner closes it. */
function cellsOfOne(database: Database): Cells {
  return {
    directory: database,
    of: () => database,
    all: new Map([[MAIN_CELL, database]]),
    close: async () => {},
  }
}

/** A merchant with a program, for tests without a `TestApi`: those of processes, and of the till itself. */
export async function openShop(
  database: Database,
  { program, timeZone, settings }: NewShop,
): Promise<ShopKey> {
  const zone = timeZone ?? DEFAULTS.timeZone
  const tenantId = await createTenant(cellsOfOne(database), {
    ...DEFAULTS,
    name: 'Shop',
    timeZone: zone,
    isSandbox: false,
  })
  const { token, secret } = await createKey(database, tenantId, 'test', KEY_SCOPES)
  await database.transaction([tenantId], async (tx) => {
    await publishProgram(tx, tenantId, program)
    if (settings) {
      await run(
        tx,
        sql`update tenant set settings = ${JSON.stringify(settings)}::jsonb where id = ${tenantId}`,
      )
    }
  })
  return { tenantId, token, secret, authorization: basic(token, secret) }
}
