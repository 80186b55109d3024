import type { Input } from '../../../api/client.ts'
import type { REASONS } from '../timeline/use-reason.ts'

/** As it is typed. */
export interface StampsValues {
  readonly way: 'give' | 'take'
  /** Digits; empty: nothing is typed. */
  readonly stamps: string
  readonly reason: (typeof REASONS)[number]
  readonly note: string
}

export const NEW: StampsValues = { way: 'give', stamps: '1', reason: 'goodwill', note: '' }

const MOST = 50

export function isWhole({ stamps }: Pick<StampsValues, 'stamps'>): boolean {
  return /^\d+$/.test(stamps) && Number(stamps) >= 1 && Number(stamps) <= MOST
}

/** What is sent: taken is below zero. */
export function bodyOf({
  way,
  stamps,
  reason,
  note,
}: StampsValues): NonNullable<Input<'customers.adjustStamps'>['body']> {
  return { stamps: way === 'take' ? -Number(stamps) : Number(stamps), reason, note: note.trim() }
}
