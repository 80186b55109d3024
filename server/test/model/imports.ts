/** Balances that a merchant moves in with: brought once for each line, claimed by the shop's own id, and undone. */
import type { Units } from './arithmetic.ts'
import { type Amount, type Lot, minus, sumOf, TYPE } from './ledger.ts'
import type { Customer, ImportMade, SentBalance, Shop } from './shop.ts'

export type BroughtAs = 'created' | 'updated' | 'unclaimed' | 'doneBefore' | 'erasedPerson'

const textOf = ({ who, email, points, pending, lastDay }: SentBalance): string =>
  [who ?? email, points, pending?.points, pending?.from, lastDay].join(' ')

/** `id`: by which the model knows the customer, also one who is new. */
export function bringBalance(
  shop: Shop,
  id: string,
  { importId, sent }: { readonly importId: number; readonly sent: SentBalance },
  now: number,
): BroughtAs {
  if (sent.who !== null && shop.erasedIds.has(sent.who)) return 'erasedPerson'
  const known = shop.customers.get(id)
  const before = shop.imported.get(textOf(sent))
  // The line is known by the customer who has what it brought.
  if (known && before && !before.isUndone && holderOf(shop, before) === known) return 'doneBefore'
  const customer = known ?? shop.bringCustomer(id, sent.who ?? sent.email ?? '')
  customer.account.settle(now)
  if (!known) customer.email = sent.email
  shop.imported.set(textOf(sent), {
    importId,
    sent,
    lots: creditLots(shop, customer, sent, now),
    isUndone: false,
  })
  if (known) return 'updated'
  return sent.who === null ? 'unclaimed' : 'created'
}

function creditLots(
  shop: Shop,
  { account }: Customer,
  { points, pending, lastDay }: SentBalance,
  now: number,
): Lot[] {
  const expiresAt = lastDay === null ? null : shop.startAfter(lastDay, 1)
  const credit = (amount: Units, availableAt: number): Lot =>
    account.credit(
      { type: TYPE.import, amount: shop.worth(amount), order: null, availableAt, expiresAt },
      now,
    )
  const lots = [credit(points, now)]
  if (pending) lots.push(credit(pending.points, shop.startAfter(pending.from, 0)))
  return lots
}

/** Whoever has what a line has brought: its customer, or the one into whom that one was merged. */
function holderOf({ customers }: Shop, { lots }: ImportMade): Customer | undefined {
  return [...customers.values()].find(({ account }) => account.records.some(({ lot }) => lot === lots[0]))
}

/** The shop names a customer, who was known by an e-mail alone, by an id of its own. */
export function claim(customer: Customer, id: string): void {
  customer.names.add(id)
  customer.originalId = id
}

export interface Undone {
  readonly taken: Amount
  readonly stays: Amount
}

/** What is left of what a line brought goes; of one who was erased, all has gone. */
export function undoBalance(shop: Shop, made: ImportMade, now: number): Undone {
  const nothing = { points: 0n, cashback: 0n }
  const holder = holderOf(shop, made)
  if (!holder || holder.erased !== null || made.isUndone) return { taken: nothing, stays: nothing }
  const { account } = holder
  account.settle(now)
  made.isUndone = true
  const brought = sumOf(made.lots.map(({ original }) => ({ amount: original })))
  const taken = sumOf(made.lots.map(({ left }) => ({ amount: { ...left } })))
  for (const lot of made.lots) {
    const { points, cashback } = lot.left
    if (points > 0n || cashback > 0n) account.takeBackLot(lot, TYPE.import, { ...lot.left }, true, now)
  }
  return { taken, stays: minus(brought, taken) }
}
