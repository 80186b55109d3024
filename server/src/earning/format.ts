import type { TenantId } from '../contract/ids.ts'
import type { Program } from './program.ts'
import type { ProgramContent } from './program-json.ts'

/**
 * What this process can read. A version that needs more is stored with a higher number; whatever makes older processes
 * misread a program counts it up.
 */
export const FORMAT_KNOWN = 3

const VALIDITY = ['waitingDays', 'validityDays']
const BONUS = ['ids', 'multiplier', 'points']

/** Format 1: the kinds of rules as they were before rules had conditions, with their members. It never changes. */
const FIRST_FORMAT: Readonly<Record<string, readonly string[]>> = {
  purchase: ['points', 'perAmount', 'minimumOrder', 'rounding', ...VALIDITY],
  product: BONUS,
  brand: BONUS,
  category: BONUS,
  paymentMethod: BONUS,
  branch: BONUS,
  tier: ['ids', 'multiplier'],
  firstPurchase: ['multiplier', 'points'],
  campaign: ['multiplier', 'startsAt', 'endsAt'],
  signup: ['points', ...VALIDITY],
  birthday: ['points', ...VALIDITY],
  referral: ['points', ...VALIDITY],
  quiz: VALIDITY,
  custom: ['key', 'limits', 'points', ...VALIDITY],
}

const OF_EVERY_RULE = ['id', 'kind', 'name', 'isActive']

/** Of a rule for referrals, since format 3: what it asks of the friend's first order, and what the friend gets. */
const OF_REFERRALS = ['minimumOrder', 'withinDays', 'friendPoints', 'friendReward', 'limits']

/** What a process must know to read this program. */
export function formatOf({ rules }: ProgramContent): number {
  if (rules.some((rule) => rule.kind === 'referral' && OF_REFERRALS.some((name) => name in rule))) {
    return FORMAT_KNOWN
  }
  const isFirst = rules.every((rule) => {
    const members = FIRST_FORMAT[rule.kind]
    return (
      members && Object.keys(rule).every((name) => OF_EVERY_RULE.includes(name) || members.includes(name))
    )
  })
  return isFirst ? 1 : 2
}

/** A newer process has published a program that this one can't read: only an upgrade of this process helps. */
export class ProgramTooNewError extends Error {
  override readonly name = 'ProgramTooNewError'
  readonly tenantId: TenantId

  constructor(tenantId: TenantId, version: number, format: number) {
    super(
      `this process is older than the merchant's program: version ${version} of tenant ${tenantId} has format ${format}, and this process knows ${FORMAT_KNOWN}`,
    )
    this.tenantId = tenantId
  }
}

const UNREADABLE = new WeakSet<Program>()

/**
 * Stands for a program that this process can't read. To look into it throws, and no sooner: it is loaded together with
 * the programs of other merchants, and may wait for a moment that is still to come.
 */
export function unreadableProgram(tenantId: TenantId, version: number, format: number): Program {
  const refuse = (): never => {
    throw new ProgramTooNewError(tenantId, version, format)
  }
  const program: Program = {
    version,
    get cashback() {
      return refuse()
    },
    get rules() {
      return refuse()
    },
    get index() {
      return refuse()
    },
    get ruleStarts() {
      return refuse()
    },
  }
  UNREADABLE.add(program)
  return program
}

/** Asked for every order: to look for the accessors themselves took half a percent of what an order costs Node. */
export function isReadable(program: Program): boolean {
  return !UNREADABLE.has(program)
}

/** The merchant whose program is too new, where that is all that is behind a failure; else null. */
export function tooNewIn(error: unknown): ProgramTooNewError | null {
  if (error instanceof ProgramTooNewError) return error
  if (!(error instanceof AggregateError)) return null
  const found = error.errors.map(tooNewIn)
  return found.includes(null) ? null : (found[0] ?? null)
}
