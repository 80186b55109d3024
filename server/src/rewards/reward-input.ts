import { shortText } from '../earning/explanation.ts'
import { instantToTextOrNull } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import { nameOf } from '../platform/name-of.ts'
import { COLLECTION_SELECTION, REWARD_CHANNEL, type RewardSettings } from './reward.ts'
import { REWARD_TYPE } from './reward-type.ts'

export type RewardTypeName = keyof typeof REWARD_TYPE
type ChannelName = keyof typeof REWARD_CHANNEL
type SelectionName = keyof typeof COLLECTION_SELECTION

/**
 * A reward as a merchant writes it, in a body or a file: words for numbers, text for decimals and moments, keys for
 * other things. What is left out has its default.
 */
export interface RewardInput {
  readonly key?: string
  readonly type: RewardTypeName
  readonly title: string
  readonly isActive?: boolean
  readonly prizeOnly?: boolean
  readonly points?: string
  readonly value?: string
  readonly preTitle?: string | null
  readonly description?: string | null
  readonly longDescription?: string | null
  readonly customTitle?: string | null
  readonly usageInstructions?: string | null
  readonly usesCustomInstruction?: boolean
  readonly validFrom?: string | null
  readonly validUntil?: string | null
  readonly limits?: { readonly perCustomer?: number | null; readonly total?: number | null }
  readonly tiers?: readonly string[]
  readonly channel?: ChannelName
  readonly coupon?: {
    readonly prefix?: string | null
    readonly validDays?: number | null
    readonly cumulative?: boolean
    readonly minimumPurchase?: string | null
    readonly byHand?: boolean
    readonly expiresMissingInPlatform?: boolean
  }
  readonly cashback?: {
    readonly maximum?: string | null
    readonly percentOfPurchase?: string | null
    readonly informativeOnly?: boolean
    readonly informativeText?: string | null
    readonly rules?: string | null
  }
  readonly collections?: { readonly which: SelectionName; readonly ids: readonly string[] }
  readonly notify?: { readonly team?: readonly string[]; readonly customer?: boolean }
  readonly icons?: {
    readonly url?: string | null
    readonly widget?: string | null
    readonly landingPage?: string | null
  }
}

/** All that a merchant has said about a reward, as it is shown and put into files. */
export function writeReward(key: string, settings: RewardSettings, tiers: readonly string[]) {
  return {
    key,
    type: nameOf(REWARD_TYPE, settings.type),
    title: settings.title,
    isActive: settings.isActive,
    prizeOnly: settings.isPrizeOnly,
    points: shortText(settings.points),
    value: shortText(settings.value),
    preTitle: settings.preTitle,
    description: settings.description,
    longDescription: settings.longDescription,
    customTitle: settings.customTitle,
    usageInstructions: settings.usageInstructions,
    usesCustomInstruction: settings.usesCustomInstruction,
    validFrom: instantToTextOrNull(settings.validFrom),
    validUntil: instantToTextOrNull(settings.validUntil),
    limits: { perCustomer: settings.customerUsageLimit, total: settings.globalUsageLimit },
    tiers: [...tiers],
    channel: nameOf(REWARD_CHANNEL, settings.channel),
    coupon: {
      prefix: settings.codePrefix,
      validDays: settings.couponValidDays,
      cumulative: settings.isCumulative,
      minimumPurchase: decimalText(settings.minimumPurchase),
      byHand: settings.generatesCouponByHand,
      expiresMissingInPlatform: settings.expiresCouponsMissingInPlatform,
    },
    cashback: {
      maximum: decimalText(settings.cashbackMaximum),
      percentOfPurchase: decimalText(settings.cashbackPurchasePercent),
      informativeOnly: settings.isCashbackInformativeOnly,
      informativeText: settings.cashbackInformativeText,
      rules: settings.cashbackRules,
    },
    collections: {
      which: nameOf(COLLECTION_SELECTION, settings.collectionSelection),
      ids: [...settings.productCollections],
    },
    notify: {
      team: settings.notifiesTeam ? [...settings.teamEmails] : [],
      customer: settings.notifiesCustomer,
    },
    icons: {
      url: settings.customIconUrl,
      widget: settings.isWidgetIconActive ? settings.widgetIcon : null,
      landingPage: settings.isLandingPageIconActive ? settings.landingPageIcon : null,
    },
  }
}

function decimalText(value: Decimal | null): string | null {
  return value === null ? null : shortText(value)
}
