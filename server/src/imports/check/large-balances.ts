import { type Amount, add, NOTHING } from '../../accounts/account.ts'
import { decimalFromText } from '../../platform/decimal.ts'
import type { AddedByLine } from '../kinds/kind.ts'
import { broughtBy, isLargerThan, isTooLarge } from '../rules/too-much.ts'

/** It takes a thousand smaller lines to come to what no customer may have. */
const LARGE = decimalFromText('100000000')
/** Far more than a file has that is not made to do harm. */
const CUSTOMERS_MAX = 100_000

/** What customers come to whose lines bring much, so that a dry run refuses the line with which it is too much. */
export class LargeBalances {
  readonly #brought = new Map<string, Amount>()

  /** A line that was done before this one. */
  add(customer: string, line: AddedByLine): void {
    const brought = broughtBy(line)
    if (!isLargerThan(LARGE, brought)) return
    const before = this.#brought.get(customer)
    if (before || this.#brought.size < CUSTOMERS_MAX) {
      this.#brought.set(customer, add(before ?? NOTHING, brought))
    }
  }

  /** `balance`: before the file. */
  isTooMuch(customer: string, balance: Amount, line: AddedByLine): boolean {
    const before = this.#brought.get(customer) ?? NOTHING
    return isTooLarge(add(add(balance, before), broughtBy(line)))
  }
}
