import { account } from './account.ts'
import { accounting } from './accounting.ts'
import { audit } from './audit.ts'
import { backtests } from './backtests.ts'
import { claims } from './claims.ts'
import { cohorts } from './cohorts.ts'
import { couponLists } from './coupon-lists.ts'
import { erasing } from './erasing.ts'
import { imports } from './imports.ts'
import { merging } from './merging.ts'
import { orderReports } from './order-reports.ts'
import { program } from './program.ts'
import { programReports } from './program-reports.ts'
import { quizzes } from './quizzes.ts'
import { referrals } from './referrals.ts'
import { reporting } from './reporting.ts'
import { requests } from './requests.ts'
import { storefront } from './storefront.ts'
import { tiers } from './tiers.ts'
import { tokens } from './tokens.ts'
import { webhooks } from './webhooks.ts'

/** Of pages that are not Home: loaded with the first of them, so that Home is there sooner. */
export const beyondHome = {
  account,
  accounting,
  audit,
  backtests,
  claims,
  cohorts,
  couponLists,
  erasing,
  imports,
  merging,
  orderReports,
  program,
  quizzes,
  programReports,
  referrals,
  reporting,
  requests,
  storefront,
  tiers,
  tokens,
  webhooks,
} as const
