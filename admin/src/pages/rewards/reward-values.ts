import type { UseFormReturnType } from '@mantine/form'
import type { Answer, Input } from '../../api/client.ts'

export type Reward = Answer<'rewards.get'>
export type RewardBody = NonNullable<Input<'rewards.create'>['body']>
export type RewardType = Reward['type']

export const REWARD_TYPES = [
  'fixedValue',
  'percent',
  'freeShipping',
  'product',
  'custom',
  'cashback',
] as const satisfies readonly RewardType[]

/** A reward as its form holds it: numbers are texts until they are sent, and nothing is null but a moment. */
export interface RewardValues {
  readonly type: RewardType
  readonly title: string
  readonly isActive: boolean
  readonly prizeOnly: boolean
  readonly points: string
  readonly value: string
  readonly preTitle: string
  readonly description: string
  readonly longDescription: string
  readonly customTitle: string
  readonly usageInstructions: string
  readonly usesCustomInstruction: boolean
  readonly validFrom: string | null
  readonly validUntil: string | null
  readonly limits: { readonly perCustomer: string; readonly total: string }
  readonly tiers: readonly string[]
  readonly channel: Reward['channel']
  readonly coupon: {
    readonly prefix: string
    readonly validDays: string
    readonly cumulative: boolean
    readonly minimumPurchase: string
    readonly byHand: boolean
    readonly expiresMissingInPlatform: boolean
  }
  readonly cashback: {
    readonly maximum: string
    readonly percentOfPurchase: string
    readonly informativeOnly: boolean
    readonly informativeText: string
    readonly rules: string
  }
  readonly collections: { readonly which: Reward['collections']['which']; readonly ids: readonly string[] }
  readonly notify: { readonly team: readonly string[]; readonly customer: boolean }
  readonly icons: { readonly url: string; readonly widget: string; readonly landingPage: string }
}

export type RewardFormState = UseFormReturnType<RewardValues>

/** What a new reward of a type begins with. */
export function newReward(type: RewardType): RewardValues {
  return {
    type,
    title: '',
    isActive: true,
    prizeOnly: false,
    points: '',
    value: '',
    preTitle: '',
    description: '',
    longDescription: '',
    customTitle: '',
    usageInstructions: '',
    usesCustomInstruction: false,
    validFrom: null,
    validUntil: null,
    limits: { perCustomer: '', total: '' },
    tiers: [],
    channel: 'all',
    coupon: {
      prefix: '',
      validDays: '30',
      cumulative: false,
      minimumPurchase: '',
      byHand: false,
      expiresMissingInPlatform: false,
    },
    cashback: { maximum: '', percentOfPurchase: '', informativeOnly: false, informativeText: '', rules: '' },
    collections: { which: 'all', ids: [] },
    notify: { team: [], customer: false },
    icons: { url: '', widget: '', landingPage: '' },
  }
}

export function valuesOf(reward: Reward): RewardValues {
  const { limits, coupon, cashback, icons } = reward
  return {
    type: reward.type,
    title: reward.title,
    isActive: reward.isActive,
    prizeOnly: reward.prizeOnly,
    points: reward.points,
    value: reward.value === '0' ? '' : reward.value,
    preTitle: reward.preTitle ?? '',
    description: reward.description ?? '',
    longDescription: reward.longDescription ?? '',
    customTitle: reward.customTitle ?? '',
    usageInstructions: reward.usageInstructions ?? '',
    usesCustomInstruction: reward.usesCustomInstruction,
    validFrom: reward.validFrom,
    validUntil: reward.validUntil,
    limits: { perCustomer: String(limits.perCustomer ?? ''), total: String(limits.total ?? '') },
    tiers: reward.tiers,
    channel: reward.channel,
    coupon: {
      ...coupon,
      prefix: coupon.prefix ?? '',
      validDays: String(coupon.validDays ?? ''),
      minimumPurchase: coupon.minimumPurchase ?? '',
    },
    cashback: {
      ...cashback,
      maximum: cashback.maximum ?? '',
      percentOfPurchase: cashback.percentOfPurchase ?? '',
      informativeText: cashback.informativeText ?? '',
      rules: cashback.rules ?? '',
    },
    collections: reward.collections,
    notify: reward.notify,
    icons: { url: icons.url ?? '', widget: icons.widget ?? '', landingPage: icons.landingPage ?? '' },
  }
}

/** All of it, also what the form of its type does not show: what came by the API must not be lost. */
export function bodyOf(values: RewardValues): RewardBody {
  const { limits, coupon, cashback, collections, notify, icons } = values
  const isCashback = values.type === 'cashback'
  return {
    type: values.type,
    title: values.title,
    isActive: values.isActive,
    prizeOnly: values.prizeOnly && !isCashback,
    points: isCashback || values.points === '' ? '0' : values.points,
    value: values.value || '0',
    preTitle: text(values.preTitle),
    description: text(values.description),
    longDescription: text(values.longDescription),
    customTitle: text(values.customTitle),
    usageInstructions: text(values.usageInstructions),
    usesCustomInstruction: values.usesCustomInstruction,
    validFrom: values.validFrom,
    validUntil: values.validUntil,
    limits: { perCustomer: whole(limits.perCustomer), total: whole(limits.total) },
    tiers: [...values.tiers],
    channel: values.channel,
    coupon: {
      ...coupon,
      prefix: text(coupon.prefix),
      validDays: whole(coupon.validDays),
      minimumPurchase: text(coupon.minimumPurchase),
    },
    cashback: {
      ...cashback,
      maximum: text(cashback.maximum),
      percentOfPurchase: text(cashback.percentOfPurchase),
      informativeText: text(cashback.informativeText),
      rules: text(cashback.rules),
    },
    collections: { which: collections.which, ids: collections.which === 'all' ? [] : [...collections.ids] },
    notify: { team: [...notify.team], customer: notify.customer },
    icons: { url: text(icons.url), widget: text(icons.widget), landingPage: text(icons.landingPage) },
  }
}

function text(typed: string): string | null {
  return typed.trim() === '' ? null : typed
}

function whole(typed: string): number | null {
  return typed === '' ? null : Number(typed)
}
