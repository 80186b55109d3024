import { type Amount, isNothing, NOTHING, negate } from '../accounts/account.ts'
import { isBlank } from '../contract/schema.ts'
import type { CustomerToSave } from '../customers/sent-customer.ts'
import { lotDates } from '../earning/credit-earning.ts'
import type { Instant } from '../platform/clock.ts'
import { ZERO } from '../platform/decimal.ts'
import { localDate, localDateFromText, startOfDay } from '../platform/zone.ts'
import type { AccountContext } from './account-context.ts'
import type { AccountLine, ImportedLot, ImportedProgress, ImportedTier } from './account-line.ts'
import type { AccountValues, LineRefusal, ReadLine } from './line.ts'
import { contentOf } from './line-content.ts'
import { lineKey } from './line-key.ts'
import { LineReading } from './line-reading.ts'
import { customerNamed, Refused, unlessRefused } from './read-line.ts'
import { findNamed, findNearest } from './rules/find-named.ts'
import { weightOf } from './rules/weight-of.ts'

/** Of one line; a customer may have several. */
const COUNT_MAX = 1_000_000
/** Years that vendors write where they don't know one. */
const UNKNOWN_YEARS = [1004, 1900]
/** A leap year, so that every birthday is a day of it. */
const YEAR_OF_UNKNOWN = 1904

type Values = AccountValues

/** What a line of customers or balances asks for, or why it can't be done. */
export function readAccount(read: ReadLine<Values>, context: AccountContext): AccountLine | LineRefusal {
  return unlessRefused(() => new AccountReading(read, context).line())
}

class AccountReading {
  readonly #read: ReadLine<Values>
  readonly #values: Values
  readonly #context: AccountContext
  readonly #line: LineReading

  constructor(read: ReadLine<Values>, context: AccountContext) {
    this.#read = read
    this.#values = read.values
    this.#context = context
    this.#line = new LineReading(read.values, context)
  }

  line(): AccountLine {
    const sent = this.#customer()
    // What can be used; below zero: owed.
    const amount = this.#line.amount('points', 'cashback')
    const isOwed = amount.points < ZERO || amount.cashback < ZERO
    if (isOwed && this.#context.options.negative === 'refuse') {
      throw new Refused('negative-balance', this.#values.points === undefined ? 'cashback' : 'points')
    }
    const added = { lots: this.#lots(isOwed ? NOTHING : amount), debt: isOwed ? negate(amount) : null }
    return {
      line: this.#read.line,
      key: keyOf(this.#read, this.#context),
      sent,
      publicId: this.#line.uuid('publicId'),
      ...added,
      weight: weightOf(added, this.#context.cashback.pointValue),
      tier: this.#tier(),
      progress: this.#progress(),
      activeOn: localDate(this.#line.past('activeOn') ?? this.#context.asOf, this.#context.timeZone),
      birthdayAwardedYear: this.#values.birthdayAwardedYear ?? null,
    }
  }

  #customer(): CustomerToSave {
    return {
      ...customerNamed(this.#values),
      name: this.#line.name(),
      phone: this.#line.text('phone'),
      birthday: this.#birthday(),
      signupAt: this.#line.past('signupDate'),
      isEnrolled: this.#values.isEnrolled ?? null,
      enrolledAt: this.#line.past('enrolledDate'),
    }
  }

  /** Midnight in UTC, as shops send it: the date that it says is meant. */
  #birthday(): Instant | null {
    const { birthday } = this.#values
    if (!birthday) return null
    const { month, day } = birthday
    const isKnown = birthday.year !== null && !UNKNOWN_YEARS.includes(birthday.year)
    const year = isKnown && birthday.year !== null ? birthday.year : YEAR_OF_UNKNOWN
    const at = Date.UTC(year, month - 1, day)
    const date = new Date(at)
    const isDay =
      date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    if (!isDay || year < 1900 || at > this.#context.now) throw new Refused('not-a-birthday', 'birthday')
    return at
  }

  #lots(available: Amount): ImportedLot[] {
    const pending = this.#line.decimal('pendingPoints') ?? ZERO
    if (pending < ZERO) throw new Refused('below-zero', 'pendingPoints')
    const earnedAt = this.#line.past('earnedOn') ?? this.#context.asOf
    const opening = this.#line.startOf(this.#values.availableOn)
    if (pending > ZERO && opening === null) throw new Refused('pending-without-date', 'availableOn')
    // Without pending points the date is that of the others.
    const lots = [
      { amount: available, availableAt: pending > ZERO ? earnedAt : (opening ?? earnedAt) },
      { amount: { points: pending, cashback: this.#line.worth(pending) }, availableAt: opening ?? earnedAt },
    ].filter(({ amount }) => !isNothing(amount))
    if (lots.length === 0) return []
    const expiresAt = this.#expiry()
    if (expiresAt !== null && expiresAt <= this.#context.now) {
      if (this.#context.options.expired === 'refuse') throw new Refused('expired', 'expiresOn')
      return []
    }
    if (lots.some(({ availableAt }) => expiresAt !== null && expiresAt <= availableAt)) {
      throw new Refused('expires-before-available', 'expiresOn')
    }
    return lots.map((lot) => ({ ...lot, expiresAt, earnedAt }))
  }

  #expiry(): Instant | null {
    const { timeZone, asOf, validity, options } = this.#context
    const { expiresOn } = this.#values
    if (expiresOn) return this.#line.endOf(expiresOn)
    switch (options.expiresWhenMissing) {
      case null:
        throw new Refused('no-expiry', 'expiresOn')
      case 'never':
        return null
      case 'program':
        return lotDates({ ...validity, waitingDays: 0 }, asOf, timeZone).expiresAt
      default: {
        const day = localDateFromText(options.expiresWhenMissing)
        if (day === null) throw new Error(`${options.expiresWhenMissing} is no expiry`)
        return startOfDay(day + 1, timeZone)
      }
    }
  }

  #tier(): ImportedTier | null {
    const name = this.#line.text('tier')
    if (name === null) return null
    const { tiers, asOf, timeZone, graceDays } = this.#context
    const tier = findNamed(tiers, name)
    if (!tier) {
      const nearest = findNearest(tiers, name)
      throw new Refused('unknown-tier', 'tier', { value: name, ...(nearest && { nearest: nearest.name }) })
    }
    // The base tier is that of all who hold no other.
    if (tier.isBase) return null
    const { tierUntil } = this.#values
    const graceEnd = startOfDay(localDate(asOf, timeZone) + graceDays + 1, timeZone)
    return { id: tier.id, since: asOf, heldUntil: tierUntil ? this.#line.endOf(tierUntil) : graceEnd }
  }

  #progress(): ImportedProgress | null {
    const spend = this.#line.decimal('spend') ?? ZERO
    const orders = this.#values.orderCount ?? 0
    if (spend < ZERO) throw new Refused('below-zero', 'spend')
    if (orders < 0) throw new Refused('below-zero', 'orderCount')
    if (orders > COUNT_MAX) throw new Refused('not-storable', 'orderCount')
    if (spend === ZERO && orders === 0) return null
    const { asOf, now, timeZone } = this.#context
    const day = this.#values.progressDay ?? localDate(asOf, timeZone)
    if (day > localDate(now, timeZone)) throw new Refused('date-ahead', 'progressDay')
    return { day, spend, orders }
  }
}

function keyOf({ values, correctedLine, ordinal }: ReadLine<Values>, { kind, salt }: AccountContext): Buffer {
  if (!isBlank(values.key)) return lineKey(salt, { by: 'key', kind, key: values.key.trim() })
  if (correctedLine !== null) return lineKey(salt, { by: 'correction', line: correctedLine })
  return lineKey(salt, { by: 'content', kind, values: contentOf(values), ordinal })
}
