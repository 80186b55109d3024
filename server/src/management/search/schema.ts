import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Key, Moment } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { CustomerShown } from '../../customers/admin-api/schema.ts'

const configured = { id: Id('Its number.'), key: Key('By which files know it.') }

const Found = Type.Object({
  customers: Type.Array(CustomerShown('A customer.'), { description: 'Customers whom the text names.' }),
  orders: Type.Array(
    Type.Object({
      id: Id('Number of the order.'),
      originalId: Text('Its id in the merchant’s store.'),
      total: Decimal('What was paid.'),
      placedAt: Moment('When it was placed.'),
      customer: CustomerShown('Whose it is.'),
    }),
    { description: 'The order with this id.' },
  ),
  redemptions: Type.Array(
    Type.Object({
      id: Id('Number of the redemption.'),
      key: Nullable(Text('Its key; null: you may not read codes, and it may be one.')),
      title: Nullable(Text('What the reward is called.')),
      customer: CustomerShown('Whose it is.'),
    }),
    { description: 'The redemption with this key or external code.' },
  ),
  coupons: Type.Array(Type.Object({ code: Text('The code.'), customer: CustomerShown('Whose it is.') }), {
    description: 'The coupon with this code; none without `codes.read`.',
  }),
  rewards: Type.Array(Type.Object({ ...configured, title: Text('Its name.') }), {
    description: 'Rewards with a matching name.',
  }),
  tiers: Type.Array(Type.Object({ ...configured, name: Text('Its name.') }), {
    description: 'Tiers with a matching name.',
  }),
  quizzes: Type.Array(Type.Object({ ...configured, name: Text('Its name.') }), {
    description: 'Quizzes with a matching name.',
  }),
  rules: Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'Number of the rule in the current program.' }),
      name: Text('Its name.'),
      sentence: Text('What it says.', 4_000),
    }),
    { description: 'Rules of the current program with a matching name.' },
  ),
})
export type Found = Static<typeof Found>

export const find = operation({
  id: 'search.find',
  summary: 'Find anything: at most five of each kind',
  method: 'GET',
  path: '/tenants/:tenant/search',
  permission: 'customers.read',
  weight: 'light',
  query: Type.Object({
    q: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      format: 'storable',
      description: 'What to look for: a name, an id, an e-mail address, a code.',
    }),
  }),
  answer: Found,
})
