import type { TenantId } from '../../contract/ids.ts'
import { instantToTextOrNull } from '../../platform/clock.ts'
import { Fragment, named, type Statement, toParameter } from '../../platform/postgres/sql.ts'
import type { TableColumns } from '../../platform/postgres/tables.ts'
import type { RewardEmail, RewardSettings } from '../reward.ts'

/** The columns of `reward_configuration`, by the names that the domain has for them. */
const SETTINGS: Readonly<Record<keyof RewardSettings, TableColumns['reward_configuration']>> = {
  type: 'reward_type',
  isActive: 'is_active',
  isPrizeOnly: 'is_prize_only',
  channel: 'reward_channel',
  points: 'points',
  value: 'value',
  validFrom: 'valid_from',
  validUntil: 'valid_until',
  customerUsageLimit: 'customer_usage_limit',
  globalUsageLimit: 'global_usage_limit',
  codePrefix: 'code_prefix',
  couponValidDays: 'coupon_valid_days',
  generatesCouponByHand: 'generates_coupon_by_hand',
  expiresCouponsMissingInPlatform: 'expires_coupons_missing_in_platform',
  isCumulative: 'is_cumulative',
  minimumPurchase: 'minimum_purchase',
  cashbackMaximum: 'cashback_maximum',
  cashbackPurchasePercent: 'cashback_purchase_percent',
  isCashbackInformativeOnly: 'is_cashback_informative_only',
  cashbackInformativeText: 'cashback_informative_text',
  cashbackRules: 'cashback_rules',
  allowsProductCollection: 'allows_product_collection',
  collectionSelection: 'product_collection_selection',
  productCollections: 'product_collections',
  notifiesTeam: 'notifies_team',
  teamEmails: 'team_emails',
  notifiesCustomer: 'notifies_customer',
  emailId: 'customer_email_configuration_id',
  title: 'title',
  preTitle: 'pre_title',
  description: 'description',
  longDescription: 'long_description',
  customTitle: 'custom_title',
  usageInstructions: 'usage_instructions',
  usesCustomInstruction: 'uses_custom_instruction',
  customIconUrl: 'custom_icon_url',
  isWidgetIconActive: 'is_widget_icon_active',
  widgetIcon: 'widget_icon',
  isLandingPageIconActive: 'is_landing_page_icon_active',
  landingPageIcon: 'landing_page_icon',
}

/** The columns of `email_configuration`, likewise. */
const EMAIL: Readonly<Record<keyof RewardEmail, TableColumns['email_configuration']>> = {
  id: 'id',
  subject: 'subject',
  body: 'email_body',
  preHeader: 'pre_header',
  title: 'title',
  description: 'description',
  isActive: 'is_active',
  type: 'type',
  subType: 'sub_type',
  group: 'email_group',
  objectiveLinkedType: 'objective_linked_type',
  variables: 'variables',
  isLogoHidden: 'is_logo_hidden',
  isBackgroundColorChanged: 'is_background_color_changed',
  backgroundColor: 'background_color',
  recommendsProducts: 'recommends_products',
}

function aliased(table: string, columns: Readonly<Record<string, string>>): Fragment {
  const list = Object.entries(columns).map(([name, column]) => `${table}.${column} as "${name}"`)
  return new Fragment(list.join(', '))
}

export const SETTINGS_COLUMNS = aliased('reward', SETTINGS)
export const EMAIL_COLUMNS = aliased('email', EMAIL)

/** The settings as `SETTINGS_COLUMNS` selects them. */
export type SettingsRow = Omit<RewardSettings, 'validFrom' | 'validUntil'> & {
  readonly validFrom: Date | null
  readonly validUntil: Date | null
}

export function toSettings(row: SettingsRow): RewardSettings {
  return {
    ...row,
    validFrom: row.validFrom?.getTime() ?? null,
    validUntil: row.validUntil?.getTime() ?? null,
  }
}

const NAMES = Object.keys(SETTINGS) as (keyof RewardSettings)[]
const INSERT = named(`
  insert into reward_configuration (tenant_id, key, ${Object.values(SETTINGS).join(', ')})
  values ($1, $2, ${NAMES.map((_, index) => `$${index + 3}`).join(', ')})
  returning id`)

export function insertOf(
  tenantId: TenantId,
  key: string,
  settings: RewardSettings,
): Statement<{ id: number }> {
  return { ...INSERT, values: [tenantId, key, ...valuesOf(settings)] }
}

const UPDATE = named(`
  update reward_configuration
  set version = version + 1, ${NAMES.map((name, index) => `${SETTINGS[name]} = $${index + 3}`).join(', ')}
  where tenant_id = $1 and id = $2`)

export function updateOf(tenantId: TenantId, id: number, settings: RewardSettings): Statement<unknown> {
  return { ...UPDATE, values: [tenantId, id, ...valuesOf(settings)] }
}

function valuesOf(settings: RewardSettings): unknown[] {
  const row = {
    ...settings,
    validFrom: instantToTextOrNull(settings.validFrom),
    validUntil: instantToTextOrNull(settings.validUntil),
  }
  return NAMES.map((name) => toParameter(row[name]))
}
