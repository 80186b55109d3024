import type { CustomerId } from '../../contract/ids.ts'
import { type Position, START } from '../reading/format.ts'
import { NO_TOTALS, type Totals } from './totals.ts'

export interface Reading {
  readonly phase: 'reading'
  readonly position: Position
  readonly totals: Totals
  readonly noExpiry: number
  readonly erasedLines: readonly number[]
  readonly refusedParts: number
}

export interface Ending extends Omit<Reading, 'phase'> {
  readonly phase: 'owed' | 'hashing'
  /** Why the file can't be read on. */
  readonly unreadable: { readonly reason: string; readonly facts: Readonly<Record<string, string>> } | null
  readonly afterCustomer: CustomerId
  readonly owed: readonly [points: string, cashback: string]
  readonly hashed: number
}

export type Checkpoint = Reading | Ending

export const BEGINNING: Reading = {
  ...{ phase: 'reading', position: START, totals: NO_TOTALS, noExpiry: 0, erasedLines: [], refusedParts: 0 },
}
