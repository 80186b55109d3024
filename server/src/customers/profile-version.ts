import { createHash } from 'node:crypto'
import type { Customer } from '../accounts/customer.ts'

/**
 * Which profile was read, for `If-Match`. It follows from what the profile says and is stored nowhere: every
 * order may bring a profile, and none should pay for a count of its changes. A reader who sees customers masked must not be
 * told: names and documents could be guessed by it. 31 bits, as versions are kept with an answer for its repetition.
 */
export function profileVersion({ profile }: Pick<Customer, 'profile'>): number {
  const { name, email, phone, document, birthday } = profile
  const members = JSON.stringify([name, email, phone, document, birthday])
  return createHash('sha256').update(members).digest().readUInt32BE() >>> 1
}
