import { pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import { isProblem } from '../../contract/problem.ts'
import { instantToText } from '../../platform/clock.ts'
import { listNotes as findNotes, type ReadNote } from '../store/customer-notes.ts'
import type { AdminApi } from './api.ts'
import { listNotes } from './notes-schema.ts'
import { presentActor } from './present-approval.ts'

export function noteRoutes(api: AdminApi): void {
  api.read(listNotes, 'cell', async (tx, { tenant, params: { id }, query }) => {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const found = await findNotes(tx, { tenantId: tenant.id, customerId: id }, page)
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
