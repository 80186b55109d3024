import type { Changed, Collection } from '../accounts/till/collection.ts'
import type { CustomerId } from '../contract/ids.ts'
import { type ColumnsOf, namesOf, rowsAs } from '../platform/postgres/columns.ts'
import { run } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { AWARD_SOURCE, AWARD_STATE, type Award } from './award.ts'

export interface AwardKey {
  readonly customerId: CustomerId
  readonly id: number
}

const COLUMNS: ColumnsOf<'award', Changed<AwardKey, Award>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ value }) => value.customerId],
  id: ['bigint', ({ value }) => value.id],
  source: ['smallint', ({ value }) => AWARD_SOURCE[value.source]],
  rule_id: ['int', ({ value }) => value.ruleId],
  reference: ['text', ({ value }) => value.reference],
  program_version: ['int', ({ value }) => value.programVersion],
  record_id: ['bigint', ({ value }) => value.recordId],
  state: ['smallint', ({ value }) => AWARD_STATE[value.state]],
  made_at: ['timestamptz', ({ value }) => value.madeAt],
  ended_at: ['timestamptz', ({ value }) => value.endedAt],
}

/** For writing: what has to be known of an award is known by what it was given for. */
export const awards: Collection<AwardKey, Award> = {
  name: 'awards',
  textOf: ({ customerId, id }) => `${customerId} ${id}`,
  load: () => Promise.resolve(new Map()),
  async save(tx, changes) {
    await run(
      tx,
      sql`
      insert into award (${namesOf(COLUMNS)})
      select * from ${rowsAs('made', COLUMNS, changes)}
      on conflict (tenant_id, customer_id, id) do update set state = excluded.state, ended_at = excluded.ended_at`,
    )
  },
}
