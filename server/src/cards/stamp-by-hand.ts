import type { Posting } from '../accounts/rules/posting.ts'
import { type Load, load, put } from '../accounts/till/collection.ts'
import type { Command, Facts } from '../accounts/till/command.ts'
import type { CustomerId } from '../contract/ids.ts'
import { isRefusal, type Refusal } from '../contract/refusal.ts'
import { CURRENT, currentProgram, programSchedule } from '../earning/collections.ts'
import type { Program } from '../earning/program.ts'
import { programsOf } from '../earning/schedule.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ONE, proportion, ZERO } from '../platform/decimal.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { HandStamps, SentStamps } from './by-hand.ts'
import { cardRuleOf, worthOfStamp } from './card.ts'
import { changesOfStamped } from './changes.ts'
import { givenStamps, handStamps } from './collections/by-hand.ts'
import { stampCards } from './collections/cards.ts'
import { deskOf } from './desk.ts'
import { type ByHandReason, cancelByHand, daysOf, giveByHand } from './rules/by-hand.ts'
import type { CardPosting } from './rules/card-posting.ts'
import { tellStamps, toldOf } from './rules/tell.ts'
import { stampedBy } from './stamped.ts'

interface OfCard {
  readonly tenant: Tenant
  /** The customer's id in the merchant's store. */
  readonly customerKey: string
  /** The card's rule. */
  readonly ruleId: number
}

export interface GiveStampsInput extends OfCard {
  readonly sent: SentStamps
  /** When it was received: what they are for where no date was sent. */
  readonly at: Instant
}

export interface GaveStamps {
  readonly isNew: boolean
  /** Stamps, as they were asked for. */
  readonly count: Decimal
  /** The same; of a card that counts money, how much. */
  readonly stamps: Decimal
}

export type GiveStampsResult = GaveStamps | Refusal<ByHandReason>

/** Gives stamps without an order, for tills that send none: once for each key. */
export const giveStamps: Command<GiveStampsInput, GiveStampsResult> = {
  name: 'give stamps',
  customerOf: ({ customerKey }) => customerKey,
  loads: () => [load(programSchedule, CURRENT)],
  loadsAfter(facts, input) {
    const { customer } = facts
    if (!customer) return { lots: false, loads: [] }
    const { ruleId, sent } = input
    return {
      lots: false,
      loads: [
        load(stampCards, customer.id),
        load(handStamps, { customerId: customer.id, ruleId, key: sent.key }),
        ...limitLoads(facts, customer.id, input),
      ],
    }
  },
  decide(facts, { tenant, ruleId, sent, at }, posting) {
    const { customer } = facts
    const current = currentProgram(facts, posting.now)
    const customerId = customer?.id ?? NONE
    const desk = deskOf(facts, customerId, tenant, current)
    const key = { customerId, ruleId, key: sent.key }
    const given = giveByHand(
      {
        customer,
        current,
        ruleId,
        card: facts.peek(stampCards, customerId)?.get(ruleId),
        stored: facts.peek(handStamps, key),
        timeZone: tenant.timeZone,
        givenIn: (days) => facts.get(givenStamps, { customerId, ruleId, ...days }) ?? [],
      },
      { sent, at },
      desk,
      posting,
    )
    if (isRefusal(given)) return { result: given }
    const { isNew, stamps, made } = given
    const result = { isNew, stamps, count: isNew ? BigInt(sent.count) * ONE : ZERO }
    if (!made) return { result }
    tell(posting, made.posting, current)
    const stamped = stampedBy(desk, [made.posting])
    const changes = [...changesOfStamped(facts, customerId, stamped), put(handStamps, key, made.given)]
    return { result, changes }
  },
}

/** What was given in the periods of every limit that may count: which program does is known with the decision. */
function limitLoads(
  facts: Facts,
  customerId: CustomerId,
  { tenant, ruleId, sent, at }: GiveStampsInput,
): Load[] {
  const programs = programsOf(facts.peek(programSchedule, CURRENT))
  return programs.flatMap((program) => {
    const limit = cardRuleOf(program, ruleId)?.stampLimit ?? null
    const days = limit && daysOf(limit, sent.date ?? at, tenant.timeZone)
    return days ? [load(givenStamps, { customerId, ruleId, ...days })] : []
  })
}

export interface CancelStampsInput extends OfCard {
  readonly key: string
}

export interface TookStampsBack {
  /** Stamps of the worth that they were given with. */
  readonly count: Decimal
  /** The same; of a card that counts money, how much. */
  readonly takenBack: Decimal
}

export type CancelStampsResult = TookStampsBack | Refusal<ByHandReason>

/** Takes back what was given for a key, and the prizes that it was used for. */
export const cancelStamps: Command<CancelStampsInput, CancelStampsResult> = {
  name: 'cancel stamps',
  customerOf: ({ customerKey }) => customerKey,
  loads: () => [load(programSchedule, CURRENT)],
  loadsAfter({ customer }, { ruleId, key }) {
    if (!customer) return { lots: false, loads: [] }
    const { id: customerId } = customer
    return {
      // The points of a prize that is undone are taken from lots.
      lots: true,
      loads: [load(stampCards, customerId), load(handStamps, { customerId, ruleId, key })],
    }
  },
  decide(facts, { tenant, ruleId, key }, posting) {
    const { customer } = facts
    const current = currentProgram(facts, posting.now)
    const customerId = customer?.id ?? NONE
    const desk = deskOf(facts, customerId, tenant, current)
    const stored = facts.peek(handStamps, { customerId, ruleId, key })
    const card = facts.peek(stampCards, customerId)?.get(ruleId)
    const context = { customer, current, ruleId, card, stored, timeZone: tenant.timeZone }
    const cancelled = cancelByHand(context, key, desk, posting)
    if (isRefusal(cancelled)) return { result: cancelled }
    const { takenBack, posting: made } = cancelled
    const worth = stored ? worthOf(stored, current, ruleId) : ONE
    const result = { takenBack, count: proportion(takenBack, ONE, worth) }
    if (!made || !stored) return { result }
    tell(posting, made, current)
    const changes = [
      ...changesOfStamped(facts, customerId, stampedBy(desk, [made])),
      put(handStamps, { customerId, ruleId, key }, { ...stored, takenBack }),
    ]
    return { result, changes }
  },
}

/** What one of these stamps was worth when they were given; of what a person gave in the panel, what it is worth now. */
function worthOf({ stamps, sent }: HandStamps, current: Program, ruleId: number): Decimal {
  if (sent) return stamps / BigInt(sent.count)
  const rule = cardRuleOf(current, ruleId)
  return rule ? worthOfStamp(rule) : ONE
}

/** Stands for a customer who is not known: nothing was loaded for it. */
const NONE: CustomerId = 0

function tell(main: Posting, posting: CardPosting, current: Program): void {
  tellStamps(main, posting, toldOf(cardRuleOf(current, posting.ruleId)))
}
