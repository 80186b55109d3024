import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Text } from '../../contract/schema.ts'
import { AmountShown, CustomerShown, customerParams } from '../../customers/admin-api/schema.ts'
import { NotMore } from '../../earning/admin-api/shapes.ts'
import { ExplanationLine, TimelineLine } from './schema.ts'

const STATES = ['initial', 'pending', 'complete', 'cancelled', 'ignored'] as const
const State = (description: string) => Type.Enum([...STATES], { description })

/** Why an order has no points. */
const None = Nullable(
  Type.Enum(
    ['noRule', 'belowMinimum', 'excluded', 'capped', 'notEnrolled', 'imported', 'pending', 'cancelled'],
    {
      description: 'Why nothing is recorded for it; null: something is.',
    },
  ),
)

const orderMembers = {
  id: Id('Number of the order. It is read with that of its customer.'),
  originalId: Text('Its id in the merchant’s store.'),
  state: State('How far it is.'),
  total: Decimal('What was paid, whatever was returned since.'),
  returned: Decimal('What was returned of it.'),
  placedAt: Moment('When it was placed.'),
  completedAt: Nullable(Moment('When it was complete; null: it is not.')),
  cancelledAt: Nullable(Moment('When it was cancelled; null: it was not.')),
  points: Decimal('What is recorded for it now.'),
  cashback: Decimal('The same in money.'),
  none: None,
}

const OrderItem = Type.Object({ ...orderMembers, customer: CustomerShown('Whose it is.') })
export type OrderItem = Static<typeof OrderItem>

const filters = {
  state: Type.Optional(State('Only orders in this state.')),
  returned: Type.Optional(
    Type.Enum(['part'], { description: 'part: only orders of which a part was returned, and not all.' }),
  ),
}

export const listOrders = operation({
  id: 'orders.list',
  summary: 'Find orders, those placed last first',
  method: 'GET',
  path: '/tenants/:tenant/orders',
  permission: 'customers.read',
  weight: 'light',
  query: Type.Object({
    ...PageQuery,
    originalId: Type.Optional(Text('The order with this id in the merchant’s store.')),
    customerId: Type.Optional(Id('Only orders of this customer, by number.')),
    from: Type.Optional(Moment('Placed from this moment on.')),
    to: Type.Optional(Moment('Placed before this moment.')),
    ...filters,
  }),
  answer: Page(OrderItem),
})

export const listOrdersOfCustomer = operation({
  id: 'customers.orders',
  summary: 'A customer’s orders, those that came last first',
  method: 'GET',
  path: '/tenants/:tenant/customers/:id/orders',
  permission: 'customers.read',
  weight: 'light',
  params: customerParams,
  query: Type.Object({ ...PageQuery, ...filters }),
  answer: Page(OrderItem),
})

const Why = Type.Object(
  {
    sentence: Text('What it earned, or why it earned nothing.', LENGTH.description),
    notes: Type.Array(Text('A further fact worth knowing.', LENGTH.description), {
      description: 'Further facts worth knowing.',
    }),
    none: None,
    programVersion: Nullable(Type.Integer({ description: 'The program that it earned by; null: by none.' })),
    points: Decimal('What is recorded for it now.'),
    cashback: Decimal('The same in money.'),
    lines: Type.Array(ExplanationLine, {
      description: 'Why it is so many points: the lines of all its records, oldest first.',
    }),
    counted: Nullable(
      Type.Object(
        {
          points: Decimal('For points.'),
          stamps: Decimal('For stamps.'),
          tiers: Decimal('For tiers.'),
        },
        {
          description:
            'What of it counts: what is left of the total, without what the program leaves out; null: it is not complete.',
        },
      ),
    ),
    notMore: Type.Array(NotMore, {
      description: 'Why it is not more: bonuses that gave nothing, and what was left out or cut off.',
    }),
    estimate: Nullable(AmountShown('Of a pending order: what it would earn with the current program.')),
  },
  { description: 'Why it earned what it did.' },
)

const NamedThing = (description: string) =>
  Nullable(
    Type.Object(
      {
        originalId: Nullable(Text('Id in the merchant’s store.')),
        name: Nullable(Text('Name.', LENGTH.description)),
      },
      { description },
    ),
  )

const OrderAnswer = Type.Object({
  ...OrderItem.properties,
  updatedAt: Moment('When it was changed last.'),
  content: Type.Object(
    {
      status: Nullable(Text('Its status in the merchant’s words.', LENGTH.description)),
      products: Type.Array(
        Type.Object({
          originalId: Text('Id in the merchant’s store.'),
          title: Nullable(Text('What it is called.', LENGTH.description)),
          quantity: Type.Integer({ description: 'How many items it is.' }),
          isMarked: Type.Boolean({ description: 'Whether the shop marked it to earn nothing.' }),
          isLeftOut: Type.Boolean({ description: 'Whether the program leaves it out of points.' }),
          price: Nullable(Decimal('What this line cost.')),
          returned: Decimal('What was returned of it, in money.'),
          brandId: Nullable(Text('Id of the brand.')),
          brandName: Nullable(Text('Name of the brand.', LENGTH.description)),
        }),
        { description: 'What was bought, line by line.' },
      ),
      shipping: Nullable(Decimal('What of the total is shipping; null: that was not sent.')),
      coupon: Nullable(Text('Code that was sent; null: none, or you may not read codes.')),
      externalCoupon: Nullable(Text('Code of another system.', LENGTH.description)),
      paymentMethod: NamedThing('How it was paid.'),
      branch: NamedThing('Where it was bought.'),
      salesPerson: NamedThing('Who made the sale.'),
      metadata: Type.Array(
        Type.Object({
          name: Text('Name.', LENGTH.description),
          value: Nullable(Text('Value; masked without `customers.personal`.', LENGTH.metadataValue)),
        }),
        { description: 'What the merchant sent along.' },
      ),
    },
    { description: 'What the merchant sent.' },
  ),
  earnedWith: Nullable(
    Type.Object(
      {
        programVersion: Type.Integer({ description: 'The version of the program.' }),
        tierId: Nullable(Id('The tier that the customer had then.')),
        tierName: Nullable(Text('What that is called now.')),
        tierMultiplier: Nullable(Decimal('What the benefits of that tier multiplied by.')),
        isFirstPurchase: Type.Boolean({ description: 'Whether it was the customer’s first.' }),
        countsFrom: Nullable(Moment('From when its days count, where its date lay ahead.')),
        writtenOff: AmountShown('What should have been taken back, was spent and was written off.'),
        missedPoints: Decimal('What it grew by while its customer was not enrolled.'),
        taken: Type.Array(
          Type.Object({
            ruleId: Type.Integer({ description: 'Of the cap, or of the rule with the limit.' }),
            measure: Type.Enum(['points', 'times', 'stamps'], { description: 'What is counted.' }),
            period: Type.String({
              description:
                'The day, week, month or year, like `d2026-11-16`, `w2026-11-16` (its Monday), `m2026-11`, `y2026`; `e`: ever.',
            }),
            amount: Decimal('So much; 0: the rule could give no more.'),
          }),
          { description: 'What it has taken of limits and caps.' },
        ),
      },
      { description: 'What its points depended on beside its content; null: it has not earned.' },
    ),
  ),
  why: Why,
  stamps: Type.Array(
    Type.Object({
      ruleId: Type.Integer({ description: 'Id of the card’s rule.' }),
      name: Text('What the card is called; empty: it has no name.'),
      isMoney: Type.Boolean({
        description: 'Whether the card counts money, and `stamps` is an amount of it.',
      }),
      stamps: Decimal('What it gives the card, whatever became of it since.'),
    }),
    { description: 'What it gives the customer’s cards.' },
  ),
  records: Type.Array(TimelineLine, {
    description: 'All that was recorded for it, oldest first; balanceAfter is what stood for the order then.',
  }),
  recordsLeftOut: Type.Integer({ description: 'How many older ones are not listed: 100 are.' }),
  returns: Type.Array(
    Type.Object({
      key: Text('Key of the return.'),
      at: Moment('When.'),
      value: Decimal('What was returned, in money.'),
      products: Nullable(
        Type.Array(
          Type.Object({
            originalId: Text('Id of the product in the merchant’s store.'),
            value: Decimal('What was returned of it, in money.'),
          }),
          {
            description: 'What was returned of which products; null: of all of them, in proportion.',
          },
        ),
      ),
      taken: AmountShown('The points that it took back.'),
    }),
    { description: 'Returns of a part, oldest first; the newest 500.' },
  ),
  coupons: Type.Array(
    Type.Object({
      code: Nullable(Text('The code; null: you may not read codes.')),
      type: Text('What it gives.', 40),
      value: Decimal('What it is worth.'),
      redemptionId: Nullable(Id('Number of the redemption that issued it; null: the merchant made it.')),
      redeemedWith: Nullable(
        Type.Enum(['points', 'cashback'], {
          description: 'What the customer paid for it with; null: the merchant made it.',
        }),
      ),
    }),
    { description: 'The coupons that it has used.' },
  ),
})
export type OrderAnswer = Static<typeof OrderAnswer>

const orderParams = Type.Object({
  customer: Id('Number of the customer.'),
  id: Id('Number of the order.'),
})

export const getOrder = operation({
  id: 'orders.get',
  summary: 'Read an order: what was bought, what it earned and why, and all that was recorded since',
  method: 'GET',
  path: '/tenants/:tenant/customers/:customer/orders/:id',
  permission: 'customers.read',
  weight: 'light',
  params: orderParams,
  answer: OrderAnswer,
})

export const whyOrder = operation({
  id: 'orders.why',
  summary: 'Why an order earned what it did, or nothing',
  method: 'GET',
  path: '/tenants/:tenant/customers/:customer/orders/:id/why',
  permission: 'customers.read',
  weight: 'light',
  params: orderParams,
  answer: Type.Object({
    order: Type.Object(
      {
        id: orderMembers.id,
        originalId: orderMembers.originalId,
        state: orderMembers.state,
        total: orderMembers.total,
      },
      { description: 'The order in question.' },
    ),
    ...Why.properties,
  }),
})
