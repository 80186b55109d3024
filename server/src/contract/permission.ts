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
  /** What customers see in the shop. */
  'storefront.read',
  'storefront.write',
  /** From where browsers may ask, and where customers are led. */
  'storefront.domains',
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
  /** To see jobs of the kinds that one may start, and to pause, resume and cancel them. */
  'jobs.use',
  /** To write data of the merchant into files. */
  'exports.create',
  /** To bring a file that a job reads. */
  'files.upload',
  /** Imports, with what their dry runs found. */
  'imports.read',
  /** To begin an import, to answer its questions and to run it dry. */
  'imports.write',
  /** To apply an import, and to undo it. */
  'imports.apply',
  /** The figures of the first page. */
  'reports.overview',
  /** Every report, what its figures are made of, and its table as a file. */
  'reports.read',
  /** The journal, and the months that are closed. */
  'accounting.read',
  /** To close a month and to set what is not expected to be redeemed. A closed month never changes. */
  'accounting.close',
  /** To run a program over past orders. */
  'backtests.run',
  'audit.read',
  /** What others did too; without it, what one did oneself. */
  'audit.all',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export const ROLES = ['owner', 'manager', 'support', 'developer', 'viewer'] as const
export type Role = (typeof ROLES)[number]
