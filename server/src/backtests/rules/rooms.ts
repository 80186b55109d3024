import type { Earning } from '../../earning/earned.ts'
import { limitOf, type Program, type Rule } from '../../earning/program.ts'
import type { Taken, UsedOf } from '../../earning/taken.ts'
import { type Decimal, notBelowZero, ONE, ZERO } from '../../platform/decimal.ts'

/** What a customer's orders have taken of one limit of the candidate, in the period of the last of them. */
export interface Room extends Omit<Taken, 'amount'> {
  readonly used: Decimal
  /** How much more they took in truth. */
  readonly lead: Decimal
}

type Key = Omit<Taken, 'amount'>

/** What an order earned in truth, and by which program. */
interface InTruth {
  readonly live: Program
  readonly earning: Earning
  readonly taken: readonly Taken[]
}

/**
 * How much of each limit is used up when the candidate looks at an order. Where the same limit has cut the order in
 * truth, it is known how much room there was then, which depends on orders that have been cancelled since: that room
 * counts, plus what the candidate's orders have taken less. So a program that is not changed gives what it gave.
 */
export function usedWith(
  candidate: Program,
  rooms: readonly Room[],
  { live, earning, taken }: InTruth,
): UsedOf {
  const cut = new Set(earning.explanation.lines.flatMap((line) => (isCut(line.kind) ? [ruleOf(line)] : [])))
  return (key) => {
    const room = rooms.find((one) => isSame(one, key))
    const most = mostOf(candidate, key)
    if (most === null || !cut.has(key.ruleId) || !isSameLimit(candidate, live, key.ruleId)) {
      return room?.used ?? ZERO
    }
    const given = taken.find((one) => isSame(one, key))?.amount ?? ZERO
    return most - notBelowZero(given + (room?.lead ?? ZERO))
  }
}

/** What earlier orders took, which are not looked at, is taken by the candidate too. A limit that is new has all its room. */
export function firstRooms(candidate: Program, taken: readonly Taken[]): readonly Room[] {
  return taken
    .filter((one) => isLimitedBy(candidate, one))
    .map(({ amount, ...key }) => ({ ...key, used: amount, lead: ZERO }))
}

const NEW_ROOM = { used: ZERO, lead: ZERO }

export interface Given {
  /** What the candidate has given an order of limits and caps. */
  readonly byCandidate: readonly Taken[]
  readonly inTruth: readonly Taken[]
}

/** The rooms once an order has taken from them. Periods that are over are forgotten. */
export function roomsAfter(
  candidate: Program,
  rooms: readonly Room[],
  { byCandidate, inTruth }: Given,
): readonly Room[] {
  const keys = [...byCandidate, ...inTruth].filter((one) => isLimitedBy(candidate, one))
  if (keys.length === 0) return rooms
  const next = new Map(rooms.map((room) => [textOf(room), room]))
  for (const { ruleId, measure, period } of keys) {
    const key = { ruleId, measure, period }
    const room = rooms.find((one) => isSame(one, key)) ?? NEW_ROOM
    const given = amountOf(byCandidate, key)
    const lead = room.lead + amountOf(inTruth, key) - given
    next.set(textOf(key), { ...key, used: room.used + given, lead })
  }
  return [...next.values()]
}

/** Stamps of cards are not priced, and a limit of another period is another limit. */
function isLimitedBy(candidate: Program, { ruleId, measure, period }: Taken): boolean {
  if (measure === 'stamps') return false
  const rule = candidate.rules.find(({ id, isActive }) => id === ruleId && isActive)
  const limit = rule ? limitOfRule(rule) : null
  return limit !== null && period.startsWith(limit.per.slice(0, 1))
}

function amountOf(taken: readonly Taken[], key: Key): Decimal {
  return taken.find((one) => isSame(one, key))?.amount ?? ZERO
}

function isSame(one: Key, other: Key): boolean {
  return one.ruleId === other.ruleId && one.measure === other.measure && one.period === other.period
}

/** One period of each is kept. */
function textOf({ ruleId, measure }: Pick<Key, 'ruleId' | 'measure'>): string {
  return `${ruleId} ${measure}`
}

function isCut(kind: string): boolean {
  return kind === 'cap' || kind === 'limit'
}

function ruleOf(line: object): number {
  return 'rule' in line ? (line.rule as number) : 0
}

function mostOf(program: Program, { ruleId }: Key): Decimal | null {
  const rule = program.rules.find(({ id }) => id === ruleId)
  return rule ? (limitOfRule(rule)?.most ?? null) : null
}

function isSameLimit(one: Program, other: Program, ruleId: number): boolean {
  if (one === other) return true
  const [mine, theirs] = [one, other].map(({ rules }) => {
    const rule = rules.find(({ id, isActive }) => id === ruleId && isActive)
    return rule ? limitOfRule(rule) : null
  })
  return mine != null && theirs != null && mine.most === theirs.most && mine.per === theirs.per
}

function limitOfRule(rule: Rule): { readonly most: Decimal; readonly per: string } | null {
  if (rule.kind === 'cap') return { most: rule.points, per: rule.per }
  const limit = limitOf(rule)
  return limit && { most: BigInt(limit.times) * ONE, per: limit.per }
}
