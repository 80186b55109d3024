import type { Prize } from '../awards/make-award.ts'
import type { GoodUntil } from '../earning/validity.ts'
import { decimalFromText, shortText, ZERO } from '../platform/decimal.ts'

/** As it is kept with a card, and with the record of a full one. */
export interface StoredPrize {
  readonly points?: string
  /** The number of its reward. */
  readonly reward?: number
  readonly waitingDays?: number
  readonly validityDays?: number
  readonly goodUntil?: GoodUntil
}

export function encodePrize({ points, rewardId, waitingDays, validityDays, goodUntil }: Prize): StoredPrize {
  return {
    ...(points !== ZERO && { points: shortText(points) }),
    ...(rewardId !== null && { reward: rewardId }),
    ...(waitingDays !== 0 && { waitingDays }),
    ...(validityDays !== null && { validityDays }),
    ...(goodUntil !== null && { goodUntil }),
  }
}

export function decodePrize({ points, reward, waitingDays, validityDays, goodUntil }: StoredPrize): Prize {
  return {
    points: points === undefined ? ZERO : decimalFromText(points),
    rewardId: reward ?? null,
    waitingDays: waitingDays ?? 0,
    validityDays: validityDays ?? null,
    goodUntil: goodUntil ?? null,
  }
}
