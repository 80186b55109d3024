import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Whose } from './join-cards.ts'

/** What a customer has once of a kind: where both have it, that of the one who stays counts. */
export function moveWhatIsHadOnce(tx: Tx, { tenantId, fromId, intoId }: Whose): Promise<unknown>[] {
  return [
    // A quiz is answered once. The answers to one that both have answered stay where they are.
    run(
      tx,
      sql`
      update quiz_answer as given set customer_id = ${intoId}
      where tenant_id = ${tenantId} and customer_id = ${fromId} and not exists (
        select from quiz_answer as own
        where own.tenant_id = ${tenantId} and own.customer_id = ${intoId} and own.quiz_id = given.quiz_id
      )`,
    ),
    // What both have agreed to is kept as the one who stays has agreed to it.
    run(
      tx,
      sql`
      update consent as given set customer_id = ${intoId}
      where tenant_id = ${tenantId} and customer_id = ${fromId} and not exists (
        select from consent as own
        where own.tenant_id = ${tenantId} and own.customer_id = ${intoId}
          and own.kind = given.kind and own.version = given.version
      )`,
    ),
    run(
      tx,
      sql`
      delete from consent where tenant_id = ${tenantId} and customer_id = ${fromId}`,
    ),
    // They stay in the timeline. They can't be taken back any more: nothing tells what would go with them.
    run(
      tx,
      sql`
      update customer_claim as made set customer_id = ${intoId}
      where tenant_id = ${tenantId} and customer_id = ${fromId} and not exists (
        select from customer_claim as own
        where own.tenant_id = ${tenantId} and own.customer_id = ${intoId} and own.claimed_id = made.claimed_id
      )`,
    ),
  ]
}
