import { add, isZero, subtract } from '../../format/decimal.ts'

export interface Change {
  /** Decimal text. */
  readonly amount: string
  /** It leaves. */
  readonly isTaken: boolean
}

/** Whether what was there, with all that came and went, is what is there. */
export function addsUp(start: string, changes: readonly Change[], end: string): boolean {
  const given = changes.filter(({ isTaken }) => !isTaken).map(({ amount }) => amount)
  const taken = changes.filter(({ isTaken }) => isTaken).map(({ amount }) => amount)
  return isZero(subtract(add(start, ...given), add(end, ...taken)))
}
