import type { Random } from '../../src/platform/random.ts'
import { coffees } from '../support/coffee-card.ts'
import { LedgerReader } from '../support/ledger.ts'
import { type AnswerItem, COFFEE_OR_TEA, fullAnswer, listQuizzes, makeQuiz } from '../support/quizzes.ts'
import { decimal } from '../support/rewards.ts'
import { DAY_MS, iso, program, Shop } from '../support/shop.ts'
import type { useStories } from '../support/stories.ts'
import { giveTiers, spend } from '../support/tiers.ts'

const PEOPLE = ['ana', 'bob', 'eva', 'gil', 'ian', 'leo', 'lia', 'mia', 'noa', 'pia', 'rui', 'tom', 'zoe']
const ORDERS = 52

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A request that a shop sends. */
export interface Sent {
  readonly method: Method
  readonly url: string
  readonly body?: unknown
}

export interface Answered {
  readonly status: number
  readonly body: string
  /** What it made: a coupon's code and the number of a redemption. */
  readonly code: string | undefined
}

/** Something that a merchant answered with, where it is, and in its copy if that was asked too. */
type Known = readonly string[]

/**
 * Random requests of a merchant's backend. What they are depends on chance and on what was answered before, so two
 * merchants who answer alike are sent the same, each with the codes that it has given out itself.
 */
class RandomLife {
  readonly #story: ReturnType<typeof useStories>
  readonly #chance: Random
  readonly #rewards: readonly number[]
  readonly #quiz: readonly AnswerItem[]
  readonly #codes: Known[] = []
  readonly #counts = new Map<string, number>()
  #steps = 0

  constructor(
    story: ReturnType<typeof useStories>,
    chance: Random,
    made: { readonly rewards: readonly number[]; readonly quiz: readonly AnswerItem[] },
  ) {
    this.#story = story
    this.#chance = chance
    this.#rewards = made.rewards
    this.#quiz = made.quiz
  }

  /** How many requests of each kind were not refused. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  /** Sends so many requests to each of the merchants. `compare` is told of their answers. */
  async go(
    shops: readonly Shop[],
    count: number,
    compare: (sent: Sent, answers: readonly Answered[]) => void = () => {},
  ): Promise<void> {
    for (let step = 0; step < count; step += 1) {
      this.#steps += 1
      if (this.#chance.between(0, 3) === 0) this.#story.api.now += this.#chance.between(0, 2 * DAY_MS)
      const [what, requestTo] = this.#next()
      const answers: Answered[] = []
      for (const [side, shop] of shops.entries()) answers.push(await send(this.#story, shop, requestTo(side)))
      if (answers.every(({ body }) => !body.includes('"HasError":true'))) {
        this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
      }
      const codes = answers.flatMap(({ code }) => code ?? [])
      if (codes.length === shops.length) this.#codes.push(codes)
      compare(requestTo(0), answers)
    }
  }

  /** Every private read about every customer and the merchant. */
  reads(): Sent[] {
    const get = (url: string): Sent => ({ method: 'GET', url: `/v1/pvt/${url}` })
    const ofCustomers = [...PEOPLE, 'nobody'].flatMap((who) =>
      [
        ...[
          '',
          '/points',
          '/history?PageSize=50',
          '/pendingpoints',
          '/orders?PageSize=50',
          '/cards?All=true',
        ],
        ...['/referral', '/availablecoupons?All=true', '/rewards?PageSize=50', '/cards/7/stamps?PageSize=50'],
      ].map((what) => get(`Customer/${who}${what}`)),
    )
    const ofOrders = Array.from({ length: ORDERS }, (_, order) => get(`Order/o${order}`))
    const ofCodes = this.#codes.flatMap(([code = '']) => [
      get(`Coupons/${code}`),
      get(`Coupons/${code}/rules`),
    ])
    return [
      ...[...ofCustomers, ...ofOrders, ...ofCodes],
      ...[
        'Account',
        'Terms',
        'Customization',
        'Cards',
        'Objectives/active',
        'Quiz/list',
        'Quiz/list?customerId=ana',
      ].map(get),
      ...[
        'RewardConfigurations',
        'Customer?Email=ana%40mail.example',
        'Customer?Phone=11987654310',
        'Customer?PageSize=50',
      ].map(get),
      ...this.#rewards.map((reward) => get(`RewardConfigurations/${reward}`)),
      get('Events?PageSize=50'),
    ]
  }

  /** What it is called, and the request to each side. */
  #next(): readonly [string, (side: number) => Sent] {
    const chance = this.#chance
    const order = `o${chance.between(0, ORDERS - 1)}`
    const who = PEOPLE[Number(order.slice(1)) % PEOPLE.length] ?? ''
    const anyone = chance.one(PEOPLE)
    const key = `k${this.#steps}`
    const post = (what: string, url: string, body: unknown) =>
      [what, () => ({ method: 'POST' as const, url: `/v1/pvt/${url}`, body })] as const
    const now = this.#story.api.now
    switch (chance.between(0, 23)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
      case 6:
        return this.#order(order, who)
      case 7:
      case 8:
        return post('cancel', `Order/${order}/cancel`, { OrderCancelledDate: iso(now) })
      case 9:
      case 10:
        return post('return', `Order/${order}/partialcancel`, {
          ValueToRefund: chance.between(1, 120),
          CancelKey: `r${chance.between(0, this.#steps)}`,
        })
      case 11:
      case 12:
      case 13:
        return post('redeem', `RewardConfigurations/${chance.one(this.#rewards)}/redeem`, {
          CustomerId: anyone,
          OriginalKey: key,
        })
      case 14: {
        const redeemed = `k${chance.between(Math.max(0, this.#steps - 40), this.#steps)}`
        return ['refund', () => ({ method: 'DELETE', url: `/v1/pvt/POS/rewards?OriginalKey=${redeemed}` })]
      }
      case 15:
        return post('points', `Customer/${anyone}/points`, this.#change(key, 'Points', 60))
      case 16:
        return post('cashback', `Customer/${anyone}/cashback`, this.#change(key, 'Value', 9))
      case 17:
        return post('reserve', 'Checkout/redeem', {
          CustomerId: anyone,
          CheckoutId: `b${chance.between(0, 5)}`,
        })
      case 18:
        return post('grant', 'Objectives/review/redeem', {
          CustomerId: anyone,
          Key: `g${chance.between(0, 9)}`,
        })
      case 19:
        return post('profile', 'Customer/upsert', {
          OriginalId: anyone,
          Name: `${anyone} ${chance.one(['Lima', 'Souza'])}`,
          Email: `${anyone}@mail.example`,
          Phone: `119876543${10 + PEOPLE.indexOf(anyone)}`,
          Document: `390532717${10 + PEOPLE.indexOf(anyone)}`,
        })
      case 20:
        return this.#useOfCode(order, who)
      case 21:
        return post('quiz', `Quiz/answer?customerId=${anyone}`, this.#quiz)
      case 22:
        return this.#seldom(anyone)
      default:
        return post('stamps', `Customer/${anyone}/cards/7/stamps`, { Stamps: chance.between(1, 3), Key: key })
    }
  }

  #order(order: string, who: string): readonly [string, (side: number) => Sent] {
    const chance = this.#chance
    const { now } = this.#story.api
    const placed = iso(now - chance.between(0, 20 * DAY_MS))
    const isComplete = chance.between(0, 3) > 0
    const body = {
      OriginalId: order,
      OrderPlacementDate: placed,
      OrderCompletedDate: isComplete ? iso(now) : null,
      IsCompleted: isComplete,
      OrderTotal: chance.between(0, 300),
      UpdatedDate: iso(now),
      Customer: { OriginalId: who, Email: `${who}@mail.example` },
      ...(chance.between(0, 1) === 0 ? coffees(chance.between(1, 4)) : {}),
    }
    return [isComplete ? 'order' : 'open order', () => ({ method: 'POST', url: '/v1/pvt/POS/orders', body })]
  }

  #change(key: string, member: string, most: number): object {
    const by = this.#chance.between(-most, most)
    return { [member]: Math.abs(by) || 1, OperationType: by < 0 ? 1 : 0, Reason: 'a test', ChangeKey: key }
  }

  /** A code that was given out before goes with an order. */
  #useOfCode(order: string, who: string): readonly [string, (side: number) => Sent] {
    if (this.#codes.length === 0) return this.#order(order, who)
    const code = this.#chance.one(this.#codes)
    const now = iso(this.#story.api.now)
    return [
      'coupon',
      (side) => ({
        method: 'POST',
        url: '/v1/pvt/POS/orders',
        body: {
          ...{
            OriginalId: order,
            OrderPlacementDate: now,
            OrderCompletedDate: now,
            IsCompleted: true,
            OrderTotal: 80,
          },
          ...{ UpdatedDate: now, Customer: { OriginalId: who }, CouponCodes: [code[side] ?? code[0]] },
        },
      }),
    ]
  }

  /** What ends a customer comes in few of a hundred steps. */
  #seldom(anyone: string): readonly [string, (side: number) => Sent] {
    const other = this.#chance.one(PEOPLE)
    const choice = this.#chance.between(0, 4)
    if (choice === 0) return ['erase', () => ({ method: 'DELETE', url: `/v1/pvt/Customer/${anyone}` })]
    if (choice === 1) {
      const body = { Into: other, MergeKey: `${anyone} into ${other}` }
      return ['merge', () => ({ method: 'POST', url: `/v1/pvt/Customer/${anyone}/merge`, body })]
    }
    return this.#order(`o${this.#chance.between(0, ORDERS - 1)}`, anyone)
  }
}

/** A merchant with rules of many kinds, tiers, rewards, codes and a quiz, and the life that it will have. */
export async function openRandomLife(story: ReturnType<typeof useStories>, chance: Random) {
  const silver = { name: 'Silver', order: 2, goals: [spend(chance.between(100, 900))], benefits: [] }
  // Not by the story, which explains all histories after a test: they are longer than it looks at.
  const key = await story.api.openShop({
    timeZone: chance.one(['America/Sao_Paulo', 'Europe/Lisbon', 'America/New_York']),
  })
  const shop = new Shop(story.api, new LedgerReader(story.api.databaseUrl), key)
  const settings = { takeBack: chance.one(['debt', 'clamp'] as const), tierGraceDays: 10 }
  await story.query('update tenant set settings = $2 where id = $1', [shop.tenantId, settings])
  await shop.publish(
    program(
      { waitingDays: chance.between(0, 5), validityDays: chance.between(20, 60) },
      { id: 2, kind: 'signup', points: '25', validityDays: 15 },
      { id: 3, kind: 'firstPurchase', points: '50' },
      { id: 5, kind: 'custom', key: 'review', points: '7', validityDays: 90 },
      {
        id: 7,
        kind: 'card',
        name: 'Coffee',
        counts: 'items',
        of: 'product',
        ids: ['coffee'],
        stamps: 6,
        points: '60',
      },
    ),
  )
  await giveTiers(story.api, shop, [
    { name: 'Bronze', order: 1, isBase: true, goals: [], benefits: [] },
    silver,
  ])
  story.api.now = Date.parse('2026-03-01T15:00:00Z') + chance.between(0, 200) * DAY_MS
  const codes = Array.from({ length: 30 }, (_, index) => `LIST-${index}`)
  const rewards = [
    await shop.makeReward({}),
    await shop.makeReward({ title: 'Mug', points: decimal(30) }, codes),
    await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n }),
  ]
  await makeQuiz(story.database, shop.tenantId, COFFEE_OR_TEA)
  const { Result: quizzes } = await listQuizzes(shop)
  const [quiz] = quizzes ?? []
  return { shop, life: new RandomLife(story, chance, { rewards, quiz: quiz ? fullAnswer(quiz) : [] }) }
}

export async function send(
  story: ReturnType<typeof useStories>,
  shop: Shop,
  { method, url, body }: Sent,
): Promise<Answered> {
  const { authorization } = shop.key
  const answer = await story.api.send({
    ...{ method, url, headers: { authorization } },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  return {
    status: answer.statusCode,
    body: answer.body,
    code: answer.headers['punchcard-coupon-code'] as string | undefined,
  }
}
