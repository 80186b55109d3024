import { Type } from 'typebox'
import { Body } from '../contract/admin-api/body.ts'
import { Key } from '../contract/admin-api/schema.ts'
import { AnyProgram } from '../earning/admin-api/shapes.ts'
import { REWARD_MEMBERS } from '../earning/prize-members.ts'
import { contentSchema, schemaOfKind } from '../earning/program-json.ts'
import { QuizBody } from '../quizzes/admin-api/schema.ts'
import { RewardBody } from '../rewards/admin-api/schema.ts'
import { changeStorefront, changeStorefrontDomains } from '../storefront/admin-api/schema.ts'
import type { WholeInput } from '../storefront/rules/whole.ts'
import { SettingsBody } from '../tenancy/admin-api/shapes.ts'
import { TIERS_MAX, TierBody } from '../tiers/admin-api/schema.ts'
import type { JsonObject } from './shape.ts'

/** Of all settings, those that are part of a program: a merchant's name, currency and zone are its own. */
export const FileSettings = Type.Pick(SettingsBody, [
  'pointsName',
  'takeBack',
  'returnsPointsOfExpiredCoupon',
  'refundsRedeemOnReturn',
  'matchesCustomers',
  'claims',
  'tierGraceDays',
  'reservationMinutes',
  'inactivity',
  'limits',
])

const keyed = { key: Key('By which it is known: it stays when the title changes.') }
export const FileReward = Body({ ...RewardBody.properties, ...keyed }, 'A reward.')
export const FileQuiz = Body({ ...QuizBody.properties, ...keyed }, 'A quiz.')

const GivenReward = Type.Optional(Key('The reward that it gives. Any type but cashback.'))

/** Rules as a file has them: with the key of a reward in place of its number. */
const FileRules = Object.values(schemaOfKind).map((rule) => {
  const given = REWARD_MEMBERS.filter((member) => member in rule.properties)
  const named = Object.fromEntries(given.map((member) => [member, GivenReward]))
  return { ...rule, properties: { ...rule.properties, ...named } }
})

export const FileStorefront = Body(
  { ...changeStorefront.body.properties, ...changeStorefrontDomains.body.properties },
  'The storefront.',
)

const ITEMS_MAX = 1_000

/** All that is configuration of a merchant's program, and nothing that is a secret or a fact. */
export const ProgramFileSchema = Body(
  {
    punchcard: Type.Literal(1, { description: 'The version of this format.' }),
    settings: Type.Optional({
      ...FileSettings,
      description: 'What holds for the whole program; what is left out of it has its default.',
    }),
    program: Type.Optional({
      ...contentSchema(Type.Union(FileRules)),
      description: 'How points are earned. It is published as one version.',
    }),
    tiers: Type.Optional(
      Type.Array(TierBody, { maxItems: TIERS_MAX, description: 'All tiers, the lowest first.' }),
    ),
    rewards: Type.Optional(
      Type.Array(FileReward, { maxItems: ITEMS_MAX, description: 'What can be redeemed.' }),
    ),
    quizzes: Type.Optional(
      Type.Array(FileQuiz, { maxItems: ITEMS_MAX, description: 'What can be answered.' }),
    ),
    storefront: Type.Optional({
      ...FileStorefront,
      description:
        'What customers see in the shop, all but logo and terms. What is left out of it has its default; `slug` has none, and stays.',
    }),
  },
  'A merchant’s program as a file. A section that is left out is left as it is.',
)

/** The same at the server's door: what is wrong with a program is told in its own words, and not by its schema. */
export const SentFileSchema = Body(
  {
    ...ProgramFileSchema.properties,
    program: Type.Optional(AnyProgram('How points are earned.')),
  },
  'A merchant’s program as a file. A section that is left out is left as it is.',
)

/** How many rules, tiers, rewards and quizzes it has. */
export function countOf({ program, tiers, rewards, quizzes }: ProgramFile): number {
  const lists = [program?.rules, tiers, rewards, quizzes]
  return lists.reduce((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
}

/** A file that the schema accepts. (Its own type is more than the compiler can follow.) */
export interface ProgramFile {
  readonly punchcard: 1
  readonly settings?: JsonObject
  readonly program?: { readonly cashback: JsonObject; readonly rules: readonly JsonObject[] }
  readonly tiers?: readonly JsonObject[]
  readonly rewards?: readonly JsonObject[]
  readonly quizzes?: readonly JsonObject[]
  readonly storefront?: WholeInput
}
