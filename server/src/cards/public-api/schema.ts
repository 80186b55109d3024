import { type Static, Type } from 'typebox'
import { Decimal, Moment, Nullable, Text, Words } from '../../contract/schema.ts'

const OWN_CARD_STATES = ['open', 'done', 'notStarted', 'over'] as const
const COUPON_STATES = ['usable', 'notYet', 'onItsWay'] as const

/** What a full card earns. */
export const CardPrize = Type.Object(
  {
    reward: Nullable(Text('What the reward is called; null: it is none.')),
    points: Nullable(Decimal('How many points; null: none.')),
  },
  { description: 'What a full card earns. A card that was begun keeps it.' },
)
export type CardPrize = Static<typeof CardPrize>

const card = {
  name: Text('What the card is called.'),
  text: Text('What gives stamps and what they earn, in words.', 4_000),
}
const size = Decimal('How many fill it; of a card that counts money, how much.')

/** A card as everyone may see it. */
export const CardOfProgram = Type.Object(
  { ...card, size, prize: CardPrize },
  { description: 'A punch card that can be had now.' },
)
export type CardOfProgram = Static<typeof CardOfProgram>

const CardCoupon = Type.Object(
  {
    code: Nullable(
      Text(
        'The code; null with a token that was made from a link that is good for longer than ten minutes, and while it is on its way.',
        250,
      ),
    ),
    until: Nullable(Moment('The last moment at which it can be used; null: it does not expire.')),
    state: Words(
      COUPON_STATES,
      'Whether it can be used. `onItsWay`: it was earned, and is still to be issued.',
    ),
  },
  { description: 'A coupon that a full card has earned.' },
)

/** A card of the program, with what the customer has on it. */
export const OwnCard = Type.Object(
  {
    ...card,
    state: Words(
      OWN_CARD_STATES,
      'Whether it takes stamps. `done`: it was full, and is given once. `over`: its time is over.',
    ),
    done: Type.Integer({ minimum: 0, description: 'How many of the holes are punched.' }),
    of: Type.Integer({
      minimum: 1,
      description: 'How many holes to show: one for each stamp up to 12, else ten.',
    }),
    stamps: Decimal('The stamps on it; of a card that counts money, how much. Never below 0.'),
    size,
    owed: Decimal('Stamps of orders that came back after they were used: the next ones pay them.'),
    amount: Nullable(Decimal('Of a card that counts money, the money that counts for it; else null.')),
    goal: Nullable(Decimal('Of a card that counts money, the money that fills it; else null.')),
    until: Nullable(Moment('The last second in which it takes stamps; null: it has no end.')),
    prize: CardPrize,
    coupons: Type.Array(CardCoupon, {
      description: 'What full cards have earned and can be used, or is on its way, newest first.',
    }),
  },
  { description: 'A punch card.' },
)
export type OwnCard = Static<typeof OwnCard>
