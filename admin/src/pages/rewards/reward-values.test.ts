import { expect, it } from 'vitest'
import { bodyOf, newReward, type Reward, valuesOf } from './reward-values.ts'

const stored: Reward = {
  id: 3,
  key: 'mug',
  type: 'custom',
  title: 'Mug',
  isActive: true,
  prizeOnly: false,
  points: '300.5',
  value: '0',
  preTitle: null,
  description: 'Blue',
  longDescription: null,
  customTitle: null,
  usageInstructions: null,
  usesCustomInstruction: false,
  validFrom: null,
  validUntil: '2026-12-24T02:59:59.000Z',
  limits: { perCustomer: 1, total: null },
  tiers: ['gold'],
  channel: 'all',
  coupon: {
    prefix: 'MUG',
    validDays: null,
    cumulative: false,
    minimumPurchase: '10.5',
    byHand: true,
    expiresMissingInPlatform: false,
  },
  cashback: {
    maximum: null,
    percentOfPurchase: null,
    informativeOnly: false,
    informativeText: null,
    rules: null,
  },
  collections: { which: 'only', ids: ['7'] },
  notify: { team: ['a@example.com'], customer: false },
  icons: { url: null, widget: null, landingPage: null },
  archivedAt: null,
  redeemed: 2,
  codesLeft: null,
  givenBy: [],
  couponLists: [],
  version: 4,
}

it('a reward that is opened and saved says the same again, also what its form does not show', () => {
  const body = bodyOf(valuesOf(stored))
  const { id, key, archivedAt, redeemed, codesLeft, couponLists, givenBy, version, ...said } = stored
  expect(body).toEqual(said)
})

it('a new cashback reward costs no points, whatever was typed before', () => {
  expect(bodyOf({ ...newReward('cashback'), points: '100' }).points).toBe('0')
})

it('what is left empty is no value, and not zero', () => {
  const body = bodyOf({ ...newReward('fixedValue'), title: 'x' })
  expect(body.limits).toEqual({ perCustomer: null, total: null })
  expect(body.coupon?.minimumPurchase).toBeNull()
})
