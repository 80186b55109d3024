import { erasedPersonLoads, isErasedPerson } from '../accounts/collections/erased-persons.ts'
import type { Customer, HeldTier } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { contactsOf } from '../accounts/rules/terms.ts'
import { type Change, load, put } from '../accounts/till/collection.ts'
import type { Command, Decision, Facts } from '../accounts/till/command.ts'
import { type GrantName, grantLoad } from '../actions/collections.ts'
import { grantedElsewhere, signupGrant } from '../actions/grant-changes.ts'
import { yearOfLastBirthday } from '../actions/rules/birthday.ts'
import type { CustomerId } from '../contract/ids.ts'
import { contactChanges, contactLoads, ownersOf } from '../customers/collections/contacts.ts'
import { contactsToRecognise } from '../customers/recognise.ts'
import { claimedCustomer } from '../customers/renamed-customer.ts'
import { customerToMake } from '../customers/rules/save.ts'
import { shortText } from '../earning/explanation.ts'
import type { Instant } from '../platform/clock.ts'
import { localDate } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { countElsewhere, holdTier, progressLoads, tierLoads } from '../tiers/promote.ts'
import type { AccountLine } from './account-line.ts'
import { customerNames } from './collections/customer-names.ts'
import { importEffects } from './collections/effects.ts'
import { EFFECT_KIND, factsOfTier, type UndoFacts } from './effect.ts'
import type { ImportOptions } from './import.ts'
import type { LineDone, LineRefusal } from './line.ts'
import { changedByLine } from './rules/change-profile.ts'
import { postAccount } from './rules/post-account.ts'
import { whyTooMuch } from './rules/too-much.ts'
import { whyAmbiguous } from './rules/which-customer.ts'

export interface ImportAccountInput {
  readonly tenant: Tenant
  readonly line: AccountLine
  readonly importId: number
  readonly options: Pick<ImportOptions, 'existing' | 'webhooks'>
  /** For a customer who is new, where the line says none. */
  readonly publicId: string
}

export type ImportAccountResult = LineDone | LineRefusal

/** Brings a customer and its balance from another system, once for each line. It gives nothing that rules give. */
export const importAccount: Command<ImportAccountInput, ImportAccountResult> = {
  name: 'import account',
  customerOf: ({ line }) => line.sent.originalId,
  contactsOf: ({ tenant, line: { sent } }) =>
    sent.isNamedByContact ? contactsOf(sent) : contactsToRecognise(tenant, sent),
  // A list of the shop's customers that comes after their balances, which named them by e-mail.
  claim: claimedCustomer,
  loads: ({ tenant, line: { sent } }) => [
    ...tierLoads(tenant),
    ...contactLoads(sent),
    ...erasedPersonLoads(sent),
  ],
  loadsAfter(facts, { tenant, line, options }, now) {
    const { customer } = facts
    const lots = line.debt !== null
    if (!customer) return { lots, loads: [] }
    const grants = grantsOfKnown(customer, line, options.existing, { tenant, now })
    return {
      lots,
      loads: [
        load(importEffects, { customerId: customer.id, key: line.key }),
        ...grants.map(grantLoad),
        ...(line.progress ? progressLoads(facts, tenant, now) : []),
      ],
    }
  },
  decide(facts, input, posting) {
    const { sent, key } = input.line
    const { customer } = facts
    const nothing = { customerId: customer?.id ?? null, isProfileChanged: false }
    if (isErasedPerson(facts, sent) || (customer && customer.erasedAt !== null)) {
      return { result: { ...nothing, outcome: 'erasedPerson' } }
    }
    const done = customer && facts.peek(importEffects, { customerId: customer.id, key })
    if (done && !done.isUndone) return { result: { ...nothing, outcome: 'doneBefore' } }
    const refused = whyTooMuch(posting.account, customer?.ordersBefore ?? 0, input.line)
    if (refused) return { result: refused }
    return customer ? decideKnown(facts, input, customer, posting) : decideUnknown(facts, input, posting)
  },
}

function decideUnknown(
  facts: Facts,
  input: ImportAccountInput,
  posting: Posting,
): Decision<ImportAccountResult> {
  const { tenant, line } = input
  const { sent } = line
  const refused = whyAmbiguous(sent, ownersOf(facts, sent), (id) => facts.need(customerNames, id))
  if (refused) return { result: refused }
  const made = customerToMake(
    tenant,
    sent,
    { id: posting.nextId(), publicId: line.publicId ?? input.publicId },
    posting.now,
  )
  const customer = sent.isNamedByContact ? { ...made, isUnclaimed: true } : made
  const effect = bring(facts, input, { before: null, customer }, posting)
  return {
    result: {
      outcome: sent.isNamedByContact ? 'unclaimed' : 'created',
      customerId: made.id,
      isProfileChanged: false,
    },
    customer: effect.customer,
    changes: [...contactChanges(facts, made), ...effect.changes],
  }
}

function decideKnown(
  facts: Facts,
  input: ImportAccountInput,
  before: Customer,
  posting: Posting,
): Decision<ImportAccountResult> {
  const { tenant, line, options } = input
  const customer = changedByLine(before, line.sent, options.existing, { tenant, now: posting.now })
  const effect = bring(facts, input, { before, customer }, posting)
  const isChanged = facts.isClaimed || effect.customer !== before || effect.hasEffect
  return {
    result: {
      outcome: isChanged ? 'updated' : 'unchanged',
      customerId: before.id,
      isProfileChanged: customer !== before,
    },
    ...(effect.customer !== before && { customer: effect.customer }),
    changes: effect.changes,
  }
}

interface Brought {
  readonly before: Customer | null
  /** With the profile that the line leaves. */
  readonly customer: Customer
}

/** What a line brings beside the profile, with the row by which it is known when it comes again. */
function bring(
  facts: Facts,
  { tenant, line, importId, options }: ImportAccountInput,
  { before, customer }: Brought,
  posting: Posting,
): { readonly customer: Customer; readonly changes: readonly Change[]; readonly hasEffect: boolean } {
  const { now } = posting
  if (options.webhooks === 'silent') posting.silence()
  const granted = elsewhere(before, customer, line, { tenant, now }).flatMap((grant) =>
    grantedElsewhere(facts, grant, now),
  )
  const held = line.tier ? holdTier(facts, { tenant, customer, held: toHeld(line.tier) }, posting) : null
  const withTier = held?.customer ?? customer
  const gain = line.progress && { ...line.progress, points: 0n }
  const counted = gain ? countElsewhere(facts, { tenant, customer: withTier, gain }, posting) : null
  const orders = line.progress?.orders ?? 0
  const known = counted?.customer ?? withTier
  const brought = orders === 0 ? known : { ...known, ordersBefore: (known.ordersBefore ?? 0) + orders }
  const records = postAccount(posting, line, { importId, timeZone: tenant.timeZone })
  const undo = undoFacts({ before, customer, brought, line, records })
  const hasEffect = records.length > 0 || Object.keys(undo).length > 0
  const key = { customerId: customer.id, key: line.key }
  const effect = {
    ...{ importId, line: line.line, kind: EFFECT_KIND.account, ref: records[0] ?? null, madeAt: now },
    undo: Object.keys(undo).length === 0 ? null : undo,
  }
  return {
    customer: brought,
    hasEffect,
    changes: [
      ...granted,
      ...(held?.changes ?? []),
      ...(counted?.changes ?? []),
      ...(hasEffect ? [put(importEffects, key, effect)] : []),
    ],
  }
}

function undoFacts({
  before,
  customer,
  brought,
  line,
  records,
}: Brought & {
  readonly brought: Customer
  readonly line: AccountLine
  readonly records: readonly number[]
}): UndoFacts {
  const { progress } = line
  const [, pending] = records
  const given = brought.tier === customer.tier ? null : brought.tier
  return {
    ...(before === null && { n: 1 as const }),
    ...(pending !== undefined && { p: pending }),
    ...(given && { t: [factsOfTier(given), customer.tier && factsOfTier(customer.tier)] as const }),
    ...(progress && { g: [progress.day, shortText(progress.spend), progress.orders] as const }),
  }
}

function toHeld({ id, since, heldUntil }: NonNullable<AccountLine['tier']>): HeldTier {
  return { id, since, belowSince: null, heldUntil }
}

/** What was given elsewhere for signing up and for birthdays, so that it is not given here, now or by a later run. */
function elsewhere(
  before: Customer | null,
  { id, profile }: Customer,
  { birthdayAwardedYear }: AccountLine,
  at: Moment,
): GrantName[] {
  const { isEnrolled, enrolledAt, birthday } = profile
  const hasJoined = isEnrolled && (!before?.profile.isEnrolled || before.profile.enrolledAt !== enrolledAt)
  const isNews = birthday !== null && birthday !== before?.profile.birthday
  return [
    ...(hasJoined ? [signupGrant(id)] : []),
    ...birthdayGrants(id, birthdayAwardedYear, isNews ? birthday : null, at),
  ]
}

/** Those of them that may be written for a customer who is known: of one whose profile is kept, few lines have any. */
function grantsOfKnown(
  { id, profile }: Customer,
  { sent, birthdayAwardedYear }: AccountLine,
  existing: ImportOptions['existing'],
  at: Moment,
): GrantName[] {
  if (existing === 'keep') return birthdayGrants(id, birthdayAwardedYear, null, at)
  const birthday = profile.birthday ?? sent.birthday
  return [signupGrant(id), ...birthdayGrants(id, birthdayAwardedYear, birthday, at)]
}

interface Moment {
  readonly tenant: Tenant
  readonly now: Instant
}

/** Of the year that the line names, and of the last birthday of one that was not known here. */
function birthdayGrants(
  customerId: CustomerId,
  awardedYear: number | null,
  birthday: Instant | null,
  { tenant: { timeZone }, now }: Moment,
): GrantName[] {
  const last = birthday === null ? null : yearOfLastBirthday(birthday, localDate(now, timeZone), timeZone)
  const years = [awardedYear, last].filter((year) => year !== null)
  return [...new Set(years)].map((year) => ({ customerId, action: 'birthday', key: String(year) }))
}
