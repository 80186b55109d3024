/** What a column can be, of each kind of file, and how its values are read. */
import type { ImportKind } from './import.ts'
import type { AccountValues } from './line.ts'

/**
 * - `identifier`: a text whose digits must all be there; `document`: one that has a usual length.
 * - `amount`: an exact decimal; `count`: a whole number of at least 0; `year`.
 * - `moment`: a day or an exact moment; `future`: one that may have a year of two digits; `day`.
 */
export type MemberType =
  | 'text'
  | 'identifier'
  | 'document'
  | 'amount'
  | 'count'
  | 'year'
  | 'moment'
  | 'future'
  | 'day'
  | 'birthday'
  | 'truth'

const ACCOUNT = {
  originalId: 'identifier',
  email: 'text',
  document: 'document',
  name: 'text',
  firstName: 'text',
  lastName: 'text',
  phone: 'identifier',
  birthday: 'birthday',
  signupDate: 'moment',
  enrolledDate: 'moment',
  isEnrolled: 'truth',
  publicId: 'text',
  points: 'amount',
  cashback: 'amount',
  pendingPoints: 'amount',
  availableOn: 'future',
  earnedOn: 'moment',
  expiresOn: 'future',
  key: 'identifier',
  tier: 'text',
  tierUntil: 'future',
  spend: 'amount',
  orderCount: 'count',
  progressDay: 'day',
  activeOn: 'moment',
  birthdayAwardedYear: 'year',
} as const satisfies Record<keyof AccountValues, MemberType>

/** A column of another kind of file is added here with its type. */
export type Member = keyof typeof ACCOUNT

const MEMBERS: Readonly<Record<ImportKind, Readonly<Record<Member, MemberType>>>> = {
  customers: ACCOUNT,
  openingBalances: ACCOUNT,
}

export function membersOf(kind: ImportKind): readonly Member[] {
  return Object.keys(MEMBERS[kind]) as Member[]
}

export function typeOf(kind: ImportKind, member: Member): MemberType {
  return MEMBERS[kind][member]
}

const NUMBERS: readonly MemberType[] = ['amount', 'count', 'year']
const DATES: readonly MemberType[] = ['moment', 'future', 'day', 'birthday']

/** Whether its column is read in a style of numbers or of dates; null: of neither. */
export function styleKind(type: MemberType): 'number' | 'date' | null {
  if (NUMBERS.includes(type)) return 'number'
  return DATES.includes(type) ? 'date' : null
}
