import type { CouponType } from '../coupons/coupon.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import type { Tier } from '../tiers/tier.ts'
import type { RewardType } from './reward-type.ts'

export const REWARD_CHANNEL = { all: 0, online: 1, pointOfSale: 2 } as const
export type RewardChannel = (typeof REWARD_CHANNEL)[keyof typeof REWARD_CHANNEL]

/** Which products a reward is for: all, only those of its collections, or all but those. */
export const COLLECTION_SELECTION = { all: 0, only: 1, except: 2 } as const
export type CollectionSelection = (typeof COLLECTION_SELECTION)[keyof typeof COLLECTION_SELECTION]

/** What a merchant configures about a reward. */
export interface RewardSettings {
  readonly type: RewardType
  readonly isActive: boolean
  /** Only rules give it: customers neither see it among the rewards nor redeem it. */
  readonly isPrizeOnly: boolean
  readonly channel: RewardChannel
  /** What it costs; a reward that is paid with cashback costs no points. */
  readonly points: Decimal
  /** What its coupon is worth, in money or percent. */
  readonly value: Decimal
  readonly validFrom: Instant | null
  /** The moment from which it is no longer valid; null: never. */
  readonly validUntil: Instant | null
  /** How many redemptions may stand at the same time; null: any number. */
  readonly customerUsageLimit: number | null
  readonly globalUsageLimit: number | null

  readonly codePrefix: string | null
  readonly couponValidDays: number | null
  readonly generatesCouponByHand: boolean
  readonly expiresCouponsMissingInPlatform: boolean
  readonly isCumulative: boolean
  readonly minimumPurchase: Decimal | null

  /** The most cashback that one redemption may use; null: all there is. */
  readonly cashbackMaximum: Decimal | null
  readonly cashbackPurchasePercent: Decimal | null
  readonly isCashbackInformativeOnly: boolean
  readonly cashbackInformativeText: string | null
  readonly cashbackRules: string | null

  readonly allowsProductCollection: boolean
  readonly collectionSelection: CollectionSelection
  readonly productCollections: readonly string[]

  readonly notifiesTeam: boolean
  readonly teamEmails: readonly string[]
  readonly notifiesCustomer: boolean
  readonly emailId: number | null

  readonly title: string
  readonly preTitle: string | null
  readonly description: string | null
  readonly longDescription: string | null
  readonly customTitle: string | null
  readonly usageInstructions: string | null
  readonly usesCustomInstruction: boolean
  readonly customIconUrl: string | null
  readonly isWidgetIconActive: boolean
  readonly widgetIcon: string | null
  readonly isLandingPageIconActive: boolean
  readonly landingPageIcon: string | null
}

/** The settings of a reward for which the merchant has chosen nothing but a type and a title. */
export const DEFAULT_SETTINGS: Omit<RewardSettings, 'type' | 'title'> = {
  isActive: true,
  isPrizeOnly: false,
  channel: REWARD_CHANNEL.all,
  points: ZERO,
  value: ZERO,
  validFrom: null,
  validUntil: null,
  customerUsageLimit: null,
  globalUsageLimit: null,
  codePrefix: null,
  couponValidDays: null,
  generatesCouponByHand: false,
  expiresCouponsMissingInPlatform: false,
  isCumulative: false,
  minimumPurchase: null,
  cashbackMaximum: null,
  cashbackPurchasePercent: null,
  isCashbackInformativeOnly: false,
  cashbackInformativeText: null,
  cashbackRules: null,
  allowsProductCollection: false,
  collectionSelection: COLLECTION_SELECTION.all,
  productCollections: [],
  notifiesTeam: false,
  teamEmails: [],
  notifiesCustomer: false,
  emailId: null,
  preTitle: null,
  description: null,
  longDescription: null,
  customTitle: null,
  usageInstructions: null,
  usesCustomInstruction: false,
  customIconUrl: null,
  isWidgetIconActive: false,
  widgetIcon: null,
  isLandingPageIconActive: false,
  landingPageIcon: null,
}

/** A reward as the merchant configured it, with what belongs to it. One that is archived is not active. */
export interface Reward extends RewardSettings {
  readonly id: number
  readonly isArchived: boolean
  /** What a customer is sent who redeems it. */
  readonly email: RewardEmail | null
  /** In the order in which their codes are taken. */
  readonly couponLists: readonly CouponList[]
  /** The tiers whose customers may redeem it; empty: all customers may. */
  readonly tiers: readonly RewardTier[]
}

export interface RewardEmail {
  readonly id: number
  readonly subject: string
  readonly body: string
  readonly preHeader: string | null
  readonly title: string | null
  readonly description: string | null
  readonly isActive: boolean
  readonly type: number
  readonly subType: number | null
  readonly group: number
  readonly objectiveLinkedType: number | null
  readonly variables: readonly EmailVariable[]
  readonly isLogoHidden: boolean
  readonly isBackgroundColorChanged: boolean
  readonly backgroundColor: string | null
  readonly recommendsProducts: boolean
}

/** As the merchant's platform writes them. */
export interface EmailVariable {
  readonly Name: string
  readonly Value: string
  readonly Description: string
}

/** A list of codes that the merchant has made in advance. */
export interface CouponList {
  readonly id: number
  readonly name: string
  readonly isInternal: boolean
  readonly couponType: CouponType
  readonly couponValue: Decimal
  readonly couponCount: number
  readonly usedCount: number
  /** No more codes are taken from it. */
  readonly isArchived: boolean
}

export interface RewardTier extends Omit<Tier, 'goals' | 'benefits'> {
  readonly isActive: boolean
  readonly identifier: string | null
  readonly caption: string | null
  readonly customerCount: number
}

/** What the list shows of a reward. */
export type RewardSummary = Pick<
  Reward,
  'id' | 'title' | 'description' | 'isActive' | 'value' | 'points' | 'type'
>

/** Lists that had free codes when the batch began. A list that had none then has none later in the batch either. */
export function openLists({ couponLists }: Pick<Reward, 'couponLists'>): readonly CouponList[] {
  return couponLists.filter((list) => list.usedCount < list.couponCount && !list.isArchived)
}
