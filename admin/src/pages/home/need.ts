import type { IconName } from '../../components/icon/paths.ts'

/** A sentence about something that waits, and where one does something about it. */
export interface Need {
  readonly key: string
  readonly icon: IconName
  readonly text: string
  readonly meta: string
  readonly action: string
  /** null: nothing can be done about it here. */
  readonly to: string | null
  readonly search?: Readonly<Record<string, string>>
  /** Something fails, rather than waits. */
  readonly isTrouble?: boolean
}
