import { add, NOTHING } from '../../src/accounts/account.ts'
import { createTill, type Till } from '../../src/accounts/till/till.ts'
import { type ImportAccountResult, importAccount } from '../../src/imports/commands.ts'
import { foreseeAccounts } from '../../src/imports/foresee.ts'
import { DEFAULT_OPTIONS, type ImportKind, type ImportOptions } from '../../src/imports/import.ts'
import { kindOf } from '../../src/imports/kinds/kinds.ts'
import type { AccountValues, LineRefusal } from '../../src/imports/line.ts'
import { contentOf } from '../../src/imports/line-content.ts'
import { loadAccountContext } from '../../src/imports/load-context.ts'
import { readAccount } from '../../src/imports/read-account.ts'
import { ownSalt } from '../../src/imports/store/salt.ts'
import type { UndoPreview } from '../../src/imports/undo/preview.ts'
import type { UndonePage } from '../../src/imports/undo/undo-page.ts'
import { decimalFromText } from '../../src/platform/decimal.ts'
import { localDateFromText } from '../../src/platform/zone.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import type { Shop } from './shop.ts'
import type { TestApi } from './test-api.ts'
import { tenantOf } from './tiers.ts'

type ImportingApi = Pick<TestApi, 'cells' | 'now'>

export interface ImportToTest {
  readonly importId?: number
  readonly kind?: 'customers' | 'openingBalances'
  readonly options?: Partial<ImportOptions>
  readonly till?: Till
}

/** Does the lines of an import as the job does: read, and one after the other through the till. */
export async function importLines(
  api: ImportingApi,
  shop: Pick<Shop, 'tenantId'>,
  lines: readonly AccountValues[],
  { importId = 1, kind = 'openingBalances', options = {}, till }: ImportToTest = {},
): Promise<(ImportAccountResult | LineRefusal)[]> {
  const database = api.cells.of({ cell: MAIN_CELL })
  const tenant = await tenantOf(api, shop)
  const made = { ...DEFAULT_OPTIONS, expiresWhenMissing: 'never', ...options }
  const context = await database.transaction([tenant.id], async (tx) => {
    await ownSalt(tx, tenant.id)
    return loadAccountContext(tx, {
      tenant,
      imported: { kind, options: made, createdAt: api.now },
      now: api.now,
    })
  })
  const own = till ?? createTill({ database, clock: () => api.now })
  const seen = new Map<string, number>()
  return Promise.all(
    lines.map(async (values, index) => {
      const content = JSON.stringify(contentOf(values))
      const ordinal = seen.get(content) ?? 0
      seen.set(content, ordinal + 1)
      const line = readAccount({ line: index + 2, values, correctedLine: null, ordinal }, context)
      if ('kind' in line) return line
      const input = { tenant, line, importId, options: made, publicId: crypto.randomUUID() }
      return own.run(importAccount, input)
    }),
  )
}

export const amount = (text: string) => decimalFromText(text)
export const day = (text: string) => {
  const found = localDateFromText(text)
  if (found === null) throw new Error(`${text} is no date`)
  return { kind: 'day' as const, day: found }
}

export const outcomesOf = (done: readonly (ImportAccountResult | LineRefusal)[]) =>
  done.map((one) => ('kind' in one ? one.reason : one.outcome))

/** Undoes an import as the job does, and what its preview said before. */
export async function undoImport(
  api: ImportingApi,
  shop: Pick<Shop, 'tenantId'>,
  {
    importId = 1,
    rows = 1_000,
    kind = 'openingBalances',
  }: { readonly importId?: number; readonly rows?: number; readonly kind?: ImportKind } = {},
): Promise<{ readonly preview: UndoPreview; readonly done: Omit<UndonePage, 'after'> }> {
  const database = api.cells.of({ cell: MAIN_CELL })
  const tenant = await tenantOf(api, shop)
  const till = createTill({ database, clock: () => api.now })
  const undoer = kindOf(kind)
  const preview = await undoer.previewUndo(database, { tenantId: tenant.id, importId }, api.now)
  const undoing = { importId, webhooks: 'silent' as const }
  let done = {
    withdrawn: 0,
    lines: 0,
    taken: NOTHING,
    stays: NOTHING,
    forgiven: NOTHING,
    repaid: NOTHING,
    kept: 0,
  }
  for (let after: UndonePage['after'] | undefined; after !== null; ) {
    const tools = { tenant, till, database, rows, isTimeUp: () => false }
    const page = await undoer.undoPage(undoing, after ?? null, tools)
    done = {
      withdrawn: done.withdrawn + page.withdrawn,
      lines: done.lines + page.lines,
      taken: add(done.taken, page.taken),
      stays: add(done.stays, page.stays),
      forgiven: add(done.forgiven, page.forgiven),
      repaid: add(done.repaid, page.repaid),
      kept: done.kept + page.kept,
    }
    after = page.after
  }
  return { preview, done }
}

/** What the dry run says that lines would become. */
export async function foreseeLines(
  api: TestApi,
  shop: Shop,
  lines: readonly AccountValues[],
  { kind = 'openingBalances', options = {} }: ImportToTest = {},
): Promise<string[]> {
  const database = api.cells.of({ cell: MAIN_CELL })
  const tenant = await tenantOf(api, shop)
  const made = { ...DEFAULT_OPTIONS, expiresWhenMissing: 'never', ...options }
  return database.read([tenant.id], async (tx) => {
    const imported = { kind, options: made, createdAt: api.now }
    const context = await loadAccountContext(tx, { tenant, imported, now: api.now })
    const read = lines.flatMap((values, index) => {
      const line = readAccount({ line: index + 2, values, correctedLine: null, ordinal: 0 }, context)
      return 'kind' in line ? [] : [line]
    })
    return outcomesOf(await foreseeAccounts(tx, read, { tenant, options: made, now: api.now }))
  })
}
