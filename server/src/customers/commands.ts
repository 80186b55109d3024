import type { Account } from '../accounts/account.ts'
import { erasedPersonLoads, isErasedPerson } from '../accounts/collections/erased-persons.ts'
import type { Customer } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { type Change, type Load, load, put } from '../accounts/till/collection.ts'
import type { Command, Decision, Facts, LoadsAfter } from '../accounts/till/command.ts'
import { grantChanges, signupGrant } from '../actions/grant-changes.ts'
import { signup } from '../actions/rules/signup.ts'
import type { CustomerId } from '../contract/ids.ts'
import { type Refusal, refusal } from '../contract/refusal.ts'
import { CURRENT, currentProgram, programSchedule } from '../earning/collections.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { consents, IN_FORCE, termsInForce } from '../terms/collections.ts'
import { agree, withdraw } from '../terms/rules/agree.ts'
import { tierLoads, tiersOf } from '../tiers/promote.ts'
import { currentTier, type Tier } from '../tiers/tier.ts'
import { contactChanges, contactLoads, ownersOf } from './collections/contacts.ts'
import { customerIds } from './collections/customer-ids.ts'
import { contactsToRecognise } from './recognise.ts'
import { claimedCustomer, renamedCustomer } from './renamed-customer.ts'
import {
  type CustomerReason,
  changedCustomer,
  customerToMake,
  isOtherBirthday,
  isSharedWithOthers,
  refuseKnown,
  refuseSharedContact,
} from './rules/save.ts'
import type { CustomerToSave } from './sent-customer.ts'

export interface SaveInput {
  readonly tenant: Tenant
  readonly sent: CustomerToSave
  /** For a customer who is new. */
  readonly publicId: string
}

export interface SavedCustomer {
  readonly customer: Customer
  readonly account: Account
  /** null: the customer is in no tier. */
  readonly tier: Tier | null
}

export type SaveResult = SavedCustomer | Refusal<CustomerReason>

/** Makes a customer, once. */
export const createCustomer: Command<SaveInput, SaveResult> = {
  name: 'create customer',
  customerOf: ({ sent }) => sent.originalId,
  loads: loadsToSave,
  loadsAfter: loadsOfNew,
  decide(facts, input, posting) {
    const { tenant, sent } = input
    const { customer } = facts
    if (customer) {
      const refused = refuseKnown(customer, sent, tenant, posting.now)
      return { result: refused ?? saved(facts, tenant, customer, posting) }
    }
    const shared = refuseSharedContact(ownersOf(facts, sent))
    if (shared) return { result: shared }
    const made = makeCustomer(facts, input, posting)
    return { ...made, result: saved(facts, tenant, made.customer, posting) }
  },
}

export type UpsertResult = SavedCustomer & {
  readonly operation: 'created' | 'updated' | 'unchanged'
  readonly isBirthdayKept: boolean
  readonly isContactShared: boolean
  readonly isCashbackOn: boolean
}

/** Makes a customer or changes it. It is never refused: for syncs that send all customers every night. */
export const upsertCustomer: Command<SaveInput, UpsertResult> = {
  name: 'upsert customer',
  customerOf: ({ sent }) => sent.originalId,
  contactsOf: ({ tenant, sent }) => contactsToRecognise(tenant, sent),
  claim: claimedCustomer,
  loads: loadsToSave,
  loadsAfter: loadsOfNew,
  decide(facts, input, posting) {
    const { tenant, sent } = input
    const before = facts.customer
    const { customer, changes } = before
      ? changeCustomer(before, input, posting)
      : makeCustomer(facts, input, posting)
    const operation = !before ? 'created' : customer === before ? 'unchanged' : 'updated'
    return {
      result: {
        ...saved(facts, tenant, customer, posting),
        operation,
        isBirthdayKept: before !== null && isOtherBirthday(before, sent, tenant),
        isContactShared: isSharedWithOthers(ownersOf(facts, sent), customer.id),
        isCashbackOn: currentProgram(facts, posting.now).cashback.isOn,
      },
      customer,
      changes,
    }
  },
}

export interface UpdateInput {
  readonly tenant: Tenant
  /** The id by which the customer is named, of now or before. */
  readonly customerKey: string
  /** Its `originalId` is the id that the customer is to have; the one it is named by: it keeps its id. */
  readonly sent: CustomerToSave
}

/** Changes a customer who is known, and its id if another one is sent. */
export const updateCustomer: Command<UpdateInput, SaveResult> = {
  name: 'update customer',
  customerOf: ({ customerKey }) => customerKey,
  loads: ({ tenant, customerKey, sent }) => [
    ...tierLoads(tenant),
    ...(sent.originalId === customerKey ? [] : [load(customerIds, sent.originalId)]),
  ],
  decide(facts, input, posting) {
    const { tenant, customerKey, sent } = input
    const before = facts.customer
    if (!before || before.erasedAt !== null) {
      return { result: refusal('customer-unknown', 'There is no customer with this id.', 'id') }
    }
    if (isOtherBirthday(before, sent, tenant)) {
      const message = 'BirthdayDate differs from the one that is stored, which is not changed: leave it out.'
      return { result: refusal('birthday-differs', message, 'BirthdayDate') }
    }
    const changed = changedCustomer(before, sent, tenant, posting.now)
    if (sent.originalId === customerKey || sent.originalId === before.originalId) {
      return { result: saved(facts, tenant, changed, posting), customer: changed }
    }
    const owner = facts.get(customerIds, sent.originalId)
    if (owner && owner.customerId !== before.id) {
      const message = `OriginalId ${sent.originalId} is, or was, the id of another customer.`
      return { result: refusal('id-taken', message, 'OriginalId') }
    }
    const { customer, changes } = renamedCustomer(changed, sent.originalId)
    return { result: saved(facts, tenant, customer, posting), customer, changes }
  },
}

/** Who joins or leaves in a page of the shop. */
interface InPage {
  readonly tenant: Tenant
  readonly customerKey: string
  /** Whose token it is; null: of someone whom only the shop knew. */
  readonly customerId: CustomerId | null
}

export interface JoinInput extends InPage {
  /** The version of the terms that they agree to; null: none. */
  readonly terms: number | null
  /** The API key by which the shop said who they are. */
  readonly keyId: number
  /** For a customer who is new. */
  readonly publicId: string
}

/** `gone`: the customer was erased or merged meanwhile. */
export type JoinResult =
  | { readonly kind: 'joined' | 'gone' }
  /** `version`: of the terms that are in force; null: none are. */
  | { readonly kind: 'termsChanged'; readonly version: number | null }

/** Enrolls a customer who asks for it in a page of the shop, and makes one of whom only the shop knew. */
export const joinProgram: Command<JoinInput, JoinResult> = {
  name: 'join program',
  customerOf: ({ customerKey }) => customerKey,
  loads: ({ tenant }) => [load(programSchedule, CURRENT), load(termsInForce, IN_FORCE), ...tierLoads(tenant)],
  loadsAfter: ({ customer }, { customerKey }) => ({
    lots: false,
    loads: customer ? [load(consents, customer.id)] : erasedPersonLoads(knownByIdAlone(customerKey)),
  }),
  decide(facts, { tenant, customerKey, customerId, terms, keyId, publicId }, posting) {
    const before = facts.customer
    if (isGone(before, customerId)) return { result: { kind: 'gone' } }
    const version = facts.get(termsInForce, IN_FORCE) ?? null
    if (version !== terms) return { result: { kind: 'termsChanged', version } }
    const sent = { ...knownByIdAlone(customerKey), isEnrolled: true }
    const { customer, changes } = before
      ? changeCustomer(before, { tenant, sent, publicId }, posting)
      : makeCustomer(facts, { tenant, sent, publicId }, posting)
    const given = facts.peek(consents, customer.id) ?? []
    const agreed = version === null ? given : agree(given, { kind: 'terms', version, at: posting.now, keyId })
    return {
      result: { kind: 'joined' },
      customer,
      changes: agreed === given ? changes : [...changes, put(consents, customer.id, agreed)],
    }
  },
}

/** A customer opts out in a page of the shop: points stay and expire in their time. */
export const leaveProgram: Command<InPage, { readonly kind: 'left' | 'gone' }> = {
  name: 'leave program',
  customerOf: ({ customerKey }) => customerKey,
  loads: () => [],
  loadsAfter: ({ customer }) => ({ lots: false, loads: customer ? [load(consents, customer.id)] : [] }),
  decide(facts, { tenant, customerKey, customerId }, posting) {
    const before = facts.customer
    if (!before || isGone(before, customerId)) return { result: { kind: 'gone' } }
    const sent = { ...knownByIdAlone(customerKey), isEnrolled: false }
    const given = facts.peek(consents, before.id) ?? []
    const left = withdraw(given, posting.now)
    return {
      result: { kind: 'left' },
      customer: changedCustomer(before, sent, tenant, posting.now),
      changes: left === given ? [] : [put(consents, before.id, left)],
    }
  },
}

function isGone(customer: Customer | null, customerId: CustomerId | null): boolean {
  return customerId !== null && customer?.id !== customerId
}

/** A page of the shop says nothing else of a customer: the shop itself sends their profile. */
function knownByIdAlone(originalId: string): CustomerToSave {
  return {
    ...{ originalId, name: null, email: null, phone: null, document: null, birthday: null },
    ...{ signupAt: null, isEnrolled: null, enrolledAt: null },
  }
}

function loadsToSave({ tenant, sent }: SaveInput): Load[] {
  return [load(programSchedule, CURRENT), ...tierLoads(tenant), ...contactLoads(sent)]
}

/** A person who was erased and comes back has signed up before. */
function loadsOfNew({ customer }: Facts, { sent }: SaveInput): LoadsAfter {
  return { lots: false, loads: customer ? [] : erasedPersonLoads(sent) }
}

type Made = Omit<Decision<unknown>, 'result'> & { readonly customer: Customer; readonly changes: Change[] }

/** With the points for signing up, as a customer who is met in an order has them. */
function makeCustomer(facts: Facts, { tenant, sent, publicId }: SaveInput, posting: Posting): Made {
  const made = customerToMake(tenant, sent, { id: posting.nextId(), publicId }, posting.now)
  const contacts = contactChanges(facts, made)
  const given = isErasedPerson(facts, sent)
    ? null
    : signup(posting, made, currentProgram(facts, posting.now), tenant.timeZone)
  if (given === null) return { customer: made, changes: contacts }
  const grant = signupGrant(made.id)
  const { customer, changes } = grantChanges(facts, { tenant, customer: made, grant, given }, posting)
  return { customer, changes: [...contacts, ...changes] }
}

function changeCustomer(before: Customer, { tenant, sent }: SaveInput, posting: Posting): Made {
  return { customer: changedCustomer(before, sent, tenant, posting.now), changes: [] }
}

function saved(facts: Facts, tenant: Tenant, customer: Customer, posting: Posting): SavedCustomer {
  return { customer, account: posting.account, tier: currentTier(tiersOf(facts, tenant), customer) }
}
