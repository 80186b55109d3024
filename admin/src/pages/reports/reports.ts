/** In the order of the list. */
export const REPORTS = [
  'overview',
  'points',
  'liability',
  'vintages',
  'rewards',
  'rules',
  'tiers',
  'customers',
  'branches',
  'cohorts',
] as const
export type ReportName = (typeof REPORTS)[number]
