/** What the report of points can show, and by what each can be divided, the usual one first. */
export const DIVISIONS = {
  issued: ['rule', 'type', 'version'],
  redeemed: ['reward', 'type'],
  expired: ['type'],
  takenBack: ['rule', 'type', 'version'],
} as const

export type Shown = keyof typeof DIVISIONS
export type Division = (typeof DIVISIONS)[Shown][number]
export const SHOWN = Object.keys(DIVISIONS) as readonly Shown[]

export function readShown(value: unknown): Shown {
  return SHOWN.find((one) => one === value) ?? 'issued'
}

export function readDivision(show: Shown, value: unknown): Division {
  const possible: readonly Division[] = DIVISIONS[show]
  return possible.find((one) => one === value) ?? DIVISIONS[show][0]
}

/** Types of records by their numbers, as `PointType` of the private API. */
export const RECORD_TYPES = [
  'purchase',
  'signup',
  'birthday',
  'referral',
  'quiz',
  'manual',
  'redeem',
  'redeemReturned',
  'expiry',
  'orderCancelled',
  'import',
  'orderAdjusted',
  'merge',
  'prize',
] as const
