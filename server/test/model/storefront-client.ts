/** What customers do in the pages of a shop, over the storefront API: they redeem, answer quizzes, join and leave. */
import { balanceNumber, moneyNumber, toNumber, type Units, units } from './arithmetic.ts'
import type { Desk, ModelCommand, Scene } from './command.ts'
import type { ModelReward } from './counter.ts'
import { anyName } from './customer-client.ts'
import { upsertCustomer } from './customers.ts'
import type { Essence } from './essence.ts'
import type { Page, PageAnswer } from './page.ts'
import { answerQuiz, type RedeemedBy, redeem, whyIneligible, whyNotInPage } from './rewards.ts'
import type { Customer, Shop } from './shop.ts'

/** As a browser makes them: the server keeps them apart from keys of the shop. */
const OF_PAGE = 'me:'
/** Who is no customer yet can join, and nothing else. */
const PROSPECT = { status: 403, code: 'scope' } as const

export function redeemInPage(scene: Scene, now: number): ModelCommand {
  const { random, shop, ids, customer } = scene
  const reward = random.one(shop.counter.rewards)
  // It was opened before the price was raised.
  const isOutdated = reward.points !== null && random.chance(8)
  const own = customer.coupons.flatMap(({ redemption }) =>
    redemption?.key.startsWith(OF_PAGE) && !redemption.isGift ? redemption : [],
  )
  const again = own.length > 0 && random.chance(20) ? random.one(own) : null
  const sent = again?.reward ?? reward
  const key = again?.key ?? `${OF_PAGE}page-of-${scene.newKey()}`
  const value = sent.points === null ? anyValueOf(scene, again?.cost.cashback ?? null) : null
  const known = shop.customers.get(customer.id)
  const isShown = !isOutdated || again !== null
  const outcome = known
    ? redeemShown(shop, { reward: sent, customer: known, key, value, isShown }, now)
    : PROSPECT
  const done = 'done' in outcome ? outcome.done : null
  const body = {
    reward: ids.rewards.get(sent.name),
    points: sent.points === null ? null : String(toNumber(isShown ? sent.points : sent.points + units(1))),
    key: key.slice(OF_PAGE.length),
    ...(value !== null && { value: String(moneyNumber(value)) }),
  }
  return inPage(scene, 'redeem in page', body, {
    expected: done ? { ...meOf(shop, done.customer), worth: moneyNumber(done.coupon.value) } : outcome,
    async ask(page, desk) {
      const answer = await page.send('POST', '/redemptions', body)
      if (answer.status >= 300) return refusalOf(answer)
      const { coupon, me } = answer.body as { coupon: { code: string; value: string }; me: MeAnswer }
      if (done) await learn(scene, desk, done, coupon.code)
      return { ...essenceOfMe(me), worth: Number(coupon.value) }
    },
    traits: [done ? (again ? 'redeemed again in a page' : 'redeemed in a page') : 'refused in a page'],
  })
}

/** As much cashback as a field of whole cents can send: also more than there is. */
function anyValueOf({ random }: Scene, before: Units | null): Units {
  return before !== null && random.chance(70) ? before : BigInt(random.between(1, 900)) * 100n
}

interface Sent {
  readonly reward: ModelReward
  readonly customer: Customer
  readonly key: string
  readonly value: Units | null
  /** Its price is what the page has shown. */
  readonly isShown: boolean
}

type Refused = { readonly status: number; readonly code: string | null }

function redeemShown(
  shop: Shop,
  { isShown, customer, ...sent }: Sent,
  now: number,
): { readonly done: RedeemedBy } | Refused {
  customer.account.settle(now)
  const isKnown = shop.counter.redemptions.has(sent.key)
  if (!isKnown && !isShown) return { status: 409, code: 'priceChanged' }
  const refused = isKnown ? null : whyNotInPage(shop, sent.reward, customer)
  if (refused) return refused
  const outcome = redeem(shop, { ...sent, customer: customer.id }, now)
  if ('done' in outcome) return outcome
  return isKnown ? { status: 409, code: 'keyUsed' } : { status: 422, code: null }
}

/** What the server has made up. */
async function learn({ shop, customer }: Scene, desk: Desk, { coupon }: RedeemedBy, code: string) {
  if (coupon.code !== '') {
    if (coupon.code !== code) throw new Error(`${coupon.code} has become ${code}`)
    return
  }
  shop.counter.name(coupon, code, await desk.externalCodeOf(code))
  customer.coupons.push(coupon)
}

export function answerInPage(scene: Scene, now: number): ModelCommand {
  const { random, shop, ids, customer } = scene
  const quiz = random.one(shop.counter.quizzes)
  const known = shop.customers.get(customer.id)
  const isAnswered = known !== undefined && quiz.answeredBy.has(known.id)
  const outcome = answerQuiz(shop, quiz, customer.id, now)
  const counted = 'done' in outcome ? outcome.done : null
  const body = { answers: [{ question: ids.questions.get(quiz.name), text: 'Strong' }] }
  return inPage(scene, 'quiz in page', body, {
    expected:
      known && counted !== null
        ? { ...meOf(shop, known), granted: toNumber(counted) }
        : known
          ? { status: 409, code: isAnswered ? 'alreadyAnswered' : 'notEnrolled' }
          : PROSPECT,
    async ask(page) {
      const answer = await page.send('POST', `/quizzes/${ids.quizzes.get(quiz.name)}/answers`, body)
      if (answer.status >= 300) return refusalOf(answer)
      const { me, points } = answer.body as { me: MeAnswer; points: string }
      return { ...essenceOfMe(me), granted: Number(points) }
    },
    traits: [counted === null ? 'answer refused in a page' : 'answered in a page'],
  })
}

/** Also one whom the shop alone knows, who is a customer from then on. */
export function joinInPage(scene: Scene, now: number): ModelCommand {
  const { shop, customer } = scene
  const before = shop.customers.get(customer.id)
  const { customer: joined } = upsertCustomer(shop, customer.id, { isEnrolled: true }, now)
  return inPage(
    scene,
    'join in page',
    {},
    {
      expected: meOf(shop, joined),
      async ask(page, desk) {
        const answer = await page.send('POST', '/enrolment', { terms: null })
        joined.publicId ??= await desk.publicIdOf(joined.originalId)
        return answer.status < 300 ? essenceOfMe(answer.body as unknown as MeAnswer) : refusalOf(answer)
      },
      traits: [before ? (before.isEnrolled ? 'joined again' : 'back in a page') : 'joined in a page'],
    },
  )
}

export function leaveInPage(scene: Scene, now: number): ModelCommand {
  const { shop, customer } = scene
  const known = shop.customers.get(customer.id)
  if (known) upsertCustomer(shop, customer.id, { isEnrolled: false }, now)
  return inPage(
    scene,
    'leave in page',
    {},
    {
      expected: meOf(shop, known),
      async ask(page) {
        const answer = await page.send('POST', '/opt-out', {})
        return answer.status < 300 ? essenceOfMe(answer.body as unknown as MeAnswer) : refusalOf(answer)
      },
      traits: ['left in a page'],
    },
  )
}

/** What a customer sees of all rewards agrees with what redeeming them would say. */
export function lookInPage(scene: Scene, now: number): ModelCommand {
  const { shop, customer } = scene
  const known = shop.customers.get(customer.id)
  known?.account.settle(now)
  const ready = known ? shop.counter.rewards.filter((one) => canRedeem(shop, one, known)) : []
  return inPage(
    scene,
    'look in page',
    {},
    {
      expected: { ...meOf(shop, known), ready: ready.map(({ name }) => name).toSorted() },
      async ask(page) {
        const me = await page.send('GET', '')
        const rewards = await page.send('GET', '/rewards')
        const { items } = rewards.body as { items: { title: string; state: string }[] }
        const titles = items.filter(({ state }) => state === 'ready').map(({ title }) => title)
        return { ...essenceOfMe(me.body as unknown as MeAnswer), ready: titles.toSorted() }
      },
    },
  )
}

function canRedeem(shop: Shop, reward: ModelReward, { id, account, isEnrolled }: Customer): boolean {
  const standing = shop.counter.standing(reward, id)
  return whyIneligible(shop, reward, { isEnrolled, balance: account.balance, standing }) === null
}

function inPage(
  scene: Scene,
  action: string,
  body: object,
  {
    ask,
    ...more
  }: {
    readonly expected: Essence
    readonly ask: (page: Page, desk: Desk) => Promise<Essence>
    readonly traits?: readonly string[]
  },
): ModelCommand {
  const { customer } = scene
  const name = anyName(scene)
  return {
    ...{ shop: customer.shop, customer: customer.id, action, method: 'POST', path: '/v1/pub/me/…', body },
    ...more,
    ask: (desk) => ask(desk.pageOf(name), desk),
  }
}

interface MeAnswer {
  readonly state: string
  readonly points: string | null
  readonly cashback: string | null
  readonly owed: string | null
}

function essenceOfMe({ state, points, cashback, owed }: MeAnswer): Essence {
  const number = (text: string | null): number | null => (text === null ? null : Number(text))
  return { state, points: number(points), cashback: number(cashback), owed: number(owed) }
}

function meOf({ program }: Shop, customer: Customer | undefined): Essence {
  if (!customer) return { state: 'prospect', points: null, cashback: null, owed: null }
  const { points, cashback } = customer.account.balance
  return {
    state: customer.isEnrolled ? 'member' : 'optedOut',
    points: toNumber(points),
    cashback: program.isCashbackOn ? balanceNumber(cashback) : null,
    owed: points < 0n ? toNumber(-points) : 0,
  }
}

function refusalOf({ status, body }: PageAnswer): Essence {
  return { status, code: body.code ?? null }
}
