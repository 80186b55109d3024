import type { TableName } from '../../platform/postgres/tables.ts'
import { TABLE_KINDS, type TableKind } from '../../tenancy/table-kinds.ts'

/** They lie in the tenant's cell and never move to another one. */
const OF_CELL_ALONE: readonly TableName[] = [
  'file_part',
  'file',
  'backtest_customer',
  'past_quiet_entry',
  'tenant_import',
]

/** What lies in the tenant's cell; what refers to others comes before them. */
export const TABLES_OF_CELL: readonly TableName[] = [
  ...OF_CELL_ALONE,
  ...(Object.entries(TABLE_KINDS) as [TableName, TableKind][])
    .flatMap(([name, kind]) => (kind === 'cell' ? [] : [name]))
    .toReversed(),
]

/**
 * What the directory knows of a tenant beside its own row, likewise. `test/schema/tables-that-leave.test.ts` holds that
 * no table with a tenant is forgotten.
 */
export const TABLES_OF_DIRECTORY: readonly TableName[] = [
  'storefront_use',
  'storefront_logo',
  'storefront_key',
  'storefront',
  'key_use',
  'api_key',
  'admin_token',
  'invitation',
  'membership',
  'support_access',
  'settings_version',
  'tenant_zone',
  'directory_audit_entry',
]
