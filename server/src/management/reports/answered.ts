import { isProblem, type Problem } from '../../contract/problem.ts'
import type { ZoneSpan } from '../../figures/rules/zones.ts'
import type { Tenant } from '../../tenancy/tenant.ts'

export type SpansOf = (call: { readonly tenant: Tenant }) => Promise<readonly ZoneSpan[]>

export function answered<Answer>(answer: Answer | Problem): { answer: Answer } | Problem {
  return isProblem(answer) ? answer : { answer: answer as Answer }
}
