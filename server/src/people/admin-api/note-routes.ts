import { readCursor } from '../../contract/admin-api/cursor.ts'
import { pageOf } from '../../contract/admin-api/page.ts'
import { isProblem } from '../../contract/admin-api/problem.ts'
import { instantToText } from '../../platform/clock.ts'
import { listNotes as findNotes, type ReadNote } from '../store/customer-notes.ts'
import type { AdminApi } from './api.ts'
import { listNotes } from './notes-schema.ts'
import { presentActor } from './present-approval.ts'

export function noteRoutes(api: AdminApi): void {
  api.read(listNotes, 'cell', async (tx, { tenant, params: { id }, query }) => {
    const keys = readCursor(query, query.cursor, 1)
    if (isProblem(keys)) return keys
    const below = keys === null ? Number.MAX_SAFE_INTEGER : Number(keys[0])
    const { limit = 50 } = query
    const owner = { tenantId: tenant.id, customerId: id }
    const found = await findNotes(tx, owner, { below, limit: limit + 1 })
    const present = ({ id: number, at, target, note, by }: ReadNote) => ({
      id: number,
      at: instantToText(at),
      target,
      note,
      by: presentActor(by),
    })
    return { answer: pageOf(query, found, (one) => [one.id], present) }
  })
}
