import { maskedValue } from '../../contract/admin-api/masking.ts'
import type { ExportCell, ExportKind } from '../../jobs/export.ts'
import { type ExportedEntry, findEntriesToExport } from '../store/audit-page.ts'

/** Where a page ended: first what the cell has, then what the directory has. */
interface Place {
  readonly of: 'cell' | 'directory'
  readonly id: number
}

/** Also notes and what changed, which may name people. */
export const auditExport: ExportKind = {
  name: 'audit',
  holdsPersons: true,
  needs: 'audit.read',
  hasDates: false,
  columns: [
    ...['at', 'action', 'actorKind', 'actorId', 'actor', 'via', 'targetKind', 'targetId', 'target'],
    ...['before', 'after', 'note', 'requestId', 'address'],
  ],
  sums: [],
  async page(tx, { tenant, directory, after, limit, isMasked }) {
    const from = (after as Place | null) ?? { of: 'cell', id: 0 }
    const place = { tenantId: tenant.id, afterId: from.id, limit }
    const entries =
      from.of === 'cell'
        ? await findEntriesToExport(tx, 'cell', place)
        : await directory.read([tenant.id], (other) => findEntriesToExport(other, 'directory', place))
    const isEnd = entries.length < limit
    const behind: Place = { of: from.of, id: entries.at(-1)?.id ?? from.id }
    return {
      rows: entries.map((entry) => cellsOf(entry, isMasked)),
      after: isEnd && from.of === 'cell' ? { of: 'directory', id: 0 } : behind,
      isLast: isEnd && from.of === 'directory',
    }
  },
}

function cellsOf(entry: ExportedEntry, isMasked: boolean): ExportCell[] {
  const mask = (text: string | null): string | null => (isMasked ? maskedValue(text) : text)
  const { at, action, actorKind, actorId, actor, via, targetKind, targetId, target } = entry
  return [
    ...[at, action, actorKind, actorId, mask(actor), via, targetKind, mask(targetId), mask(target)],
    ...[mask(entry.before), mask(entry.after), mask(entry.note), entry.requestId, mask(entry.address)],
  ]
}
