/** What lines of all kinds have in common where their values are understood. */
import { isBlank, isStorable, LENGTH } from '../contract/schema.ts'
import type { CustomerToSave } from '../customers/sent-customer.ts'
import type { Instant } from '../platform/clock.ts'
import { startOfDay } from '../platform/zone.ts'
import type { ImportedMoment, LineReason, LineRefusal } from './line.ts'
import type { Member } from './members.ts'
import { isEmail } from './reading/emails.ts'

/** Of a value in a sentence. */
const SHOWN_MAX = 60

/** Ends the reading of one line at the first value that can't be done. */
export class Refused extends Error {
  readonly refusal: LineRefusal

  constructor(reason: LineReason, member: Member | null, facts: LineRefusal['facts'] = {}) {
    super(reason)
    this.refusal = { kind: 'refusal', reason, member, facts }
  }
}

export function unlessRefused<Line>(read: () => Line): Line | LineRefusal {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

/** Null: it is blank. */
export function textOf(value: string | undefined, member: Member): string | null {
  const text = value?.trim()
  if (isBlank(text)) return null
  if (text.length > LENGTH.text) throw new Refused('too-long', member)
  if (!isStorable(text)) throw new Refused('not-storable', member)
  return text
}

/** A value as a sentence shows it. */
export function shown(text: string): string {
  return text.slice(0, SHOWN_MAX)
}

export interface NamedBy {
  readonly originalId?: string | undefined
  readonly email?: string | undefined
  readonly document?: string | undefined
}

/** Whom a line names, and nothing else of them. */
export function customerNamed(values: NamedBy): CustomerToSave {
  const originalId = textOf(values.originalId, 'originalId')
  const email = textOf(values.email, 'email')
  const document = textOf(values.document, 'document')
  const id = originalId ?? email ?? document
  if (id === null) throw new Refused('no-customer', null)
  // With an id of the shop it only describes the customer, and may be whatever the API takes.
  if (originalId === null && email !== null && !isEmail(email)) {
    throw new Refused('not-an-email', 'email', { value: shown(email) })
  }
  return {
    ...{ originalId: id, isNamedByContact: originalId === null, email, document },
    ...{ name: null, phone: null, birthday: null, signupAt: null, isEnrolled: null, enrolledAt: null },
  }
}

export function startOfMoment(moment: ImportedMoment | undefined, timeZone: string): Instant | null {
  if (!moment) return null
  return moment.kind === 'instant' ? moment.instant : startOfDay(moment.day, timeZone)
}

/** When something has happened that can't be ahead. */
export function pastMoment(
  moment: ImportedMoment | undefined,
  member: Member,
  { timeZone, now }: { readonly timeZone: string; readonly now: Instant },
): Instant | null {
  const at = startOfMoment(moment, timeZone)
  if (at !== null && at > now) throw new Refused('date-ahead', member)
  return at
}
