import type { Member } from './members.ts'

/** Which column is what, and what its values mean. */
export interface Mapping {
  /** By the name of the column in the file, or by its place: `#3`. */
  readonly columns: Readonly<Partial<Record<Member, string>>>
  /** What values of the file stand for, such as `candidate` for “not enrolled”. Compared in lower case. */
  readonly values?: Readonly<Partial<Record<Member, Readonly<Record<string, string>>>>>
  /** Of times without an offset; left out: the merchant's. */
  readonly zone?: 'UTC'
  /** `log`: each line is a movement. Those above zero become lots, and those below use up the customer's oldest ones. */
  readonly rows?: 'log'
  /** Lines on which this column is filled, or is not, count for nothing: they were revoked, or never approved. */
  readonly leaveOutWith?: string
  readonly leaveOutWithout?: string
}

/** The column of an error file that says for which line it stands. It belongs to no member, and is read by its name. */
export const CORRECTED_LINE = 'punchcard_line'
export const ADDED_COLUMNS = [
  CORRECTED_LINE,
  'punchcard_column',
  'punchcard_code',
  'punchcard_message',
] as const
