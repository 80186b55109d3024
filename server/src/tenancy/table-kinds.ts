import type { TableName } from '../platform/postgres/tables.ts'

/**
 * What belongs to whom, and so what goes along when a tenant moves to another cell:
 *
 * - account: rows of one customer; copied account by account, in pages, while the tenant sells.
 * - log: rows that are only ever added; copied by their position.
 * - settings: everything else of a tenant; copied as a whole, so few rows or small ones.
 * - derived: rows that follow from those of an account, and are made again from them where they are copied to.
 * - cell: what a database knows about itself or about the whole installation; never copied.
 */
export type TableKind = 'account' | 'log' | 'settings' | 'derived' | 'cell'

/**
 * Every table, once; one that is not named here does not compile. In the order in which rows can be copied: a table
 * stands behind those that its foreign keys refer to. `test/schema/table-kinds.test.ts` holds what each kind promises.
 */
export const TABLE_KINDS = {
  customer: 'account',
  customer_alias: 'account',
  customer_claim: 'account',
  customer_order: 'account',
  order_return: 'account',
  limit_use: 'account',
  point_record: 'account',
  point_origin: 'account',
  lot_move: 'account',
  stamp_card: 'account',
  stamp_record: 'account',
  award: 'account',
  referral: 'account',
  referral_code: 'account',
  action_grant: 'account',
  balance_change: 'account',
  customer_note: 'account',
  coupon: 'account',
  redemption: 'account',
  quiz_answer: 'account',
  tier_move: 'account',
  tier_progress: 'account',
  storefront_block: 'account',
  consent: 'account',
  import_effect: 'account',
  import_used: 'account',
  imported_progress: 'account',
  order_elsewhere: 'account',
  customer_first: 'account',
  customer_month: 'account',

  // From each customer by `termsOf`: an index by customer would be of no other use.
  customer_term: 'derived',

  point_event: 'log',
  audit_entry: 'log',

  brand: 'settings',
  category: 'settings',
  product: 'settings',
  program_draft: 'settings',
  program_version: 'settings',
  terms_draft: 'settings',
  terms_version: 'settings',
  // Also of imports, which have no customer: read account by account those would stay behind.
  approval: 'settings',
  email_configuration: 'settings',
  reward_configuration: 'settings',
  reward_usage: 'settings',
  pre_generated_coupon_list: 'settings',
  coupon_upload: 'settings',
  pre_generated_coupon: 'settings',
  tier: 'settings',
  tier_goal: 'settings',
  tier_benefit: 'settings',
  reward_configuration_tier: 'settings',
  tier_version: 'settings',
  tier_look: 'settings',
  tier_sweep: 'settings',
  customer_count: 'settings',
  quiz: 'settings',
  quiz_question: 'settings',
  quiz_option: 'settings',
  morning: 'settings',
  verification: 'settings',
  event_log: 'settings',
  term_filling: 'settings',
  erasure_key: 'settings',
  import_salt: 'settings',
  // Of no customer: no number leads from here to an account.
  erased_person: 'settings',
  // Of a day: a write that was answered before the move is not done again after it.
  idempotency_key: 'settings',
  // Of two days: moving does not give anybody a new quota.
  adjustment_sum: 'settings',
  webhook_endpoint: 'settings',
  webhook_cursor: 'settings',
  // These two know a customer, but belong to an endpoint.
  webhook_retry: 'settings',
  webhook_attempt: 'settings',
  webhook_hour: 'settings',
  // Of a week, and as many as one process makes of them in a minute.
  failed_request: 'settings',
  // Seconds old: each is gone when it is added to the figures.
  quiet_entry: 'settings',
  // Some 40,000 rows a year.
  figure_head: 'settings',
  figure_sum: 'settings',
  figure_counted: 'settings',
  figure_verification: 'settings',
  accounting_settings: 'settings',
  accounting_estimate: 'settings',
  month_close: 'settings',
  order_figures: 'settings',
  order_day_due: 'settings',
  touched_customer: 'settings',
  order_day: 'settings',
  cohort_sum: 'settings',
  period_figure: 'settings',
  // Few at a time, and gone some days after their end. What becomes of one that is not done, its kind says.
  job: 'settings',
  // As long as their jobs; one row a merchant.
  backtest: 'settings',
  backtest_check: 'settings',
  program_plan: 'settings',
  // One a file that was imported, and what was saved for the next one.
  import: 'settings',
  import_mapping: 'settings',

  tenant: 'cell',
  api_key: 'cell',
  key_use: 'cell',
  settings_version: 'cell',
  tenant_zone: 'cell',
  // A shop is found by its name before it is known whose it is.
  storefront: 'cell',
  storefront_key: 'cell',
  storefront_logo: 'cell',
  storefront_use: 'cell',
  // People are known to the directory, as keys are.
  person: 'cell',
  session: 'cell',
  known_device: 'cell',
  password_reset: 'cell',
  sign_in_limit: 'cell',
  membership: 'cell',
  support_access: 'cell',
  invitation: 'cell',
  admin_token: 'cell',
  directory_audit_entry: 'cell',
  platform_audit: 'cell',
  directory_generation: 'cell',
  tenant_home: 'cell',
  tenant_import: 'cell',
  // Made again by their jobs, or uploaded again: they are large, and gone after days.
  file: 'cell',
  file_part: 'cell',
  // Of a backtest that runs, which begins again after a move.
  backtest_customer: 'cell',
  // For exports that run, which begin again too.
  past_quiet_entry: 'cell',
  event_partition: 'cell',
  migration: 'cell',
} as const satisfies Readonly<Record<TableName, TableKind>>

/**
 * Every sequence. Those of kind “tenant” number rows that move with their tenant: the cell it comes to makes them jump
 * beyond those of the cell it leaves, so that no number is given out twice and numbers stay in order of age.
 */
export const SEQUENCE_KINDS: Readonly<Record<string, 'tenant' | 'cell'>> = {
  account_id: 'tenant',
  audit_entry_id_seq: 'tenant',
  coupon_upload_id_seq: 'tenant',
  email_configuration_id_seq: 'tenant',
  failed_request_id_seq: 'tenant',
  file_id: 'tenant',
  import_id: 'tenant',
  job_id: 'tenant',
  point_event_id_seq: 'tenant',
  pre_generated_coupon_id_seq: 'tenant',
  pre_generated_coupon_list_id_seq: 'tenant',
  quiet_entry_id: 'tenant',
  quiz_id_seq: 'tenant',
  quiz_option_id_seq: 'tenant',
  quiz_question_id_seq: 'tenant',
  reward_configuration_id_seq: 'tenant',
  tier_benefit_id_seq: 'tenant',
  tier_goal_id_seq: 'tenant',
  tier_id_seq: 'tenant',
  tier_version_number: 'tenant',
  webhook_attempt_id_seq: 'tenant',
  webhook_endpoint_id_seq: 'tenant',

  admin_token_id_seq: 'cell',
  api_key_id_seq: 'cell',
  invitation_id_seq: 'cell',
  person_id_seq: 'cell',
  session_id_seq: 'cell',
  support_access_id_seq: 'cell',
  directory_audit_entry_id_seq: 'cell',
  platform_audit_id_seq: 'cell',
  tenant_id_seq: 'cell',
}
