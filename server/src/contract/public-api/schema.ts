import { Type } from 'typebox'

/** A browser shows a few, and asks for more. */
export const PAGE_LIMIT = 10
const PAGE_LIMIT_MAX = 50
const CURSOR_LENGTH_MAX = 300

export const SLUG_PATTERN = '^[a-z0-9](?:-?[a-z0-9]){1,39}$'

/** Of what everyone may ask of a shop. */
export const ShopParams = Type.Object({
  slug: Type.String({
    maxLength: 40,
    pattern: SLUG_PATTERN,
    examples: ['aurora'],
    description: 'The shop’s name in addresses.',
  }),
})

/** Of what caches keep by its address: the language is a part of it. */
export const SpokenQuery = Type.Object(
  {
    lang: Type.Optional(
      Type.String({ maxLength: 35, description: 'The language, such as `en`; missing: the merchant’s.' }),
    ),
  },
  { additionalProperties: false },
)

export const PageQuery = Type.Object(
  {
    cursor: Type.Optional(
      Type.String({
        maxLength: CURSOR_LENGTH_MAX,
        description: 'Where to go on: `next` of the page before.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PAGE_LIMIT_MAX,
        default: PAGE_LIMIT,
        description: 'How many items at most.',
      }),
    ),
  },
  { additionalProperties: false },
)
