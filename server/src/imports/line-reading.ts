/** Values of a line that have to do with points and money, and whom they are of. */
import type { Amount } from '../accounts/account.ts'
import { LENGTH } from '../contract/schema.ts'
import { worthOf } from '../earning/earned.ts'
import type { Cashback } from '../earning/program.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ONE, ZERO } from '../platform/decimal.ts'
import { startOfDay } from '../platform/zone.ts'
import type { LineContext, LineValues } from './kinds/kind.ts'
import type { ImportedMoment } from './line.ts'
import type { Member } from './members.ts'
import { pastMoment, Refused, startOfMoment, textOf } from './read-line.ts'
import { AMOUNT_BELOW } from './rules/too-much.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The values of one line, in the merchant's zone. */
export class LineReading {
  readonly #values: LineValues
  readonly #context: Pick<LineContext, 'timeZone' | 'now'> & { readonly cashback: Cashback }

  constructor(
    values: LineValues,
    context: Pick<LineContext, 'timeZone' | 'now'> & { readonly cashback: Cashback },
  ) {
    this.#values = values
    this.#context = context
  }

  text(member: Member): string | null {
    return textOf(this.#values[member] as string | undefined, member)
  }

  texts<Name extends Member>(members: readonly Name[]): Record<Name, string | null> {
    const texts = members.map((member) => [member, this.text(member)] as const)
    return Object.fromEntries(texts) as Record<Name, string | null>
  }

  uuid(member: Member): string | null {
    const text = this.text(member)
    if (text !== null && !UUID.test(text)) throw new Refused('not-a-uuid', member, { value: text })
    return text
  }

  name(): string | null {
    const { name, firstName, lastName } = this.texts(['name', 'firstName', 'lastName'])
    if (name !== null) return name
    const joined = [firstName, lastName].filter((part) => part !== null).join(' ')
    if (joined.length > LENGTH.text) throw new Refused('too-long', 'lastName')
    return joined === '' ? null : joined
  }

  decimal(member: Member): Decimal | null {
    const value = this.#values[member] as Decimal | undefined
    if (value === undefined) return null
    if (value >= AMOUNT_BELOW || value <= -AMOUNT_BELOW) throw new Refused('not-storable', member)
    return value
  }

  /** The same where nothing below zero makes sense. */
  positive(member: Member): Decimal | null {
    const value = this.decimal(member)
    if (value !== null && value < ZERO) throw new Refused('below-zero', member)
    return value
  }

  /** Points with what they are worth: what the line does not say of one follows from the other. */
  amount(pointsMember: Member, cashbackMember: Member): Amount {
    const points = this.decimal(pointsMember)
    const cashback = this.decimal(cashbackMember)
    if (cashback === null) return { points: points ?? ZERO, cashback: this.worth(points ?? ZERO) }
    if (points === null) return { points: this.#pointsFor(cashback, cashbackMember), cashback }
    const isMixed = (points < ZERO && cashback > ZERO) || (points > ZERO && cashback < ZERO)
    if (isMixed) throw new Refused('mixed-signs', cashbackMember)
    return { points, cashback }
  }

  worth(points: Decimal): Decimal {
    const { cashback } = this.#context
    return points < ZERO ? -worthOf(-points, cashback) : worthOf(points, cashback)
  }

  /** Rounded down, and so towards zero where it is owed. */
  #pointsFor(cashback: Decimal, member: Member): Decimal {
    const { isOn, pointValue } = this.#context.cashback
    if (cashback === ZERO) return ZERO
    if (!isOn || pointValue <= ZERO) throw new Refused('cashback-off', member)
    const points = (cashback * ONE) / pointValue
    if (points >= AMOUNT_BELOW || points <= -AMOUNT_BELOW) throw new Refused('not-storable', member)
    return points
  }

  /** When something has happened; null: the line does not say it. */
  past(member: Member): Instant | null {
    return pastMoment(this.moment(member), member, this.#context)
  }

  moment(member: Member): ImportedMoment | undefined {
    return this.#values[member] as ImportedMoment | undefined
  }

  startOf(moment: ImportedMoment | undefined): Instant | null {
    return startOfMoment(moment, this.#context.timeZone)
  }

  /** A day is good as a whole. */
  endOf(moment: ImportedMoment): Instant {
    return moment.kind === 'instant' ? moment.instant : startOfDay(moment.day + 1, this.#context.timeZone)
  }
}
