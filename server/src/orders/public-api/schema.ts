import { type Static, Type } from 'typebox'
import { operation } from '../../contract/public-api/operation.ts'
import { ShopParams } from '../../contract/public-api/schema.ts'
import { Decimal, Nullable, STORABLE } from '../../contract/schema.ts'

const PRODUCTS_MAX = 50
export const PRODUCT_ID_LENGTH_MAX = 250
/** With the colon and the price. */
const PRODUCT_LENGTH_MAX = 270

const EarnQuery = Type.Object(
  {
    p: Type.Array(Type.String({ maxLength: PRODUCT_LENGTH_MAX, format: STORABLE }), {
      minItems: 1,
      maxItems: PRODUCTS_MAX,
      examples: [['espresso:8.50']],
      description: `A product: its id, a colon and its price. Up to ${PRODUCTS_MAX} of them, each as a parameter of its own.`,
    }),
    total: Type.Optional(
      Type.String({
        pattern: '^\\d{1,11}(\\.\\d{1,4})?$',
        maxLength: 16,
        examples: ['42.00'],
        description: 'What will be paid for the goods, without shipping; missing: `order` is null.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type EarnQuery = Static<typeof EarnQuery>

export const Earn = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.String({ maxLength: PRODUCT_ID_LENGTH_MAX, description: 'As it was asked.' }),
          points: Decimal('What it earns by its price.'),
          cashback: Nullable(Decimal('What these are worth; null with cashback off.')),
        },
        { description: 'A product.' },
      ),
      { description: 'In the order in which they were asked for, one for each.' },
    ),
    order: Nullable(
      Type.Object(
        {
          points: Decimal('What an order of these products earns.'),
          cashback: Nullable(Decimal('What these are worth; null with cashback off.')),
          isBelowMinimum: Type.Boolean({
            description: 'Whether it earns nothing because orders of so little do not.',
          }),
          isUpTo: Type.Boolean({
            description:
              'Whether it may be less: for a customer who has earned as much as they may, or where a rule leaves out ' +
              'what is known only once the order is placed. Otherwise it is at least that.',
          }),
        },
        { description: 'The basket.' },
      ),
    ),
  },
  { description: 'What goods earn.' },
)
export type Earn = Static<typeof Earn>

export const earnAtShop = operation({
  id: 'shop.earn',
  summary: 'Read what products earn, and an order of them',
  description:
    'For a customer of the base tier, however the order will be paid. An unknown product earns by the base rate. Any ' +
    'cache may keep it for as long as it says, which is never beyond the moment at which a rule begins or ends. ' +
    'Without an active purchase rule: 409 `noRule`. An address may have 6,000 characters.',
  method: 'GET',
  path: '/shops/:slug/earn',
  access: 'public',
  switch: 'earn',
  conflicts: ['noRule'],
  params: ShopParams,
  query: EarnQuery,
  answer: Earn,
})

export const earnAsMe = operation({
  id: 'me.earn',
  summary: 'Read what products earn the customer, and an order of them',
  description:
    'As `shop.earn`, with the customer’s tier and with what they may still earn where the program has limits. Who has ' +
    'opted out earns nothing.',
  method: 'GET',
  path: '/me/earn',
  access: 'read',
  switch: 'earn',
  conflicts: ['noRule'],
  query: EarnQuery,
  answer: Earn,
})
