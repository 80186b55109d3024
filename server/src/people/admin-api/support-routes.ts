import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { endSupportAccess } from '../store/support-access.ts'
import type { AdminApi } from './api.ts'
import type { PeopleDeps } from './deps.ts'
import { endSupport } from './support-schema.ts'

export function supportRoutes(api: AdminApi, { clock }: PeopleDeps): void {
  api.write(endSupport, 'directory', async (tx, { tenant, params, caller }) => {
    const ended = await endSupportAccess(tx, tenant.id, params, { by: caller.actor.label, now: clock() })
    if (!ended) return NOT_FOUND
    return {
      answer: {},
      audit: { target: { kind: 'person', id: String(ended.personId), label: ended.personLabel } },
    }
  })
}
