import { type ConfigRefusal, wrong } from '../../contract/config-refusal.ts'
import { type LocalizedText, localized } from '../../contract/locale.ts'
import { ProblemList } from '../../contract/problem-list.ts'
import { isBlank } from '../../contract/schema.ts'
import { type Decimal, decimalFromText, ONE, ZERO } from '../../platform/decimal.ts'
import { COLLECTION_SELECTION, DEFAULT_SETTINGS, REWARD_CHANNEL, type RewardSettings } from '../reward.ts'
import type { RewardInput } from '../reward-input.ts'
import { REWARD_TYPE, unitOf } from '../reward-type.ts'

/** The most that rewards may be worth and cost: settings of a merchant, because pesos need more. */
export interface RewardLimits {
  readonly rewardValue: Decimal
  readonly rewardPoints: Decimal
}

export interface RewardContext {
  readonly limits: RewardLimits
  /** Of those that are not archived. */
  readonly tierKeys: ReadonlySet<string>
  /** As it is stored; null: it is new. */
  readonly stored: RewardSettings | null
}

const HUNDRED: Decimal = 100n * ONE
/** The settings that a merchant's words mean, or all that is wrong with them. */
export function checkReward(input: RewardInput, context: RewardContext): RewardSettings | ConfigRefusal {
  const list = new ProblemList()
  const settings = read(input, context.stored, list)
  list.addIfBlank('/title', input.title)
  list.addUnlessWebAddress('/icons/url', input.icons?.url)
  checkPrice(list, settings, context.limits)
  list.addIfBackwards('/validUntil', settings.validFrom, settings.validUntil)
  checkTerms(list, settings)
  checkTiers(list, input, context)
  return list.problems.length > 0 ? wrong(list.problems) : settings
}

function checkPrice(list: ProblemList, settings: RewardSettings, limits: RewardLimits): void {
  const { type, isPrizeOnly, points, value } = settings
  if (points < ZERO) {
    list.add(
      '/points',
      localized(
        'Points must be 0 or more.',
        'Os pontos devem ser 0 ou mais.',
        'Los puntos deben ser 0 o más.',
      ),
      'Reward_PointsShouldBePositive',
    )
  }
  if (unitOf(type) === 'cashback' && points > ZERO) {
    list.add(
      '/points',
      localized(
        'A cashback reward is paid with cashback and costs no points.',
        'Uma recompensa de cashback é paga com cashback e não custa pontos.',
        'Una recompensa de cashback se paga con cashback y no cuesta puntos.',
      ),
    )
  }
  if (unitOf(type) === 'cashback' && isPrizeOnly) {
    list.add(
      '/prizeOnly',
      localized(
        'A rule can’t give a cashback reward.',
        'Uma regra não pode dar uma recompensa de cashback.',
        'Una regla no puede dar una recompensa de cashback.',
      ),
    )
  }
  if (points > limits.rewardPoints) {
    list.add('/points', atMost(limits.rewardPoints), 'Reward_PointsShouldBe9999ValueMax')
  }
  const mustBeWorth = type === REWARD_TYPE.percent || type === REWARD_TYPE.fixedValue
  if (value < ZERO || (mustBeWorth && value === ZERO)) {
    list.add(
      '/value',
      localized(
        'The value must be above 0.',
        'O valor deve ser maior que 0.',
        'El valor debe ser mayor que 0.',
      ),
      'Reward_ValueShouldBePositive',
    )
  }
  if (type === REWARD_TYPE.percent) {
    if (value > HUNDRED) list.add('/value', AT_MOST_100_PERCENT, 'Reward_ValueShouldBe100PercentMax')
  } else if (value > limits.rewardValue) {
    list.add('/value', atMost(limits.rewardValue), 'Reward_ValueShouldBe999ValueMax')
  }
}

const AT_MOST_100_PERCENT = localized(
  'At most 100 percent.',
  'No máximo 100 por cento.',
  'Como máximo 100 por ciento.',
)

function atMost(limit: Decimal): LocalizedText {
  const number = String(limit / ONE)
  return localized(
    `At most ${number}; the limit is a setting of yours.`,
    `No máximo ${number}; o limite é uma configuração sua.`,
    `Como máximo ${number}; el límite es una configuración suya.`,
  )
}

const ABOVE_ZERO = localized(
  'This must be above 0.',
  'Isto deve ser maior que 0.',
  'Esto debe ser mayor que 0.',
)

function checkTerms(list: ProblemList, settings: RewardSettings): void {
  const { minimumPurchase, cashbackMaximum, cashbackPurchasePercent: percent } = settings
  if (minimumPurchase !== null && minimumPurchase < ZERO) {
    list.add('/coupon/minimumPurchase', ABOVE_ZERO, 'General_BiggerThanZero')
  }
  if (cashbackMaximum !== null && cashbackMaximum <= ZERO) {
    list.add('/cashback/maximum', ABOVE_ZERO, 'General_BiggerThanZero')
  }
  if (percent !== null && percent < ZERO) list.add('/cashback/percentOfPurchase', ABOVE_ZERO)
  if (percent !== null && percent > HUNDRED) list.add('/cashback/percentOfPurchase', AT_MOST_100_PERCENT)
  const { collectionSelection, productCollections } = settings
  if (collectionSelection !== COLLECTION_SELECTION.all && productCollections.length === 0) {
    list.add(
      '/collections/ids',
      localized(
        'Name at least one collection.',
        'Indique ao menos uma coleção.',
        'Indique al menos una colección.',
      ),
    )
  }
  for (const [index, id] of productCollections.entries()) list.addIfBlank(`/collections/ids/${index}`, id)
}

function checkTiers(list: ProblemList, { tiers = [] }: RewardInput, { tierKeys }: RewardContext): void {
  for (const [index, key] of tiers.entries()) {
    if (tierKeys.has(key)) continue
    list.add(
      `/tiers/${index}`,
      localized(`There is no tier “${key}”.`, `Não há um nível “${key}”.`, `No existe un nivel “${key}”.`),
      'Tier_NotFound',
    )
  }
}

/** What files and bodies do not speak of stays as it is stored. */
function read(input: RewardInput, stored: RewardSettings | null, list: ProblemList): RewardSettings {
  const before = stored ?? { ...DEFAULT_SETTINGS, type: REWARD_TYPE.custom, title: '' }
  const { limits, coupon, cashback } = input
  return {
    ...before,
    ...readTexts(input),
    ...readCollections(input),
    ...readNotices(input, before),
    type: REWARD_TYPE[input.type],
    isActive: input.isActive ?? true,
    isPrizeOnly: input.prizeOnly ?? false,
    channel: REWARD_CHANNEL[input.channel ?? 'all'],
    points: decimalFromText(input.points ?? '0'),
    value: decimalFromText(input.value ?? '0'),
    validFrom: list.readTime('/validFrom', input.validFrom),
    validUntil: list.readTime('/validUntil', input.validUntil),
    customerUsageLimit: limits?.perCustomer ?? null,
    globalUsageLimit: limits?.total ?? null,
    codePrefix: textOf(coupon?.prefix),
    couponValidDays: coupon?.validDays ?? null,
    generatesCouponByHand: coupon?.byHand ?? false,
    expiresCouponsMissingInPlatform: coupon?.expiresMissingInPlatform ?? false,
    isCumulative: coupon?.cumulative ?? false,
    minimumPurchase: decimalOf(coupon?.minimumPurchase),
    cashbackMaximum: decimalOf(cashback?.maximum),
    cashbackPurchasePercent: decimalOf(cashback?.percentOfPurchase),
    isCashbackInformativeOnly: cashback?.informativeOnly ?? false,
    cashbackInformativeText: textOf(cashback?.informativeText),
    cashbackRules: textOf(cashback?.rules),
  }
}

function readTexts(input: RewardInput) {
  return {
    title: input.title.trim(),
    preTitle: textOf(input.preTitle),
    description: textOf(input.description),
    longDescription: textOf(input.longDescription),
    customTitle: textOf(input.customTitle),
    usageInstructions: textOf(input.usageInstructions),
    usesCustomInstruction: input.usesCustomInstruction ?? false,
  }
}

function readCollections({ collections = { which: 'all', ids: [] } }: RewardInput) {
  const { which, ids } = collections
  return {
    allowsProductCollection: which !== 'all' || ids.length > 0,
    collectionSelection: COLLECTION_SELECTION[which],
    productCollections: [...new Set(ids)],
  }
}

/** What was switched off keeps its words, for when it is switched on again. */
function readNotices({ notify, icons }: RewardInput, before: RewardSettings) {
  const team = [...new Set(notify?.team ?? [])]
  const [widget, landingPage] = [textOf(icons?.widget), textOf(icons?.landingPage)]
  return {
    notifiesTeam: team.length > 0,
    teamEmails: team.length > 0 || before.notifiesTeam ? team : before.teamEmails,
    notifiesCustomer: notify?.customer ?? false,
    customIconUrl: textOf(icons?.url),
    isWidgetIconActive: widget !== null,
    widgetIcon: widget ?? (before.isWidgetIconActive ? null : before.widgetIcon),
    isLandingPageIconActive: landingPage !== null,
    landingPageIcon: landingPage ?? (before.isLandingPageIconActive ? null : before.landingPageIcon),
  }
}

function textOf(text: string | null | undefined): string | null {
  return isBlank(text) ? null : text
}

function decimalOf(text: string | null | undefined): Decimal | null {
  return text === null || text === undefined ? null : decimalFromText(text)
}
