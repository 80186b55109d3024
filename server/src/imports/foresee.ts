/** What lines would become, without doing it: as `importAccount` decides it, for a page of lines at once. */
import type { Amount } from '../accounts/account.ts'
import { erasedPersonLoads, isErasedPerson } from '../accounts/collections/erased-persons.ts'
import type { Customer } from '../accounts/customer.ts'
import { findAccountsById, findCustomers, type StoredAccount } from '../accounts/store/accounts.ts'
import { type Collection, type Load, load, textOfKey } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import type { CustomerId, TenantId } from '../contract/ids.ts'
import { isBlank } from '../contract/schema.ts'
import { contactLoads, ownersOf } from '../customers/collections/contacts.ts'
import { contactsToRecognise } from '../customers/recognise.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { AccountLine } from './account-line.ts'
import { customerNames } from './collections/customer-names.ts'
import { importEffects } from './collections/effects.ts'
import type { LineDone } from './commands.ts'
import type { ImportOptions } from './import.ts'
import type { LineRefusal } from './line.ts'
import { changedByLine } from './rules/change-profile.ts'
import { ambiguousOwners } from './rules/which-customer.ts'

export interface Foreseen extends LineDone {
  /** Before the line; null: the customer is new. */
  readonly customer: Customer | null
  readonly balance: Amount | null
}

interface Asked {
  readonly tenant: Tenant
  readonly options: Pick<ImportOptions, 'existing'>
  readonly now: Instant
}

export async function foreseeAccounts(
  tx: Tx,
  lines: readonly AccountLine[],
  asked: Asked,
): Promise<readonly (Foreseen | LineRefusal)[]> {
  const tenantId = asked.tenant.id
  const named = await findCustomers(
    tx,
    lines.map(({ sent }) => ({ tenantId, key: sent.originalId })),
  )
  const facts = new LoadedFacts(tenantId)
  await facts.load(
    tx,
    lines.flatMap(({ sent }) => [
      ...(isSought(asked.tenant, sent) ? contactLoads(sent) : []),
      ...erasedPersonLoads(sent),
    ]),
  )
  const owners = lines.map(({ sent }, index) => (named[index] ? null : ownerOf(facts, asked.tenant, sent)))
  const byId = await findAccountsById(
    tx,
    tenantId,
    owners.filter((id) => id !== null),
  )
  const stored = lines.map(
    ({ sent }, index) => named[index] ?? unlessOther(byId.get(owners[index] ?? 0), sent) ?? null,
  )
  await facts.load(tx, [...effectLoads(lines, stored), ...nameLoads(facts, lines, stored)])
  return lines.map((line, index) => foresee(facts, line, stored[index] ?? null, asked))
}

/** Whether a customer is looked for by the contacts of the line. One with an id claims a customer who has none. */
function isSought(tenant: Tenant, sent: AccountLine['sent']): boolean {
  return sent.isNamedByContact || contactsToRecognise(tenant, sent) !== null
}

/** A line with an id is of another person than one who has an id, or another document. */
function unlessOther(found: StoredAccount | undefined, sent: AccountLine['sent']): StoredAccount | null {
  if (!found || sent.isNamedByContact) return found ?? null
  const { isUnclaimed, profile } = found.customer
  const isSame = isBlank(sent.document) || isBlank(profile.document) || sent.document === profile.document
  return isUnclaimed && isSame ? found : null
}

/** The one customer who has the contact of the line. */
function ownerOf(facts: LoadedFacts, tenant: Tenant, sent: AccountLine['sent']): CustomerId | null {
  if (!isSought(tenant, sent)) return null
  const { email, document } = ownersOf(facts, sent)
  const [owner, other] = document.length > 0 ? document : email
  return owner !== undefined && other === undefined ? owner : null
}

function effectLoads(lines: readonly AccountLine[], stored: readonly (StoredAccount | null)[]): Load[] {
  return lines.flatMap(({ key }, index) => {
    const customerId = stored[index]?.customer.id
    return customerId === undefined ? [] : [load(importEffects, { customerId, key })]
  })
}

function nameLoads(
  facts: LoadedFacts,
  lines: readonly AccountLine[],
  stored: readonly (StoredAccount | null)[],
): Load[] {
  return lines.flatMap(({ sent }, index) => {
    const isClear = stored[index] !== null || !sent.isNamedByContact
    const found = isClear ? null : ambiguousOwners(ownersOf(facts, sent))
    return (found?.owners ?? []).map((id) => load(customerNames, id))
  })
}

function foresee(
  facts: LoadedFacts,
  line: AccountLine,
  stored: StoredAccount | null,
  { tenant, options, now }: Asked,
): Foreseen | LineRefusal {
  const { sent } = line
  const customer = stored?.customer ?? null
  const common = {
    ...{ customer, balance: stored?.account.balance ?? null },
    ...{ customerId: customer?.id ?? null, isProfileChanged: false },
  }
  if (isErasedPerson(facts, sent) || (customer && customer.erasedAt !== null)) {
    return { ...common, outcome: 'erasedPerson' }
  }
  if (!customer) {
    const refused = sent.isNamedByContact ? whyAmbiguous(facts, sent) : null
    return refused ?? { ...common, outcome: sent.isNamedByContact ? 'unclaimed' : 'created' }
  }
  if (facts.peek(importEffects, { customerId: customer.id, key: line.key })) {
    return { ...common, outcome: 'doneBefore' }
  }
  const isProfileChanged = changedByLine(customer, sent, options.existing, { tenant, now }) !== customer
  const isClaimed =
    customer.isUnclaimed === true && !sent.isNamedByContact && sent.originalId !== customer.originalId
  const isChanged = isClaimed || isProfileChanged || bringsSomething(line, customer)
  return { ...common, isProfileChanged, outcome: isChanged ? 'updated' : 'unchanged' }
}

/** Beside the profile. */
export function bringsSomething(line: AccountLine, customer: Customer | null): boolean {
  const { lots, debt, tier, progress } = line
  const isOtherTier = tier !== null && tier.id !== customer?.tier?.id
  return lots.length > 0 || debt !== null || progress !== null || isOtherTier
}

function whyAmbiguous(facts: LoadedFacts, sent: AccountLine['sent']): LineRefusal | null {
  const found = ambiguousOwners(ownersOf(facts, sent))
  if (!found) return null
  const names = found.owners.map((id) => facts.peek(customerNames, id) ?? String(id))
  return {
    ...{ kind: 'refusal', reason: 'several-customers', member: found.member },
    facts: { customers: names.join(', ') },
  }
}

/** What decisions look at, loaded for a page of lines and for no account. */
class LoadedFacts implements Pick<Facts, 'get' | 'peek'> {
  readonly #tenantId: TenantId
  readonly #found = new Map<string, Map<string, unknown>>()

  constructor(tenantId: TenantId) {
    this.#tenantId = tenantId
  }

  async load(tx: Tx, loads: readonly Load[]): Promise<void> {
    const tenantId = this.#tenantId
    for (const [collection, asked] of Map.groupBy(loads, (one) => one.collection)) {
      const keys = new Map(asked.map(({ key }) => [textOfKey(collection, tenantId, key), { tenantId, key }]))
      const found = await collection.load(tx, [...keys.values()])
      const known = this.#found.get(collection.name) ?? new Map<string, unknown>()
      for (const [text, value] of found) known.set(text, value)
      this.#found.set(collection.name, known)
    }
  }

  get<Key, Value>(collection: Collection<Key, Value>, key: Key): Value | undefined {
    return this.peek(collection, key)
  }

  peek<Key, Value>(collection: Collection<Key, Value>, key: Key): Value | undefined {
    const text = textOfKey(collection as Collection<unknown, unknown>, this.#tenantId, key)
    return this.#found.get(collection.name)?.get(text) as Value | undefined
  }
}
