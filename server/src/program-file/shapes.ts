import { CARD_DEFAULTS, ContentSchema, RULE_DEFAULTS } from '../earning/program-json.ts'
import { DEFAULT_SETTINGS } from '../rewards/reward.ts'
import { writeReward } from '../rewards/reward-input.ts'
import { REWARD_TYPE } from '../rewards/reward-type.ts'
import { writeWhole } from '../storefront/rules/whole.ts'
import { writeSettings } from '../tenancy/settings.ts'
import { DEFAULTS } from '../tenancy/tenant.ts'
import { TierBody } from '../tiers/admin-api/schema.ts'
import { FileQuiz, FileReward, FileSettings, FileStorefront } from './file.ts'
import type { JsonObject, Shape } from './shape.ts'

/** What settings are where a merchant has said nothing; name, currency and zone are no part of a file. */
const NOBODY = { ...DEFAULTS, name: '' }

/** A reward has no default for what it is and what it is called. */
const {
  key: _key,
  type: _type,
  title: _title,
  ...rewardOfDefaults
} = writeReward('', { ...DEFAULT_SETTINGS, type: REWARD_TYPE.custom, title: '' }, [])

/** What is left out of each thing is this. */
export const SHAPES = {
  settings: {
    schema: FileSettings,
    defaults: writeSettings({ ...NOBODY, settings: {} }),
  },
  cashback: { schema: ContentSchema.properties.cashback, defaults: {} },
  rule: {
    schema: ContentSchema.properties.rules.items,
    defaults: RULE_DEFAULTS as JsonObject,
    ofKind: { card: CARD_DEFAULTS as JsonObject },
  },
  tier: {
    schema: TierBody,
    defaults: { base: false, isActive: true, archived: false, goals: [], benefits: [] },
  },
  reward: {
    schema: FileReward,
    defaults: { ...rewardOfDefaults },
  },
  quiz: { schema: FileQuiz, defaults: { isActive: true } },
  storefront: {
    schema: FileStorefront,
    defaults: writeWhole({ isOn: false, slug: null, origins: [], content: {} }),
  },
} as const satisfies Readonly<Record<string, Shape>>
