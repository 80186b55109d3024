import { shareOf } from '../../format/decimal.ts'

/** What is counted on a card. All of them are whole and not below 0. */
export interface CardCounts {
  /** How many stamps fill the card. */
  readonly size: number
  /** May be more than the size. */
  readonly stamps: number
  readonly owed: number
  /** Holes that the basket being tried would punch. */
  readonly pending: number
}

export type HoleState = 'punched' | 'pending' | 'next' | 'open' | 'owed'

export interface Hole {
  /** Its place on the card, from 1. */
  readonly place: number
  readonly state: HoleState
}

export interface CardLayout {
  readonly perRow: 5 | 7 | 10
  /** Small holes, so that 50 fit. */
  readonly isDense: boolean
  readonly holes: readonly Hole[]
  /** Stamps for which there is no hole. */
  readonly over: number
}

const DENSE_ABOVE = 20

/** Which holes a card has, and what each looks like. What has happened comes before what might, and before debts. */
export function layOutCard({ size, stamps, owed, pending }: CardCounts): CardLayout {
  const punched = Math.min(stamps, size)
  const taken = Math.min(stamps + pending, size)
  // While stamps are owed the next one covers a debt, and with a basket its own holes are the next ones.
  const next = owed === 0 && pending === 0 ? taken : null
  const stateOf = (index: number): HoleState => {
    if (index < punched) return 'punched'
    if (index < taken) return 'pending'
    if (index >= size - owed) return 'owed'
    return index === next ? 'next' : 'open'
  }
  return {
    perRow: size <= 10 ? 5 : size <= 14 ? 7 : 10,
    isDense: size > DENSE_ABOVE,
    holes: Array.from({ length: size }, (_, index) => ({ place: index + 1, state: stateOf(index) })),
    over: Math.max(stamps + pending - size, 0),
  }
}

/** How much of the line of a sum is drawn, in percent: what is reached, and what the basket would add. */
export function layOutLine(
  share: number,
  pendingShare: number,
): { readonly reached: number; readonly pending: number } {
  const reached = Math.min(Math.max(share, 0), 1)
  const until = Math.min(Math.max(share + pendingShare, reached), 1)
  return { reached: reached * 100, pending: (until - reached) * 100 }
}

/** How many whole stamps an amount is, of a card on which one stamp stands for `per`. */
export function stampsIn(amount: string, per: string): number {
  return Math.max(0, Math.floor(shareOf(amount, per) + 1e-9))
}
