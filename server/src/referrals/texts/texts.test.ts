import { describe, expect, it } from 'vitest'
import { LOCALES, type Locale } from '../../contract/locale.ts'
import { decimalFromText, ZERO } from '../../platform/decimal.ts'
import { REFERRAL_REASON, type ReferralReason } from '../referral.ts'
import { tellingOf } from '../telling.ts'
import { sumOfReferrals } from './outcomes.ts'
import { reasonForCustomer, reasonForMerchant } from './reasons.ts'

const NOW = Date.parse('2026-11-16T12:00:00Z')
const telling = (locale: Locale) =>
  tellingOf({ name: 'Aurora', currency: 'BRL', timeZone: 'America/Sao_Paulo', settings: {}, locale }, NOW)
const FACTS = {
  order: '1049',
  minimum: decimalFromText('50'),
  endsAt: Date.parse('2027-02-15T03:00:00Z'),
  ever: 50,
  isDecidedByPerson: true,
}
const REASONS = Object.keys(REFERRAL_REASON) as ReferralReason[]

describe('why a referral does not count', () => {
  it.each(LOCALES)('is told in %s, to people of the merchant and to the customer', (locale) => {
    const told = REASONS.map(
      (reason) =>
        `${reason}: ${reasonForMerchant(reason, FACTS, telling(locale))} | ${reasonForCustomer(reason, FACTS, telling(locale))}`,
    )
    expect(told).toMatchSnapshot()
    expect(told.join()).not.toMatch(/[{}]|undefined/)
  })

  it('is another sentence for each reason, for the merchant', () => {
    for (const locale of LOCALES) {
      const told = REASONS.map((reason) => reasonForMerchant(reason, FACTS, telling(locale)))
      expect(new Set(told).size).toBe(REASONS.length)
    }
  })

  it('does not tell a customer which check found that a friend is not new, nor which order it was', () => {
    const told = (['ownCode', 'known', 'sameEmail', 'samePhone', 'sameDocument'] as const).map((reason) =>
      reasonForCustomer(reason, FACTS, telling('en')),
    )
    expect(new Set(told).size).toBe(1)
    for (const reason of REASONS)
      expect(reasonForCustomer(reason, FACTS, telling('en'))).not.toContain('1049')
  })

  it('says what is known alone', () => {
    const unknown = { ...FACTS, order: null, isDecidedByPerson: false }
    const of = (reason: ReferralReason) => reasonForMerchant(reason, unknown, telling('en'))
    expect(of('belowMinimum')).toBe('The first order is below R$\u00a050.00. Only the first order counts.')
    expect(of('tooLate')).toBe('No first order came by the end of 14 Feb 2027.')
    expect(of('declined')).toBe('Declined automatically, because it was not decided within 30 days.')
  })
})

it.each([
  [0, 0, '0', 'No friends have joined yet.'],
  [1, 0, '0', '1 friend has joined. 150\u00a0points come with the first order.'],
  [1, 1, '0', '1 friend has joined. They’ve made a purchase.'],
  [1, 1, '1', '1 friend has joined. They’ve made a purchase. You’ve earned 1\u00a0point.'],
  [
    ...[3, 1, '150'],
    '3 friends have joined. 1 of them has made a purchase. You’ve earned 150\u00a0points. 150\u00a0points come with each first order.',
  ],
  [3, 3, '450', '3 friends have joined. 3 of them have made a purchase. You’ve earned 450\u00a0points.'],
] as [number, number, string, string][])('%i joined, %i bought', (joined, bought, points, text) => {
  const sums = { joined, bought, points: decimalFromText(points) }
  expect(sumOfReferrals(sums, decimalFromText('150'), telling('en'))).toBe(text)
  expect(sumOfReferrals(sums, null, telling('en'))).not.toContain('come with')
  expect(sumOfReferrals(sums, ZERO, telling('pt-BR'))).not.toContain('vêm')
})
