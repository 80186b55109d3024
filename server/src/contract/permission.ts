/**
 * What a person or a token may do for a merchant. Routes name one of these; `people/role.ts` says which role has
 * which. The panel hides what is not permitted by the same words, and the server decides.
 */
export const PERMISSIONS = [
  'settings.read',
  'settings.write',
  'security.write',
  'people.read',
  'people.write',
  'tokens.read',
  'tokens.write',
  'program.read',
  'program.write',
  'program.publish',
  'rewards.read',
  'rewards.write',
  'tiers.read',
  'tiers.write',
  'quizzes.read',
  'quizzes.write',
  'codes.read',
  'customers.read',
  /** Without it, what tells who a customer is is shown masked. */
  'customers.personal',
  'customers.write',
  /** All that is kept of one customer, in one file. */
  'customers.export',
  /** To make one account of two, for good. */
  'customers.merge',
  /** To take out of an account all that tells whose it was; it can't be undone. */
  'customers.erase',
  'points.adjust',
  'redemptions.create',
  'redemptions.return',
  'orders.cancel',
  /** To approve another person's request; never one's own. */
  'approvals.decide',
  'keys.read',
  'keys.write',
  'webhooks.read',
  'webhooks.write',
  /** Calls of the private API that were refused or failed. */
  'requests.read',
  'audit.read',
  /** What others did too; without it, what one did oneself. */
  'audit.all',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export const ROLES = ['owner', 'manager', 'support', 'developer', 'viewer'] as const
export type Role = (typeof ROLES)[number]
