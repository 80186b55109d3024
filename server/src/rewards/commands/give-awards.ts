import type { Awards } from '../../accounts/till/awards.ts'
import type { Call } from '../../accounts/till/batch.ts'
import { type Change, type Load, load, put } from '../../accounts/till/collection.ts'
import type { Command, Facts } from '../../accounts/till/command.ts'
import type { Till } from '../../accounts/till/till.ts'
import type { Award } from '../../awards/award.ts'
import { awards } from '../../awards/collections.ts'
import { type CodesWanted, freeCodes } from '../../coupons/collections/code-lists.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import { CURRENT, currentProgram, programSchedule } from '../../earning/collections.ts'
import { TOPIC } from '../../events/event.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { redeemedCounts, redemptions } from '../collections/redemptions.ts'
import { rewardUsage } from '../collections/reward-usage.ts'
import {
  WAITING_MAX,
  type WaitingAward,
  type WaitingKey,
  waitingAwards,
} from '../collections/waiting-awards.ts'
import { freedPrizes, lostLoads } from '../freed-prizes.ts'
import { randomCodes } from '../random-codes.ts'
import { NO_USAGE, type Redemption, type RewardUsage } from '../redemption.ts'
import { openLists, type Reward } from '../reward.ts'
import { factsOfAward, giveAward } from '../rules/give.ts'
import { dependsOnUsage } from './redeem.ts'

/** As many as one order can make of a card. What is more stays due, and is given by the next call. */
export const AT_ONCE = 20

interface GiveAwardsInput {
  readonly tenant: Tenant
  readonly customerKey: string
  /** The reward whose held awards are tried again too; null: only what is due. */
  readonly retried: number | null
  /** Random, for each that is given: a pure decision is given its random values. */
  readonly codes: readonly { readonly externalCode: string; readonly couponCode: string }[]
}

function toGive(tenant: Tenant, customerKey: string, retried: number | null = null): GiveAwardsInput {
  return { tenant, customerKey, retried, codes: Array.from({ length: AT_ONCE }, randomCodes) }
}

/** How a till gives awards. `toTakeBack`: undoes what stood only because its coupon was used, when that is free again. */
export function awardsOfTill(
  options: Omit<Awards, 'toGive' | 'toFollow'>,
  toTakeBack: Awards['toGive'],
): Awards {
  const give: Awards['toGive'] = (tenant, customerKey) => ({
    command: giveAwards as unknown as Call['command'],
    input: toGive(tenant, customerKey),
  })
  return {
    ...options,
    toGive: give,
    // Then once more: stamps that come back with a prize may fill the card again.
    toFollow: (given, tenant, customerKey) =>
      (given as AwardsGiven | null)?.freed
        ? [toTakeBack(tenant, customerKey), give(tenant, customerKey)]
        : [],
  }
}

/** Tries the held awards of a customer again, those of one reward. Returns how many were given. */
export async function retryAwardsOf(
  till: Till,
  tenant: Tenant,
  customerKey: string,
  rewardId: number,
): Promise<number> {
  const { given } = await till.run(giveAwards, toGive(tenant, customerKey, rewardId))
  return given
}

/** How many were given, and how many are to be taken back. */
interface AwardsGiven {
  readonly given: number
  readonly freed: number
}

/**
 * Gives the rewards of a customer that are due. It is a command of its own, after the one that made them due: codes and
 * limits of rewards are shared by all customers, and no sale waits for them.
 */
export const giveAwards: Command<GiveAwardsInput, AwardsGiven> = {
  name: 'give awards',
  givesAwards: true,
  customerOf: ({ customerKey }) => customerKey,
  loads: (input) => [load(programSchedule, CURRENT), load(waitingAwards, keyOf(input)), ...lostLoads(input)],
  loadsAfter(facts, input, now) {
    const meant = facts.customer ? meantBy(facts, input, now) : []
    return {
      lots: false,
      loads: meant.flatMap(({ reward }, place) => loadsOf(facts, reward, input, place, now)),
    }
  },
  decide(facts, input, posting) {
    const { now } = posting
    const { customer } = facts
    // By a former id it was looked for what the customer had under that one: of the others nothing is known.
    if (customer?.originalId !== input.customerKey) return { result: { given: 0, freed: 0 } }
    const freed = freedPrizes(facts, input.customerKey).length
    const program = currentProgram(facts, now)
    const usages = new Map<number, RewardUsage>()
    const changed: {
      readonly award: Award
      readonly changes: readonly Change[]
      readonly redemption: Redemption | null
    }[] = []
    for (const [place, { award, reward }] of meantBy(facts, input, now).entries()) {
      const rewardId = award.rewardId ?? 0
      const usage = usages.get(rewardId) ?? facts.peek(rewardUsage, rewardId) ?? NO_USAGE
      const codes = codesWanted(reward, input, place, now).flatMap(
        (wanted) => facts.get(freeCodes, wanted) ?? [],
      )
      const random = input.codes[place]
      if (!random) break
      const rewardNow = { reward, usage, usableCodes: codes.length, program, now }
      const issuing = { tenant: input.tenant, reservation: null, ...random }
      const { award: after, issued } = giveAward(award, rewardNow, codes, issuing, posting)
      if (issued) {
        usages.set(rewardId, issued.usage)
        posting.tell(TOPIC.rewardGiven, factsOfAward(after, issued, program))
      }
      changed.push({
        award: after,
        redemption: issued?.redemption ?? null,
        changes: [
          put(awards, after, after),
          ...(issued
            ? [
                put(redemptions, issued.redemption.originalKey, issued.redemption),
                put(coupons, issued.redemption.couponKey, issued.coupon),
              ]
            : []),
        ],
      })
    }
    posting.leaveAwardsDueAt(
      nextDue(
        facts,
        input,
        changed.map(({ award }) => award),
        { now, freed },
      ),
    )
    const given = changed.flatMap(({ redemption }) => redemption ?? [])
    return {
      result: { given: given.length, freed },
      changes: [
        ...changed.flatMap(({ changes }) => changes),
        ...[...usages].map(([rewardId, usage]) => put(rewardUsage, rewardId, usage)),
        ...countChanges(facts, given),
      ],
    }
  },
}

function keyOf({ customerKey, retried }: GiveAwardsInput): WaitingKey {
  return { customerKey, rewardId: retried }
}

/** As commands of this batch have left them. */
function waitingNow(facts: Facts, input: GiveAwardsInput): WaitingAward[] {
  return (facts.get(waitingAwards, keyOf(input)) ?? []).map(({ award, reward }) => ({
    award: facts.peek(awards, award) ?? award,
    reward,
  }))
}

function meantBy(facts: Facts, input: GiveAwardsInput, now: Instant): WaitingAward[] {
  return waitingNow(facts, input)
    .filter(({ award: { state, dueAt } }) => {
      return (
        (state === 'held' && input.retried !== null) || (state === 'due' && dueAt !== null && dueAt <= now)
      )
    })
    .slice(0, AT_ONCE)
}

/** When the next of those is due that are left, and at once what is to be taken back; null: none is. */
function nextDue(
  facts: Facts,
  input: GiveAwardsInput,
  changed: readonly Award[],
  { now, freed }: { readonly now: Instant; readonly freed: number },
): Instant | null {
  // What was asked for were the awards of one reward: of the others nothing is known.
  if (input.retried !== null) return facts.account.awardsDueAt
  const waiting = waitingNow(facts, input)
  const done = new Set(changed.map(({ id }) => id))
  const moments = waiting.flatMap(({ award: { id, state, dueAt } }) =>
    state === 'due' && dueAt !== null && !done.has(id) ? [dueAt] : [],
  )
  // Those that are due come first: where the last that was loaded is held, no due one is left.
  const last = facts.get(waitingAwards, keyOf(input))?.[WAITING_MAX - 1]
  if (last?.award.state === 'due') moments.push(Math.max(now, ...moments))
  if (freed > 0) moments.push(now)
  return moments.length === 0 ? null : Math.min(...moments)
}

function loadsOf(
  facts: Facts,
  reward: Reward | undefined,
  input: GiveAwardsInput,
  place: number,
  now: Instant,
): Load[] {
  if (!reward) return []
  const { customer } = facts
  const { id: rewardId, customerUsageLimit } = reward
  return [
    // Before the codes: only the batch that has locked the usage may take codes.
    ...(dependsOnUsage(reward) ? [load(rewardUsage, rewardId)] : []),
    ...codesWanted(reward, input, place, now).map((wanted) => load(freeCodes, wanted)),
    ...(customer && customerUsageLimit !== null
      ? [load(redeemedCounts, { rewardId, customerId: customer.id })]
      : []),
  ]
}

function codesWanted(
  reward: Reward | undefined,
  { codes }: GiveAwardsInput,
  place: number,
  at: Instant,
): CodesWanted[] {
  const wantedBy = codes[place]?.externalCode ?? ''
  return reward ? openLists(reward).map(({ id: listId }) => ({ listId, at, wantedBy })) : []
}

/** A redemption of the same batch that has a limit per customer counts them. */
function countChanges(facts: Facts, given: readonly Redemption[]): Change[] {
  const byReward = Map.groupBy(given, ({ rewardId }) => rewardId)
  return [...byReward].flatMap(([rewardId, { length, 0: first }]) => {
    const key = first && { rewardId, customerId: first.customerId }
    const count = key && facts.peek(redeemedCounts, key)
    return key && count !== undefined ? [put(redeemedCounts, key, count + length)] : []
  })
}
