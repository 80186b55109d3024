import { ContentSchema } from '../../earning/program-json.ts'
import { TierBody } from '../../tiers/admin-api/schema.ts'
import { FileQuiz, FileReward, FileSettings } from './file.ts'
import type { Shape } from './shape.ts'

const VALIDITY = { waitingDays: 0, validityDays: null }

/** What is left out of each thing is this; the domains hold the same, and a test compares them. */
export const SHAPES = {
  settings: {
    schema: FileSettings,
    defaults: {
      pointsName: {
        'pt-BR': { one: 'ponto', many: 'pontos' },
        en: { one: 'point', many: 'points' },
        es: { one: 'punto', many: 'puntos' },
      },
      takeBack: 'debt',
      returnsPointsOfExpiredCoupon: true,
      tierGraceDays: 30,
      limits: { rewardValue: '999', rewardPoints: '9999' },
    },
  },
  cashback: { schema: ContentSchema.properties.cashback, defaults: {} },
  rule: {
    schema: ContentSchema.properties.rules.items,
    defaults: {
      name: '',
      isActive: true,
      perAmount: '1',
      minimumOrder: '0',
      rounding: 'floor',
      limits: {},
      ...VALIDITY,
    },
  },
  tier: {
    schema: TierBody,
    defaults: { base: false, isActive: true, archived: false, goals: [], benefits: [] },
  },
  reward: {
    schema: FileReward,
    defaults: {
      isActive: true,
      points: '0',
      value: '0',
      usesCustomInstruction: false,
      limits: {},
      tiers: [],
      channel: 'all',
      coupon: { cumulative: false, byHand: false, expiresMissingInPlatform: false },
      cashback: { informativeOnly: false },
      collections: { which: 'all', ids: [] },
      notify: { team: [], customer: false },
      icons: {},
    },
  },
  quiz: { schema: FileQuiz, defaults: { isActive: true } },
} as const satisfies Readonly<Record<string, Shape>>
