import { expect, it } from 'vitest'
import { type Amount, NOTHING } from '../../accounts/account.ts'
import { decimalFromText, shortText } from '../../platform/decimal.ts'
import { weightOf } from './weight-of.ts'

const amount = (points: string, cashback: string): Amount => ({
  points: decimalFromText(points),
  cashback: decimalFromText(cashback),
})
const lot = (points: string, cashback: string) => ({
  amount: amount(points, cashback),
  availableAt: 0,
  expiresAt: null,
})

it.each([
  ['points that are worth their cashback', [lot('1240', '62')], null, '0.05', '1240'],
  ['cashback alone', [lot('0', '50000')], null, '0.05', '1000000'],
  ['cashback that is more than its points', [lot('10', '5')], null, '0.05', '100'],
  ['two lots', [lot('10', '0.5'), lot('20', '1')], null, '0.05', '30'],
  ['a debt', [], amount('300', '15'), '0.05', '300'],
  ['cashback where points have no value', [lot('0', '50000')], null, '0', '50000'],
  ['nothing', [lot('0', '0')], NOTHING, '0.05', '0'],
] as const)('weighs %s', (_what, lots, debt, pointValue, weight) => {
  expect(shortText(weightOf({ lots, debt }, decimalFromText(pointValue)))).toBe(weight)
})
