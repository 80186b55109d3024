import type { Collection, Journal } from '../../accounts/till/collection.ts'
import { keyText, saveBy } from '../../accounts/till/collection.ts'
import type { AuditEntry } from '../audit.ts'
import { insertAuditOfTenants } from '../store/audit.ts'
import { insertNotes, type WrittenNote } from '../store/customer-notes.ts'
import { findKept, insertKept, type KeptUnderKey, updateKept } from '../store/idempotency.ts'

/** Entries of the audit beside what a command changes. */
export const auditJournal: Journal<AuditEntry> = { name: 'audit', append: insertAuditOfTenants }

/** Staff notes, deleted with the customer. */
export const noteJournal: Journal<WrittenNote> = { name: 'customer notes', append: insertNotes }

/** Under which answers of commands are kept. */
export interface AnswerKey {
  readonly actor: string
  readonly key: string
}

const textOf = ({ actor, key }: AnswerKey): string => `${actor} ${key}`

/** Answers by the key of their request, for when it is sent again. */
export const keptAnswers: Collection<AnswerKey, KeptUnderKey> = {
  name: 'kept answers',
  textOf,
  async load(tx, keys) {
    const found = await findKept(
      tx,
      keys.map(({ tenantId, key }) => ({ tenantId, ...key })),
    )
    return new Map(
      found.map(({ tenantId, actor, key, kept }) => [
        keyText({ tenantId, key: textOf({ actor, key }) }),
        kept,
      ]),
    )
  },
  save: saveBy(
    (tx, changes) =>
      insertKept(
        tx,
        changes.map(({ tenantId, key, value }) => ({ tenantId, ...key, kept: value })),
      ),
    (tx, changes) =>
      updateKept(
        tx,
        changes.map(({ tenantId, key, value }) => ({ tenantId, ...key, kept: value })),
      ),
  ),
}
