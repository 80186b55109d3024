import type { Customer } from '../../accounts/customer.ts'
import { type Change, type Changed, type Collection, keyText, put } from '../../accounts/till/collection.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Columns, type ColumnsOf, keyColumns, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** Whose id it is, or was. */
export interface OwnedId {
  readonly customerId: CustomerId
  readonly isFormer: boolean
}

const BY_ID = keyColumns<string>('original_id', 'text')

const ALIAS: ColumnsOf<'customer_alias', Changed<string, OwnedId>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  original_id: ['text', ({ key }) => key],
  customer_id: ['bigint', ({ value }) => value.customerId],
}

const aliases = table('customer_alias')
const addAliases = aliases.insertMissing(ALIAS)
const deleteAliases = aliases.delete(ALIAS)

/**
 * Ids in the merchant's store, those of now and those that customers had before. Of a change only the former ids are
 * saved here; the one of now is a column of its customer.
 */
export const customerIds: Collection<string, OwnedId> = {
  name: 'customer ids',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: TenantId; original_id: string; customer_id: CustomerId; is_former: boolean }>`
      select wanted.tenant_id, wanted.original_id, found.customer_id, found.is_former
      from ${rowsAs('wanted', BY_ID, keys)}
      cross join lateral (
        select id as customer_id, false as is_former from customer
        where customer.tenant_id = wanted.tenant_id and customer.original_id = wanted.original_id
        union all
        select customer_id, true from customer_alias as alias
        where alias.tenant_id = wanted.tenant_id and alias.original_id = wanted.original_id
        limit 1
      ) as found`,
    )
    return new Map(
      rows.map((row) => [
        keyText({ tenantId: row.tenant_id, key: row.original_id }),
        { customerId: row.customer_id, isFormer: row.is_former },
      ]),
    )
  },
  save: (tx, changes) =>
    Promise.all([
      deleteAliases(
        tx,
        changes.filter(({ value }) => !value.isFormer),
      ),
      addAliases(
        tx,
        changes.filter(({ value }) => value.isFormer),
      ),
      countAliases(tx, changes),
    ]),
}

const OWNER: Columns<Changed<string, OwnedId>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  id: ['bigint', ({ value }) => value.customerId],
}

/** `punchcard verify` compares it with the former ids that are there. */
function countAliases(tx: Tx, changes: readonly Changed<string, OwnedId>[]): Promise<unknown> {
  return run(
    tx,
    sql`
    update customer set former_id_count = (
      select count(*) from customer_alias as alias
      where alias.tenant_id = customer.tenant_id and alias.customer_id = customer.id
    )
    from ${rowsAs('renamed', OWNER, changes)}
    where customer.tenant_id = renamed.tenant_id and customer.id = renamed.id`,
  )
}

/** The id that a customer had becomes an alias; the one that it gets is one no longer, if it was. */
export function renameChanges({ id: customerId, originalId }: Customer, newId: string): Change[] {
  return [
    put(customerIds, originalId, { customerId, isFormer: true }),
    put(customerIds, newId, { customerId, isFormer: false }),
  ]
}
