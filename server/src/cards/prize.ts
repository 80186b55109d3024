import type { GoodUntil } from '../earning/validity.ts'
import { decimalFromText, shortText } from '../platform/decimal.ts'
import type { CardPrize } from './card.ts'

/** As it is kept with a card, and with the record of a full one. */
export interface StoredPrize {
  readonly points: string
  readonly waitingDays?: number
  readonly validityDays?: number
  readonly goodUntil?: GoodUntil
}

export function encodePrize({ points, waitingDays, validityDays, goodUntil }: CardPrize): StoredPrize {
  return {
    points: shortText(points),
    ...(waitingDays !== 0 && { waitingDays }),
    ...(validityDays !== null && { validityDays }),
    ...(goodUntil !== null && { goodUntil }),
  }
}

export function decodePrize({ points, waitingDays, validityDays, goodUntil }: StoredPrize): CardPrize {
  return {
    points: decimalFromText(points),
    waitingDays: waitingDays ?? 0,
    validityDays: validityDays ?? null,
    goodUntil: goodUntil ?? null,
  }
}
