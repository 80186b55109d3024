import { type Account, areAwardsDue } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import type { Command } from '../accounts/till/command.ts'
import type { Till } from '../accounts/till/till.ts'
import { awardBirthday } from '../actions/commands.ts'
import { birthdayOf, birthdaysOn } from '../actions/rules/birthday.ts'
import { changeBalance } from '../balances/commands/change.ts'
import { readCashbackChange } from '../balances/private-api/read.ts'
import type { Refusal } from '../contract/refusal.ts'
import { isRefusal } from '../contract/refusal.ts'
import { createCoupon, inactivateCoupon } from '../coupons/commands.ts'
import { codeFromBytes } from '../coupons/coupon.ts'
import { readCoupon } from '../coupons/private-api/read.ts'
import { cancelOrder, placeOrder } from '../orders/commands.ts'
import { readOrder } from '../orders/private-api/read.ts'
import type { OrderBody } from '../orders/private-api/schema.ts'
import { type Clock, type Instant, instantToText } from '../platform/clock.ts'
import { type Decimal, decimalFromNumber, ZERO } from '../platform/decimal.ts'
import { Random } from '../platform/random.ts'
import { type LocalDate, localDate, startOfDay } from '../platform/zone.ts'
import { answerQuiz } from '../quizzes/commands.ts'
import { QUESTION_TYPE, type Quiz } from '../quizzes/quiz.ts'
import { AT_ONCE, giveAwards } from '../rewards/commands/give-awards.ts'
import { redeemReward } from '../rewards/commands/redeem.ts'
import { updateRewardMetadata } from '../rewards/commands/redemptions.ts'
import type { RewardSummary } from '../rewards/reward.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { type Bought, type DemoProduct, delivered, fillBasket, withoutOne } from './basket.ts'
import type { Person } from './people.ts'

/** Where a person shops: what they can buy and get, and the till that all commands go through. */
export interface DemoShop {
  readonly tenant: Tenant
  readonly till: Till
  /** The till's. A command that happens later than this is sent with as much as its tenant is ahead of it. */
  readonly clock: Clock
  readonly products: readonly DemoProduct[]
  /** Those that the history may redeem. */
  readonly rewards: readonly RewardSummary[]
  readonly quiz: Quiz
}

interface OpenCoupon {
  readonly code: string
  readonly validUntil: Instant
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** When the worker begins its day. */
export const MORNING_MS = 6.5 * HOUR_MS
const COUPON_DAYS = 30

/**
 * One customer of the demo merchant through the year. What they do next depends on what they have, as they see it
 * in the answers; everything goes through the commands of the API, each at its own moment.
 */
export class DemoLife {
  readonly #person: Person
  readonly #shop: DemoShop
  readonly #random: Random
  /** Of the codes that come with full cards: what the customer does is drawn by the other one. */
  readonly #prizes: Random
  readonly #agenda: { readonly at: Instant; readonly happen: (at: Instant) => Promise<unknown> }[] = []
  readonly #coupons: OpenCoupon[] = []
  #points: Decimal = ZERO
  #latest: Instant = 0
  readonly #visitsMax: number
  #visits = 0
  #isQuizAnswered = false
  #isKnown = false

  constructor(person: Person, shop: DemoShop) {
    this.#person = person
    this.#shop = shop
    this.#random = new Random(person.seed)
    this.#prizes = new Random(person.seed + 1)
    const { visits } = person.habit
    this.#visitsMax = visits ? this.#random.between(...visits) : Number.POSITIVE_INFINITY
    this.#plan(this.#shopHour(person.joinsOn), (at) => this.#visit(at))
    if (visits && this.#random.chance(40)) this.#planInvitation()
  }

  /** Everything that this customer does before the moment, one after the other. */
  async liveUntil(end: Instant): Promise<void> {
    for (;;) {
      this.#agenda.sort((a, b) => a.at - b.at)
      const next = this.#agenda[0]
      if (!next || next.at >= end) return
      this.#agenda.shift()
      // What came of the last visit may have taken longer than until this moment.
      await next.happen(Math.max(next.at, this.#latest))
    }
  }

  #plan(at: Instant, happen: (at: Instant) => Promise<unknown>): void {
    this.#agenda.push({ at, happen })
  }

  #later(at: Instant, [least, most]: readonly [number, number], happen: (at: Instant) => Promise<unknown>) {
    const date = localDate(at, this.#shop.tenant.timeZone) + this.#random.between(least, most)
    this.#plan(this.#shopHour(date), happen)
  }

  #shopHour(date: LocalDate): Instant {
    const opens = startOfDay(date, this.#shop.tenant.timeZone) + 8 * HOUR_MS
    return opens + this.#random.between(0, 11 * 60 - 1) * MINUTE_MS + this.#random.between(0, 59) * 1_000
  }

  #run<Input extends { readonly tenant: Tenant }, Result>(
    command: Command<Input, Result>,
    input: Omit<Input, 'tenant'>,
    at: Instant,
  ): Promise<Result> {
    const { tenant, till, clock } = this.#shop
    this.#latest = at
    return till.run(command, { ...input, tenant: { ...tenant, clockAheadMs: at - clock() } } as Input)
  }

  /** The coupon of a full card comes with the order that filled it. */
  async #getPrizes(at: Instant): Promise<void> {
    const codes = Array.from({ length: AT_ONCE }, () => ({
      externalCode: randomCode(this.#prizes, 16),
      couponCode: randomCode(this.#prizes, 10),
    }))
    await this.#run(giveAwards, { customerKey: this.#person.id, retried: null, codes }, at)
  }

  #see({ balance }: Account): void {
    this.#points = balance.points
  }

  async #visit(at: Instant): Promise<void> {
    const { habit } = this.#person
    this.#visits += 1
    if (this.#visits < this.#visitsMax) this.#later(at, habit.gap, (then) => this.#visit(then))
    const basket = fillBasket(this.#person, this.#visits, this.#shop.products, at, this.#random)
    const coupon = this.#random.chance(85) ? this.#takeCoupon(at) : null
    const bought = { ...basket, body: { ...basket.body, Coupon: coupon } }
    await this.#send(bought.body, at)
    if (!bought.body.IsCompleted) this.#later(at, [1, 4], (then) => this.#deliver(bought, then))
    this.#planRegrets(bought, at)
    if (this.#random.chance(3)) await this.#sayItWithCashback(bought.id, at + 2 * MINUTE_MS)
    if (!this.#isQuizAnswered && this.#random.chance(7)) await this.#answerQuiz(at + 5 * MINUTE_MS)
    if (this.#random.chance(40)) await this.#redeem(at + 10 * MINUTE_MS)
  }

  #takeCoupon(at: Instant): string | null {
    const index = this.#coupons.findIndex(({ validUntil }) => at < validUntil)
    const [coupon] = index < 0 ? [] : this.#coupons.splice(index, 1)
    return coupon?.code ?? null
  }

  async #send(body: OrderBody, at: Instant): Promise<void> {
    const id = String(body.OriginalId)
    const sent = sound(id, readOrder(body, this.#shop.tenant.timeZone))
    const { publicId } = this.#person
    const placed = sound(id, await this.#run(placeOrder, { sent, publicId }, at))
    this.#see(placed.account)
    if (areAwardsDue(placed.account, at)) await this.#getPrizes(at)
    if (!this.#isKnown) this.#planBirthdays(placed.customer, at)
    this.#isKnown = true
  }

  /** At the hour of the daily run, as the worker does it. */
  #planBirthdays({ id, originalId, profile: { birthday } }: Customer, from: Instant): void {
    if (birthday === null) return
    const { timeZone } = this.#shop.tenant
    const today = localDate(from, timeZone)
    for (let date = today + 1; date <= today + 2 * 366; date += 1) {
      if (!birthdaysOn(date).includes(birthdayOf(birthday, timeZone))) continue
      const question = { found: { id, originalId }, date }
      this.#plan(startOfDay(date, timeZone) + MORNING_MS, (at) => this.#run(awardBirthday, question, at))
    }
  }

  async #deliver(bought: Bought, at: Instant): Promise<void> {
    if (!bought.isCancelled) await this.#send(delivered(bought, at), at)
  }

  /** Some orders are cancelled, some lose a product, and a few come back when their coupon is long over. */
  #planRegrets(bought: Bought, at: Instant): void {
    const random = this.#random
    if (bought.body.Coupon && random.chance(10)) {
      this.#later(at, [COUPON_DAYS + 5, COUPON_DAYS + 20], (then) => this.#cancel(bought, then))
    } else if (random.chance(5)) {
      this.#later(at, [1, 12], (then) => this.#cancel(bought, then))
    } else if (bought.products.length > 1 && random.chance(8)) {
      this.#later(at, [5, 9], (then) => this.#send(withoutOne(bought, then), then))
    }
  }

  async #cancel(bought: Bought, at: Instant): Promise<void> {
    bought.isCancelled = true
    const question = { originalId: bought.id, cancelledAt: at, status: 'cancelado' }
    const cancelled = sound(bought.id, await this.#run(cancelOrder, question, at))
    this.#see(cancelled.account)
  }

  /** An apology, or the correction of one that was too generous. */
  async #sayItWithCashback(orderId: string, at: Instant): Promise<void> {
    const isApology = this.#random.chance(80)
    const change = sound(
      orderId,
      readCashbackChange({
        Value: this.#random.between(1, 5),
        OperationType: isApology ? 0 : 1,
        Reason: isApology ? 'Desculpa pelo atraso' : 'Correção',
        ChangeKey: `${orderId}-cashback`,
      }),
    )
    const changed = await this.#run(changeBalance, { customerKey: this.#person.id, change }, at)
    if (!isRefusal(changed)) this.#see(changed.account)
  }

  async #answerQuiz(at: Instant): Promise<void> {
    this.#isQuizAnswered = true
    const answers = this.#shop.quiz.questions.map(({ id, type, options }) => ({
      questionId: id,
      text: type === QUESTION_TYPE.openText ? 'Forte, sem açúcar' : null,
      optionIds: type === QUESTION_TYPE.openText ? [] : [this.#random.one(options).id],
    }))
    await this.#run(answerQuiz, { customerKey: this.#person.id, quizId: null, answers }, at)
  }

  async #redeem(at: Instant): Promise<void> {
    const affordable = this.#shop.rewards.filter(({ points }) => points <= this.#points)
    if (affordable.length === 0) return
    const reward = this.#random.one(affordable)
    const originalKey = `${this.#person.id}-reward-${this.#visits}`
    const redeemed = await this.#run(
      redeemReward,
      {
        rewardId: reward.id,
        customerKey: this.#person.id,
        originalKey,
        // Only of the reward that is paid in cashback; the others take no value.
        value: reward.points === ZERO ? decimalFromNumber(this.#random.between(1, 5)) : null,
        metadata: [],
        place: null,
        reservation: null,
        externalCode: randomCode(this.#random, 16),
        couponCode: randomCode(this.#random, 10),
      },
      at,
    )
    // Less cashback than that, a debt, or not a member: the shop says no, and life goes on.
    if (isRefusal(redeemed)) return
    this.#see(redeemed.account)
    this.#coupons.push({ code: redeemed.coupon.code, validUntil: at + (COUPON_DAYS - 1) * DAY_MS })
    if (this.#random.chance(15)) {
      const metadata = [{ name: 'canal', value: 'balcão' }]
      await this.#run(updateRewardMetadata, { originalKey, metadata }, at + MINUTE_MS)
    }
  }

  /** The shop misses those who do not come any more, and some of them do come. */
  #planInvitation(): void {
    const code = `VOLTE-${this.#person.id.slice('demo-'.length)}`
    const tenant = this.#shop.tenant
    this.#later(this.#shopHour(this.#person.joinsOn), [60, 200], async (at) => {
      const body = {
        CouponCode: code,
        CouponType: 0,
        CouponValue: 15,
        CreatedDate: instantToText(at),
        ValidDateStart: instantToText(at),
        ValidDateEnd: instantToText(at + COUPON_DAYS * DAY_MS),
        CustomerId: this.#person.id,
        Customer: this.#person.body,
      }
      const sent = sound(code, readCoupon(body, tenant.timeZone))
      await this.#run(createCoupon, { sent, publicId: this.#person.publicId }, at)
      if (this.#random.chance(30)) {
        this.#later(at, [1, 5], (then) => this.#run(inactivateCoupon, { couponCode: code }, then))
      } else if (this.#random.chance(50)) {
        this.#coupons.push({ code, validUntil: at + COUPON_DAYS * DAY_MS })
        this.#later(at, [3, 20], (then) => this.#visit(then))
      }
    })
  }
}

function randomCode(random: Random, length: number): string {
  return codeFromBytes(Uint8Array.from({ length }, () => random.between(0, 255)))
}

/** What the history says is never refused: a refusal is a mistake of ours. */
function sound<T extends object>(what: string, value: T | Refusal): T {
  if (isRefusal(value)) throw new Error(`the demo merchant's ${what} is refused: ${value.message}`)
  return value
}
