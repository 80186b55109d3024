import type { Profile } from '../../accounts/customer.ts'
import { normalContact } from '../../accounts/rules/terms.ts'

type Contacts = Pick<Profile, 'email' | 'phone' | 'document'>

/** Shorter numbers end alike by chance. */
const PHONE_DIGITS_MIN = 8
/** Where dots in the name before the @ say nothing. */
const IGNORES_DOTS = new Set(['gmail.com', 'googlemail.com'])

/** By what two customers look like one person; null: by nothing that is known of both. */
export function sameIdentity(
  one: Contacts,
  other: Contacts,
): 'sameEmail' | 'samePhone' | 'sameDocument' | null {
  if (areBoth(one.email, other.email, (a, b) => mailboxOf(a) === mailboxOf(b))) return 'sameEmail'
  if (areBoth(one.phone, other.phone, isSamePhone)) return 'samePhone'
  const isSame = (a: string, b: string): boolean => {
    const document = normalContact('document', a)
    return document !== '' && document === normalContact('document', b)
  }
  return areBoth(one.document, other.document, isSame) ? 'sameDocument' : null
}

function areBoth(
  one: string | null,
  other: string | null,
  alike: (one: string, other: string) => boolean,
): boolean {
  return one !== null && other !== null && alike(one, other)
}

/** What is behind a `+`, and at Gmail the dots too, leads to the same mailbox. */
export function mailboxOf(email: string): string {
  const text = normalContact('email', email)
  const at = text.lastIndexOf('@')
  if (at < 0) return text
  const host = text.slice(at + 1)
  const [name = ''] = text.slice(0, at).split('+')
  if (!IGNORES_DOTS.has(host)) return `${name}@${host}`
  return `${name.replaceAll('.', '')}@gmail.com`
}

/** With or without the country and the area. */
export function isSamePhone(one: string, other: string): boolean {
  const [shorter = '', longer = ''] = [one, other]
    .map((phone) => phone.replaceAll(/\D/g, ''))
    .toSorted((a, b) => a.length - b.length)
  if (shorter === '') return false
  return shorter === longer || (shorter.length >= PHONE_DIGITS_MIN && longer.endsWith(shorter))
}
