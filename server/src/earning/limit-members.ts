import { type TOptional, type TUnsafe, Type } from 'typebox'
import { type Member, optional, required, same } from './member.ts'

/* What rules leave out, and how much they give at most. */

/** What an exclusion leaves out: lines by their product, brand or category, lines that the shop marks, or more. */
export const EXCLUDABLE = ['product', 'brand', 'category', 'marked', 'shipping', 'all'] as const
export type Excludable = (typeof EXCLUDABLE)[number]

/** Those of which a rule names ids. */
export type ExcludedById = 'product' | 'brand' | 'category'

export interface Excluded {
  readonly of: Excludable
  /** None where it is not left out by its id. */
  readonly ids: readonly string[]
}

/** What an order counts for. */
export const PURPOSES = ['points', 'stamps', 'tiers'] as const
export type Purpose = (typeof PURPOSES)[number]

/** The time for which something is counted together. `order`: each order by itself. */
export const PERIODS = ['day', 'week', 'month', 'year', 'ever'] as const
export type LimitPeriod = (typeof PERIODS)[number]
export type CapPeriod = 'order' | LimitPeriod

/** How often one customer is given something by a rule. */
export interface Limit {
  readonly times: number
  readonly per: LimitPeriod
}

export const limit: Member<{ limit: TOptional<TUnsafe<LimitJson>> }, Limit | null> = {
  properties: {
    limit: Type.Optional(
      Type.Unsafe<LimitJson>(
        Type.Object(
          {
            times: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'So many orders.' }),
            per: Type.Enum([...PERIODS], {
              description: "Of each customer's orders that were placed in the same day, week and so on.",
            }),
          },
          { additionalProperties: false, description: 'How often a customer is given it at most.' },
        ),
      ),
    ),
  },
  defaults: {},
  slot: 'limit',
  read: ({ limit: json }) => json ?? null,
}

export interface LimitJson {
  times: number
  per: LimitPeriod
}

/** For each customer: all points from orders that were placed in the same time. */
export const capPer = required(
  'per',
  'per',
  Type.Enum(['order', ...PERIODS], {
    description:
      'For which time it holds: each order, or all orders that were placed in the same day and so on.',
  }),
  same<CapPeriod>,
)

// ── what is left out ────────────────────────────────────────────────────────────────────────────────────────

const excludedProperties = {
  of: Type.Enum([...EXCLUDABLE], {
    description:
      'What is left out: `product`, `brand` or `category` (with `ids`), lines that the shop `marked`, `shipping`, or `all` (needs `when`).',
  }),
  ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 250 }), {
      minItems: 1,
      maxItems: 2_000,
      description: "By their ids in the merchant's store; only of products, brands and categories.",
    }),
  ),
}

/** Ids where there have to be some, and only there, which reading the program sees to. */
export const excluded: Member<typeof excludedProperties, Excluded> = {
  properties: excludedProperties,
  defaults: {},
  slot: 'excluded',
  read: ({ of, ids: named = [] }) => ({ of, ids: named }),
}

export function isExcludedById(of: Excludable): of is ExcludedById {
  return of === 'product' || of === 'brand' || of === 'category'
}

export const outOf = optional(
  'outOf',
  'outOf',
  Type.Array(Type.Enum([...PURPOSES]), {
    minItems: 1,
    maxItems: 3,
    description: 'Of what it is left out, each once. Default: points, stamps and tiers.',
  }),
  [...PURPOSES],
  same<Purpose[]>,
)
