import { PERMISSIONS, type Permission, type Role } from '../contract/permission.ts'

const READS_CONFIGURATION = [
  'program.read',
  'rewards.read',
  'tiers.read',
  'quizzes.read',
  'storefront.read',
] as const
/** For everyone: which jobs these are, the permission of their kind says. */
const USES_JOBS = 'jobs.use'
/** For everyone: sums of all customers, which name none. */
const READS_OVERVIEW = 'reports.overview'
/**
 * Who a customer is, is for those who help customers, and for those who connect systems: an API key or a webhook endpoint
 * hands out every customer. For the others it is masked.
 */
const READS_PERSONS = ['customers.read', 'customers.personal'] as const
/** What is done for one customer, when they ask for it. */
const HELPS_CUSTOMERS = [
  'customers.write',
  'points.adjust',
  'redemptions.create',
  'redemptions.return',
  'orders.cancel',
] as const
const READS_ACCESS = ['settings.read', 'people.read', 'tokens.read'] as const

/** What each role may do for its merchant. Fixed, so that anyone can say what a person may do. */
const OF_ROLE: Readonly<Record<Role, readonly Permission[]>> = {
  owner: PERMISSIONS,
  manager: [
    ...READS_CONFIGURATION,
    ...READS_ACCESS,
    ...READS_PERSONS,
    ...HELPS_CUSTOMERS,
    'customers.export',
    'customers.merge',
    'approvals.decide',
    'program.write',
    'program.publish',
    'rewards.write',
    'tiers.write',
    'quizzes.write',
    'storefront.write',
    'codes.read',
    'keys.read',
    'webhooks.read',
    'requests.read',
    USES_JOBS,
    'exports.create',
    'files.upload',
    'imports.read',
    'imports.write',
    'imports.apply',
    READS_OVERVIEW,
    'reports.read',
    'accounting.read',
    'accounting.close',
    'backtests.run',
    'audit.read',
    'audit.all',
  ],
  support: [
    ...READS_CONFIGURATION,
    ...READS_PERSONS,
    ...HELPS_CUSTOMERS,
    'codes.read',
    USES_JOBS,
    READS_OVERVIEW,
    'audit.read',
  ],
  developer: [
    ...READS_CONFIGURATION,
    ...READS_ACCESS,
    ...READS_PERSONS,
    'keys.read',
    'keys.write',
    'webhooks.read',
    'webhooks.write',
    'storefront.domains',
    'requests.read',
    USES_JOBS,
    READS_OVERVIEW,
    'backtests.run',
    'audit.read',
  ],
  viewer: [...READS_CONFIGURATION, 'customers.read', USES_JOBS, READS_OVERVIEW, 'reports.read'],
}

/** What an operator with support access may do: look, without seeing who a customer is. */
export const SUPPORT_ACCESS: readonly Permission[] = [
  'settings.read',
  ...READS_CONFIGURATION,
  'customers.read',
  'keys.read',
  'webhooks.read',
  'requests.read',
  'audit.read',
]

/** In the order of `PERMISSIONS`, each once. */
export function permissionsOf(role: Role): readonly Permission[] {
  return PERMISSIONS.filter((permission) => OF_ROLE[role].includes(permission))
}

/**
 * What no token may do, whatever its owner may: to let in another person, to weaken how people come in, to be the second
 * person, or to close the books. A token is not asked for a confirmation, so one that leaks would otherwise be a way in
 * for good.
 */
const NEVER_OF_TOKENS: readonly Permission[] = [
  'people.write',
  'tokens.write',
  'security.write',
  'approvals.decide',
  'accounting.close',
]
/** A merchant's own token has no business with people at all. */
const NEVER_OF_SERVICE_TOKENS: readonly Permission[] = [...NEVER_OF_TOKENS, 'people.read', 'tokens.read']

export function canBeOfToken(permission: Permission, kind: 'personal' | 'service'): boolean {
  return !(kind === 'personal' ? NEVER_OF_TOKENS : NEVER_OF_SERVICE_TOKENS).includes(permission)
}
