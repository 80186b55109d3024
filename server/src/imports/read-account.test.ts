import { createSecretKey } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalFromText, ONE, ZERO } from '../platform/decimal.ts'
import { localDateFromText } from '../platform/zone.ts'
import type { Tier } from '../tiers/tier.ts'
import type { AccountContext } from './account-context.ts'
import { DEFAULT_OPTIONS } from './import.ts'
import type { AccountValues, LineReason } from './line.ts'
import { readAccount } from './read-account.ts'

const NOW = Date.parse('2026-11-16T12:00:00Z')
const tier = (id: number, name: string, isBase = false): Tier => ({
  ...{ id, name, isBase, order: id, color: null, iconUrl: null, goals: [], benefits: [] },
})

const CONTEXT: AccountContext = {
  kind: 'openingBalances',
  timeZone: 'America/Sao_Paulo',
  now: NOW,
  asOf: NOW - 3_600_000,
  options: { ...DEFAULT_OPTIONS, expiresWhenMissing: 'never' },
  salt: createSecretKey(Buffer.alloc(32, 1)),
  tiers: [tier(1, 'Bronze', true), tier(2, 'Prata'), tier(3, 'Ouro')],
  graceDays: 30,
  cashback: { isOn: true, pointValue: decimalFromText('0.03') },
  validity: { waitingDays: 0, validityDays: 365, goodUntil: null },
}

const read = (values: AccountValues, context: Partial<AccountContext> = {}) =>
  readAccount({ line: 2, values, correctedLine: null, ordinal: 0 }, { ...CONTEXT, ...context })
const done = (values: AccountValues, context: Partial<AccountContext> = {}) => {
  const line = read({ originalId: 'ana', ...values }, context)
  if ('kind' in line) throw new Error(line.reason)
  return line
}
const day = (text: string) => ({ kind: 'day' as const, day: localDateFromText(text) ?? 0 })
const points = (text: string) => ({ points: decimalFromText(text) })

describe('a line', () => {
  it('is refused where it can’t be stored or meant', () => {
    const wrong: readonly (readonly [LineReason, AccountValues])[] = [
      ['no-customer', { name: 'Ana', email: ' ' }],
      ['not-an-email', { email: 'not-an-email' }],
      ['not-an-email', { email: 'ana@', document: '12345678909' }],
      ['not-an-email', { email: 'ana maria@x.com' }],
      ['too-long', { originalId: 'x'.repeat(251) }],
      ['not-storable', { originalId: 'a\0b' }],
      ['not-storable', { originalId: 'ana', ...points('100000000000') }],
      ['negative-balance', { originalId: 'ana', ...points('-1') }],
      ['mixed-signs', { originalId: 'ana', ...points('1'), cashback: decimalFromText('-1') }],
      ['expired', { originalId: 'ana', ...points('1'), expiresOn: day('2026-11-15') }],
      ['date-ahead', { originalId: 'ana', ...points('1'), earnedOn: day('2026-11-17') }],
      ['pending-without-date', { originalId: 'ana', pendingPoints: ONE }],
      [
        'expires-before-available',
        { originalId: 'ana', ...points('1'), availableOn: day('2027-01-02'), expiresOn: day('2027-01-01') },
      ],
      ['not-a-birthday', { originalId: 'ana', birthday: { year: 1990, month: 2, day: 30 } }],
      ['unknown-tier', { originalId: 'ana', tier: 'Platin' }],
      ['below-zero', { originalId: 'ana', spend: decimalFromText('-1') }],
      ['not-storable', { originalId: 'ana', orderCount: 1_000_001 }],
      ['not-a-uuid', { originalId: 'ana', publicId: '12' }],
    ]
    for (const [reason, values] of wrong) {
      expect(read(values), JSON.stringify(Object.keys(values))).toMatchObject({ kind: 'refusal', reason })
    }
    expect(done({ email: 'not-an-email' }).sent).toMatchObject({ originalId: 'ana', email: 'not-an-email' })
    expect(read({ originalId: 'ana', tier: 'oiro' })).toMatchObject({ facts: { nearest: 'Ouro' } })
    const noExpiry = { options: { ...DEFAULT_OPTIONS } }
    expect(read({ originalId: 'ana', ...points('1') }, noExpiry)).toMatchObject({ reason: 'no-expiry' })
    expect(
      read({ originalId: 'ana', cashback: ONE }, { cashback: { isOn: false, pointValue: ZERO } }),
    ).toMatchObject({
      reason: 'cashback-off',
    })
  })

  it('is good through its last day, in the merchant’s zone, and to the instant where it says one', () => {
    const expiry = (values: AccountValues, options = {}) =>
      done(values, { options: { ...CONTEXT.options, ...options } }).lots[0]?.expiresAt
    expect(expiry({ ...points('1'), expiresOn: day('2026-11-16') })).toBe(Date.parse('2026-11-17T03:00:00Z'))
    const instant = Date.parse('2026-12-01T10:30:00Z')
    expect(expiry({ ...points('1'), expiresOn: { kind: 'instant', instant } })).toBe(instant)
    expect(expiry(points('1'))).toBe(null)
    expect(expiry(points('1'), { expiresWhenMissing: '2027-01-31' })).toBe(Date.parse('2027-02-01T03:00:00Z'))
    expect(expiry(points('1'), { expiresWhenMissing: 'program' })).toBe(Date.parse('2027-11-17T03:00:00Z'))
  })

  it('holds a tier through its date, else for the grace period; the base tier is none', () => {
    expect(done({ tier: 'PRATA ', tierUntil: day('2026-12-31') }).tier).toEqual({
      ...{ id: 2, since: CONTEXT.asOf, heldUntil: Date.parse('2027-01-01T03:00:00Z') },
    })
    expect(done({ tier: '3' }).tier?.heldUntil).toBe(Date.parse('2026-12-17T03:00:00Z'))
    expect(done({ tier: 'bronze' }).tier).toBe(null)
  })

  it('has a birthday without a year where vendors write none', () => {
    const birthday = (year: number | null) => done({ birthday: { year, month: 2, day: 29 } }).sent.birthday
    for (const year of [null, 1004, 1900]) expect(birthday(year)).toBe(Date.UTC(1904, 1, 29))
    expect(birthday(1988)).toBe(Date.UTC(1988, 1, 29))
  })
})

describe('what a line is worth', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 14n })

  it('is at most what it says: points for cashback are rounded down, and are worth no more', () => {
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 1n, max: 10n ** 7n }), (cashback, pointValue) => {
        const context = { cashback: { isOn: true, pointValue } }
        const line = read({ originalId: 'ana', cashback }, context)
        if ('kind' in line) return
        const [lot] = line.lots
        expect(lot?.amount.cashback ?? ZERO).toBe(cashback)
        const given = lot?.amount.points ?? ZERO
        expect(given * pointValue).toBeLessThanOrEqual(cashback * ONE)
        expect((given + 1n) * pointValue).toBeGreaterThan(cashback * ONE)
      }),
    )
  })

  it('is exactly the points and cashback that it says, in lots or as what is owed', () => {
    const options = { ...CONTEXT.options, negative: 'debt' as const }
    fc.assert(
      fc.property(amount, amount, amount, fc.boolean(), (own, cashback, pending, isOwed) => {
        const sign = isOwed ? -1n : 1n
        const values = { points: sign * own, cashback: sign * cashback }
        const more = isOwed ? {} : { pendingPoints: pending, availableOn: day('2026-12-01') }
        const line = done({ ...values, ...more }, { options })
        const sum = line.lots.reduce((all, lot) => all + lot.amount.points, ZERO)
        expect(sum - (line.debt?.points ?? ZERO)).toBe(sign * own + (isOwed ? ZERO : pending))
        expect(line.debt === null || line.lots.length === 0).toBe(true)
      }),
    )
  })
})

describe('the key of a line', () => {
  it('does not depend on who the customer is beside the id, and does on everything that is counted', () => {
    const key = (values: AccountValues) => done({ ...points('10'), ...values }).key.toString('hex')
    expect(key({ name: 'Ana', phone: '1' })).toBe(key({ name: 'Bea' }))
    const others = [
      points('11'),
      { tier: 'Ouro' },
      { expiresOn: day('2027-01-01') },
      { orderCount: 1 },
      { originalId: 'b' },
    ]
    expect(new Set([{}, ...others].map(key)).size).toBe(others.length + 1)
    expect(key({ key: '7' })).toBe(key({ key: ' 7', ...points('99') }))
  })
})
