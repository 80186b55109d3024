import type { Answer } from '../../api/client.ts'

export type Person = Answer<'people.list'>['items'][number]
export type Role = Person['role']
export const ROLES = ['owner', 'manager', 'support', 'developer', 'viewer'] as const satisfies readonly Role[]
