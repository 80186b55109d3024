/** What lines would become, without doing it: as `importAccount` decides it, for a page of lines at once. */
import type { Customer } from '../accounts/customer.ts'
import { load } from '../accounts/till/collection.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { AccountLine } from './account-line.ts'
import { importEffects } from './collections/effects.ts'
import type { Foreseeing, Foreseen } from './kinds/kind.ts'
import type { LineRefusal } from './line.ts'
import { LoadedFacts } from './loaded-facts.ts'
import { findNamedCustomers, type NamedCustomer } from './named-customers.ts'
import { changedByLine } from './rules/change-profile.ts'

export async function foreseeAccounts(
  tx: Tx,
  lines: readonly AccountLine[],
  asked: Foreseeing,
): Promise<readonly (Foreseen | LineRefusal)[]> {
  const { tenant } = asked
  const named = await findNamedCustomers(
    tx,
    tenant,
    lines.map(({ sent }) => sent),
  )
  const facts = new LoadedFacts(tenant.id)
  await facts.load(
    tx,
    lines.flatMap(({ key }, index) => {
      const customerId = named[index]?.stored?.customer.id
      return customerId === undefined ? [] : [load(importEffects, { customerId, key })]
    }),
  )
  return lines.flatMap((line, index) => {
    const one = named[index]
    return one ? [foresee(facts, line, one, asked)] : []
  })
}

function foresee(
  facts: LoadedFacts,
  line: AccountLine,
  { stored, isErased, refusal, isClaimed }: NamedCustomer,
  { tenant, options, now }: Foreseeing,
): Foreseen | LineRefusal {
  const { sent } = line
  const customer = stored?.customer ?? null
  const common = {
    ...{ customer, balance: stored?.account.balance ?? null },
    ...{ customerId: customer?.id ?? null, isProfileChanged: false },
  }
  if (isErased) return { ...common, outcome: 'erasedPerson' }
  if (!customer) {
    return refusal ?? { ...common, outcome: sent.isNamedByContact ? 'unclaimed' : 'created' }
  }
  if (facts.peek(importEffects, { customerId: customer.id, key: line.key })) {
    return { ...common, outcome: 'doneBefore' }
  }
  const isProfileChanged = changedByLine(customer, sent, options.existing, { tenant, now }) !== customer
  const isChanged = isClaimed || isProfileChanged || bringsSomething(line, customer)
  return { ...common, isProfileChanged, outcome: isChanged ? 'updated' : 'unchanged' }
}

/** Beside the profile. */
export function bringsSomething(line: AccountLine, customer: Customer | null): boolean {
  const { lots, debt, tier, progress } = line
  const isOtherTier = tier !== null && tier.id !== customer?.tier?.id
  return lots.length > 0 || debt !== null || progress !== null || isOtherTier
}
