import type {
  About,
  Earn,
  Me,
  OwnCoupons,
  OwnHistory,
  OwnProgress,
  OwnReferral,
  OwnRewards,
  ShownProgram,
  Why,
} from '../../../storefront/src/answers.ts'
import { type ExampleWords, WORDS } from './example-words.ts'
import type { PreviewShop } from './message.ts'
import { money, worthOf } from './money.ts'

export type Answers = Readonly<Record<string, unknown>>

/** What the example is told with. */
interface Context {
  readonly shop: PreviewShop
  readonly words: ExampleWords
  readonly inMoney: (amount: string) => string
  readonly worth: (points: number) => string | null
  /** So many days from now. */
  readonly at: (days: number) => string
}

/** A customer with something of everything. All figures add up. */
export function exampleOf(shop: PreviewShop, now: number): Answers {
  const context: Context = {
    shop,
    words: WORDS[shop.language],
    inMoney: (amount) => money(shop, amount),
    worth: (points) => worthOf(shop, points),
    at: (days) => new Date(now + days * 86_400_000).toISOString(),
  }
  return {
    me: meOf(context),
    'me/progress': progressOf(context),
    'me/rewards': rewardsOf(context),
    'me/coupons': couponsOf(context),
    'me/history': historyOf(context),
    'me/why': whyOf(context),
    'me/referral': referralOf(context),
    '/program': programOf(shop, context),
  }
}

function meOf({ shop, words, worth, at }: Context): Me {
  return {
    state: 'member',
    firstName: 'Ana',
    points: '1240',
    cashback: worth(1_240),
    owed: '0',
    expiring: [{ points: '86', at: at(21) }],
    tier: shop.switches.tiers ? { name: words.silver, color: '#a7a9ac' } : null,
    sequence: 311,
  }
}

function progressOf({ shop, words, inMoney, worth, at }: Context): OwnProgress {
  return {
    pending: { points: '146', cashback: worth(146), next: { points: '146', at: at(3) } },
    tier: shop.switches.tiers
      ? {
          name: words.silver,
          color: '#a7a9ac',
          image: null,
          since: at(-200).slice(0, 10),
          benefits: [words.benefit],
          next: {
            name: words.gold,
            goals: [
              {
                text: words.toGo(inMoney('587.40'), words.gold),
                of: words.ofGoal(inMoney('1412.60'), inMoney('2000')),
                percent: 70.63,
              },
            ],
          },
        }
      : null,
    cards: shop.switches.cards
      ? [
          {
            name: words.cardName,
            text: words.cardText,
            state: 'open',
            done: 7,
            of: 10,
            stamps: '7',
            size: '10',
            owed: '0',
            amount: null,
            goal: null,
            until: null,
            prize: { reward: words.cardPrize, points: null },
            coupons: [],
          },
        ]
      : [],
  }
}

function rewardsOf({ words, inMoney }: Context): OwnRewards {
  const plain = { image: null, until: null, requirements: null, tiers: [], maximum: null }
  const ready = { ...plain, state: 'ready', missing: null, percent: null, reason: null } as const
  const missing = (points: number) =>
    ({
      ...plain,
      state: 'missing',
      missing: String(points - 1_240),
      percent: Math.floor(124_000 / points),
      reason: null,
    }) as const
  return {
    items: [
      {
        ...ready,
        id: 5,
        type: 'custom',
        title: words.mug,
        text: words.mugText,
        points: '300',
        value: null,
      },
      {
        ...ready,
        id: 1,
        type: 'fixedValue',
        title: words.off(inMoney('10')),
        text: words.nextOrder,
        points: '200',
        value: '10.00',
      },
      {
        ...missing(1_500),
        id: 8,
        type: 'custom',
        title: words.course,
        text: words.courseText,
        points: '1500',
        value: null,
      },
    ],
  }
}

/** What visitors read of it: elements show them rewards alone. */
function programOf({ switches }: PreviewShop, context: Context): ShownProgram {
  const rewards = switches.rewards ? [...rewardsOf(context).items] : []
  return { ways: [], rewards, tiers: [], cards: [], referral: null }
}

function couponsOf({ words, inMoney, at }: Context): OwnCoupons {
  return {
    items: [
      {
        title: words.off(inMoney('10')),
        code: 'DEZ7KXPQ2M9H3',
        kind: 'fixedValue',
        value: '10.00',
        from: null,
        until: at(27),
        state: 'usable',
        instructions: null,
      },
    ],
    next: null,
  }
}

function historyOf({ shop, words, inMoney, at }: Context): OwnHistory {
  const ruleOf = (amount: string): string => words.rule(inMoney(amount), shop.pointsName.one, inMoney('1'))
  const nothing = { cashback: null, availableAt: null, expiresAt: null, lines: [], notes: [], coupon: null }
  return {
    items: [
      {
        ...nothing,
        at: at(-4),
        kind: 'earned',
        title: words.order('1058'),
        points: '146',
        availableAt: at(3),
        lines: [
          { text: ruleOf('106'), points: '106' },
          { text: words.brand(inMoney('40')), points: '40' },
        ],
      },
      {
        ...nothing,
        at: at(-17),
        kind: 'earned',
        title: words.order('1041'),
        points: '163',
        lines: [
          { text: ruleOf('123'), points: '123' },
          { text: words.brand(inMoney('40')), points: '40' },
        ],
      },
      { ...nothing, at: at(-22), kind: 'redeemed', title: words.off(inMoney('10')), points: '-200' },
      { ...nothing, at: at(-47), kind: 'earned', title: words.birthday, points: '30' },
    ],
    next: null,
  }
}

function whyOf({ shop, words, at }: Context): Why {
  const month = (days: number): string =>
    new Intl.DateTimeFormat(shop.language, { month: 'short', year: 'numeric', timeZone: shop.timeZone })
      .format(Date.parse(at(days)))
      .replaceAll(/ de\b|\./g, '')
  return {
    points: '1240',
    parts: [
      { sign: '+', text: words.orders, points: '2318' },
      { sign: '+', text: words.birthday, points: '30' },
      { sign: '-', text: words.redeemed, points: '950' },
      { sign: '-', text: shop.texts['parts.expired'] ?? '', points: '158' },
    ],
    lots: [
      { text: month(21), points: '86', isSoon: true },
      { text: month(140), points: '378', isSoon: false },
      { text: month(260), points: '776', isSoon: false },
    ],
  }
}

function referralOf({ words, at }: Context): OwnReferral {
  const { offer, sum, joined, bought } = words.referral
  return {
    code: 'K7QM2XPT',
    url: 'https://shop.example/?ref=K7QM2XPT',
    whatsappUrl: '#',
    offer,
    text: sum,
    ...{ joined: 2, bought: 1, rewarded: 1, points: '150' },
    friends: [
      { joinedAt: at(-2), state: 'joined', text: joined },
      { joinedAt: at(-9), state: 'rewarded', text: bought },
    ],
  }
}

/** What is asked for products earns: a point for each whole unit of the currency. */
export function earnOf(query: string, shop: PreviewShop): Earn {
  const asked = new URLSearchParams(query)
  const earned = (amount: string) => {
    const points = Number.parseInt(amount, 10) || 0
    return { points: String(points), cashback: worthOf(shop, points) }
  }
  const total = asked.get('total')
  return {
    items: asked.getAll('p').map((product) => {
      const [id = '', price = ''] = product.split(':')
      return { id, ...earned(price) }
    }),
    order: total === null ? null : { ...earned(total), isBelowMinimum: false, isUpTo: false },
  }
}

/** The shop as elements read it: links lead nowhere, because a preview is not left. */
export function aboutOf(shop: PreviewShop): About {
  return {
    ...shop,
    languages: [shop.language],
    links: { page: '#', signIn: '#', privacy: null },
    terms: null,
    appearance: { ...shop.appearance },
    texts: { ...shop.texts },
    switches: { ...shop.switches },
    pointsName: { ...shop.pointsName },
  }
}

/** What redeeming answers. */
export function doneNowhere({ me, 'me/coupons': coupons }: Answers): object {
  return { me, coupon: (coupons as OwnCoupons | undefined)?.items[0] }
}
