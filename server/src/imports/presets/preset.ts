import type { LocalizedText } from '../../contract/locale.ts'
import type { ImportKind } from '../import.ts'
import type { Mapping } from '../mapping.ts'
import type { Member } from '../members.ts'

/** What is known of the files of one system. It fills the mapping; every question is asked all the same. */
export interface Preset {
  /** It never changes: imports keep it. */
  readonly name: string
  readonly title: string
  readonly kind: ImportKind
  /** By which names a column may go; the first one that the file has is taken. */
  readonly columns: Readonly<Partial<Record<Member, readonly string[]>>>
  readonly rules?: Omit<Mapping, 'columns'>
  /** What the columns were taken from, and how sure that is. People see it before they choose. */
  readonly source: LocalizedText
  /** The addresses of what was read. */
  readonly links: readonly string[]
  /** A day. */
  readonly checkedOn: string
  /** What the file does not have, or what has to be done beside it. */
  readonly notes: readonly LocalizedText[]
}
