import type { ComponentType } from 'react'
import type { Permission } from '../../../server/src/contract/permission.ts'
import type { IconName } from '../components/icon/paths.ts'
import type { en } from '../locales/en/index.ts'

type PageName = keyof (typeof en)['shell']['pages']

export interface PageEntry {
  /** Below the merchant. */
  readonly path: string
  readonly load: () => Promise<{ readonly default: ComponentType }>
  /** Without it the page is neither shown nor offered. */
  readonly permission?: Permission
  /** In the rail, and found by Ctrl-K. */
  readonly nav?: {
    readonly name: PageName
    readonly icon: IconName
    readonly group: 'top' | 'program' | 'shop' | 'reporting' | 'developers' | 'settings'
  }
  /** The page of the rail that it belongs to, where its address says another one. */
  readonly under?: string
  /** Found by Ctrl-K only. */
  readonly palette?: PageName
}

/** Every page of a merchant, in the order of the rail. */
export const PAGES: readonly PageEntry[] = [
  {
    path: '/',
    load: () => import('../pages/home/HomePage.tsx'),
    nav: { name: 'home', icon: 'home', group: 'top' },
  },
  {
    path: '/program',
    load: () => import('../pages/program/ProgramPage.tsx'),
    permission: 'program.read',
    nav: { name: 'program', icon: 'rules', group: 'program' },
  },
  {
    path: '/program/history',
    load: () => import('../pages/program/HistoryPage.tsx'),
    permission: 'program.read',
    palette: 'history',
  },
  {
    path: '/program/history/$version',
    load: () => import('../pages/program/VersionPage.tsx'),
    permission: 'program.read',
  },
  {
    path: '/program/backtests/$id',
    load: () => import('../pages/program/BacktestPage.tsx'),
    permission: 'backtests.run',
  },
  {
    path: '/rewards',
    load: () => import('../pages/rewards/RewardsPage.tsx'),
    permission: 'rewards.read',
    nav: { name: 'rewards', icon: 'gift', group: 'program' },
  },
  {
    path: '/rewards/new',
    load: () => import('../pages/rewards/NewRewardPage.tsx'),
    permission: 'rewards.write',
  },
  {
    path: '/rewards/$id',
    load: () => import('../pages/rewards/RewardPage.tsx'),
    permission: 'rewards.read',
  },
  {
    path: '/coupon-lists',
    load: () => import('../pages/rewards/CouponListsPage.tsx'),
    permission: 'rewards.read',
    palette: 'couponLists',
  },
  {
    path: '/coupon-lists/$id',
    load: () => import('../pages/rewards/CouponListPage.tsx'),
    permission: 'rewards.read',
  },
  {
    path: '/awards',
    load: () => import('../pages/rewards/AwardsPage.tsx'),
    permission: 'rewards.read',
    palette: 'awards',
    under: '/rewards',
  },
  {
    path: '/tiers',
    load: () => import('../pages/tiers/TiersPage.tsx'),
    permission: 'tiers.read',
    nav: { name: 'tiers', icon: 'stairs', group: 'program' },
  },
  {
    path: '/quizzes',
    load: () => import('../pages/quizzes/QuizzesPage.tsx'),
    permission: 'quizzes.read',
    nav: { name: 'quizzes', icon: 'quiz', group: 'program' },
  },
  {
    path: '/quizzes/new',
    load: () => import('../pages/quizzes/NewQuizPage.tsx'),
    permission: 'quizzes.write',
  },
  {
    path: '/quizzes/$id',
    load: () => import('../pages/quizzes/QuizPage.tsx'),
    permission: 'quizzes.read',
  },
  {
    path: '/storefront',
    load: () => import('../pages/storefront/AppearancePage.tsx'),
    permission: 'storefront.read',
    nav: { name: 'storefront', icon: 'brush', group: 'program' },
  },
  {
    path: '/storefront/texts',
    load: () => import('../pages/storefront/TextsPage.tsx'),
    permission: 'storefront.read',
  },
  {
    path: '/storefront/terms',
    load: () => import('../pages/storefront/TermsPage.tsx'),
    permission: 'storefront.read',
  },
  {
    path: '/storefront/shown',
    load: () => import('../pages/storefront/ShownPage.tsx'),
    permission: 'storefront.read',
  },
  {
    path: '/storefront/domains',
    load: () => import('../pages/storefront/DomainsPage.tsx'),
    permission: 'storefront.read',
  },
  {
    path: '/customers',
    load: () => import('../pages/shop/customers/CustomersPage.tsx'),
    permission: 'customers.read',
    nav: { name: 'customers', icon: 'users', group: 'shop' },
  },
  {
    path: '/customers/unclaimed',
    load: () => import('../pages/shop/customers/UnclaimedPage.tsx'),
    permission: 'customers.read',
    palette: 'unclaimed',
    under: '/customers',
  },
  {
    path: '/customers/$id',
    load: () => import('../pages/shop/customers/CustomerPage.tsx'),
    permission: 'customers.read',
  },
  {
    path: '/activity',
    load: () => import('../pages/shop/activity/ActivityPage.tsx'),
    permission: 'customers.read',
    palette: 'activity',
    under: '/customers',
  },
  {
    path: '/referrals',
    load: () => import('../pages/shop/referrals/ReferralsPage.tsx'),
    permission: 'customers.read',
    palette: 'referrals',
    under: '/customers',
  },
  {
    path: '/referrals/$id',
    load: () => import('../pages/shop/referrals/ReferralPage.tsx'),
    permission: 'customers.read',
    under: '/customers',
  },
  {
    path: '/orders',
    load: () => import('../pages/shop/orders/OrdersPage.tsx'),
    permission: 'customers.read',
    nav: { name: 'orders', icon: 'receipt', group: 'shop' },
  },
  {
    path: '/customers/$customer/orders/$id',
    load: () => import('../pages/shop/orders/OrderPage.tsx'),
    permission: 'customers.read',
    under: '/orders',
  },
  {
    path: '/redemptions',
    load: () => import('../pages/shop/redemptions/RedemptionsPage.tsx'),
    permission: 'customers.read',
    nav: { name: 'redemptions', icon: 'ticket', group: 'shop' },
  },
  {
    path: '/redemptions/$id',
    load: () => import('../pages/shop/redemptions/RedemptionPage.tsx'),
    permission: 'customers.read',
  },
  {
    path: '/approvals',
    load: () => import('../pages/shop/approvals/ApprovalsPage.tsx'),
    permission: 'points.adjust',
    nav: { name: 'approvals', icon: 'checks', group: 'shop' },
  },
  {
    path: '/reports',
    load: () => import('../pages/reports/ReportsPage.tsx'),
    permission: 'reports.read',
    nav: { name: 'reports', icon: 'chart', group: 'reporting' },
  },
  {
    path: '/reports/overview',
    load: () => import('../pages/reports/OverviewPage.tsx'),
    permission: 'reports.read',
    palette: 'overviewReport',
  },
  {
    path: '/reports/points',
    load: () => import('../pages/reports/PointsPage.tsx'),
    permission: 'reports.read',
    palette: 'pointsReport',
  },
  {
    path: '/reports/liability',
    load: () => import('../pages/reports/LiabilityPage.tsx'),
    permission: 'reports.read',
    palette: 'liabilityReport',
  },
  {
    path: '/reports/rewards',
    load: () => import('../pages/reports/RewardsReportPage.tsx'),
    permission: 'reports.read',
    palette: 'rewardsReport',
  },
  {
    path: '/reports/rules',
    load: () => import('../pages/reports/RulesReportPage.tsx'),
    permission: 'reports.read',
    palette: 'rulesReport',
  },
  {
    path: '/reports/vintages',
    load: () => import('../pages/reports/VintagesPage.tsx'),
    permission: 'reports.read',
    palette: 'vintagesReport',
  },
  {
    path: '/reports/tiers',
    load: () => import('../pages/reports/TiersReportPage.tsx'),
    permission: 'reports.read',
    palette: 'tiersReport',
  },
  {
    path: '/reports/tiers/records',
    load: () => import('../pages/reports/TierMovesPage.tsx'),
    permission: 'reports.read',
  },
  {
    path: '/reports/points/records',
    load: () => import('../pages/reports/PointsRecordsPage.tsx'),
    permission: 'reports.read',
  },
  {
    path: '/reports/liability/records',
    load: () => import('../pages/reports/LiabilityRecordsPage.tsx'),
    permission: 'reports.read',
  },
  {
    path: '/reports/customers',
    load: () => import('../pages/reports/CustomersReportPage.tsx'),
    permission: 'reports.read',
    palette: 'customersReport',
  },
  {
    path: '/reports/customers/records',
    load: () => import('../pages/reports/CustomersRecordsPage.tsx'),
    permission: 'reports.read',
  },
  {
    path: '/reports/branches',
    load: () => import('../pages/reports/BranchesReportPage.tsx'),
    permission: 'reports.read',
    palette: 'branchesReport',
  },
  {
    path: '/reports/branches/records',
    load: () => import('../pages/reports/BranchesRecordsPage.tsx'),
    permission: 'reports.read',
  },
  {
    path: '/reports/cohorts',
    load: () => import('../pages/reports/CohortsPage.tsx'),
    permission: 'reports.read',
    palette: 'cohortsReport',
  },
  {
    path: '/reports/cohorts/records',
    load: () => import('../pages/reports/CohortRecordsPage.tsx'),
    permission: 'reports.read',
  },
  {
    path: '/accounting',
    load: () => import('../pages/accounting/AccountingPage.tsx'),
    permission: 'accounting.read',
    nav: { name: 'accounting', icon: 'book', group: 'reporting' },
  },
  {
    path: '/accounting/$month',
    load: () => import('../pages/accounting/MonthPage.tsx'),
    permission: 'accounting.read',
  },
  {
    path: '/developers/keys',
    load: () => import('../pages/developers/KeysPage.tsx'),
    permission: 'keys.read',
    nav: { name: 'keys', icon: 'key', group: 'developers' },
  },
  {
    path: '/developers/keys/tokens',
    load: () => import('../pages/developers/TokensPage.tsx'),
    permission: 'tokens.read',
    palette: 'tokens',
  },
  {
    path: '/developers/webhooks',
    load: () => import('../pages/developers/WebhooksPage.tsx'),
    permission: 'webhooks.read',
    nav: { name: 'webhooks', icon: 'webhook', group: 'developers' },
  },
  {
    path: '/developers/webhooks/$id',
    load: () => import('../pages/developers/EndpointPage.tsx'),
    permission: 'webhooks.read',
  },
  {
    path: '/developers/requests',
    load: () => import('../pages/developers/RequestsPage.tsx'),
    permission: 'requests.read',
    palette: 'requests',
  },
  {
    path: '/settings',
    load: () => import('../pages/settings/GeneralPage.tsx'),
    permission: 'settings.read',
    nav: { name: 'settings', icon: 'gear', group: 'settings' },
  },
  {
    path: '/data',
    load: () => import('../pages/data/DataPage.tsx'),
    permission: 'jobs.use',
    nav: { name: 'data', icon: 'data', group: 'settings' },
  },
  {
    path: '/data/imports/new',
    load: () => import('../pages/data/imports/NewImportPage.tsx'),
    permission: 'imports.write',
    palette: 'newImport',
  },
  {
    path: '/data/imports/$id',
    load: () => import('../pages/data/imports/ImportPage.tsx'),
    permission: 'imports.read',
  },
  {
    path: '/settings/people',
    load: () => import('../pages/settings/PeoplePage.tsx'),
    permission: 'people.read',
    palette: 'people',
  },
  {
    path: '/settings/security',
    load: () => import('../pages/settings/SecurityPage.tsx'),
    permission: 'settings.read',
    palette: 'security',
  },
  {
    path: '/settings/audit',
    load: () => import('../pages/settings/AuditPage.tsx'),
    permission: 'audit.read',
    palette: 'audit',
  },
  {
    path: '/account',
    load: () => import('../pages/account/AccountPage.tsx'),
    palette: 'account',
  },
]
