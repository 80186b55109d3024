import type { AuditTarget } from '../../people/audit.ts'

/** What the audit calls an endpoint. */
export const ENDPOINT_KIND = 'webhook'

export function targetOf({ id, url }: { readonly id: number; readonly url: string }): AuditTarget {
  return { kind: ENDPOINT_KIND, id: String(id), label: url }
}
