import type { Answer } from '../../api/client.ts'
import type { Target } from '../../components/chart/types.ts'

export type Cohorts = NonNullable<Answer<'reports.cohorts'>['figures']>
export type Cohort = NonNullable<Cohorts['rows']>[number]

/** What a cell of the grid shows. */
export const COHORT_FIGURES = ['share', 'customers', 'perCustomer'] as const
export type CohortFigure = (typeof COHORT_FIGURES)[number]

/** The customers of a cohort, or those of them who bought in a month. */
export function customersOf(firstMonth: string, month?: string): Target {
  return { to: '/reports/cohorts/records', search: { firstMonth, ...(month ? { month } : {}) } }
}
