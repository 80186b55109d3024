import { describe, expect, it } from 'vitest'
import { type Decimal, decimalFromText as d } from '../platform/decimal.ts'
import { type ConditionFacts, failedCondition } from './holds.ts'
import { WHEN_MEMBERS, type When, type WhenJson, when as whenMember } from './members.ts'

const FACTS: ConditionFacts = {
  placedAt: Date.parse('2026-11-17T19:30:00Z'),
  timeZone: 'America/Sao_Paulo',
  tierId: '3',
  branchId: 'jardins',
  paymentMethodId: 'pix',
  number: 2,
}

function read(json: WhenJson): When {
  const when = whenMember().read({ when: json })
  if (when === null) throw new Error('it has no conditions')
  return when
}

const failed = (json: WhenJson, facts: Partial<ConditionFacts> = {}, counted: Decimal | null = d('200')) =>
  failedCondition(read(json), { ...FACTS, ...facts }, counted)

/** A Tuesday, half past four in the afternoon. */
const ALL: Required<WhenJson> = {
  from: '2026-11-17T16:30:00-03:00',
  until: '2026-11-17T16:30:00.001-03:00',
  days: ['tue'],
  hours: [{ from: '16:30', until: '16:31' }],
  tiers: ['1', '3'],
  branches: ['jardins'],
  paymentMethods: ['pix', 'card'],
  minimumOrder: '200',
  firstOrders: 2,
}

/** Each made false. */
const OTHER: Required<WhenJson> = {
  from: '2026-11-17T16:30:00.001-03:00',
  until: '2026-11-17T16:30:00-03:00',
  days: ['mon', 'wed'],
  hours: [
    { from: '16:31', until: '24:00' },
    { from: '00:00', until: '16:30' },
  ],
  tiers: ['2'],
  branches: ['centro'],
  paymentMethods: ['card'],
  minimumOrder: '200.0001',
  firstOrders: 1,
}

describe('conditions', () => {
  it('hold alone and all together', () => {
    expect(failed(ALL)).toBeNull()
    for (const member of WHEN_MEMBERS) expect(failed({ [member]: ALL[member] })).toBeNull()
  })

  it.each(WHEN_MEMBERS)('of which %s is not true do not hold', (member) => {
    expect(failed({ [member]: OTHER[member] })).toBe(member)
    expect(failed({ ...ALL, [member]: OTHER[member] })).toBe(member)
  })

  it('that ask for what is not known do not hold', () => {
    expect(failed({ tiers: ['3'] }, { tierId: null })).toBe('tiers')
    expect(failed({ branches: ['jardins'] }, { branchId: null })).toBe('branches')
    expect(failed({ paymentMethods: ['pix'] }, { paymentMethodId: null })).toBe('paymentMethods')
    expect(failed({ minimumOrder: '1' }, {}, null)).toBe('minimumOrder')
    expect(failed({ firstOrders: 9 }, { number: null })).toBe('firstOrders')
  })
})

describe('hours over midnight', () => {
  const friday: WhenJson = { days: ['fri'], hours: [{ from: '22:00', until: '02:00' }] }
  const at = (local: string) => failed(friday, { placedAt: Date.parse(`${local}:00-03:00`) })

  it('belong to the day on which they began', () => {
    expect(at('2026-11-20T21:59')).toBe('hours')
    expect(at('2026-11-20T22:00')).toBeNull()
    expect(at('2026-11-21T01:59')).toBeNull()
    expect(at('2026-11-21T02:00')).toBe('days')
    expect(at('2026-11-21T22:30')).toBe('days')
    // Friday's small hours are Thursday's window.
    expect(at('2026-11-20T01:30')).toBe('days')
  })
})

describe('a change of clocks in Toronto', () => {
  const holdsAt = (hours: { from: string; until: string }, at: string) =>
    failed({ days: ['sun'], hours: [hours] }, { timeZone: 'America/Toronto', placedAt: Date.parse(at) }) ===
    null

  it('makes an hour that comes twice last two', () => {
    const hours = { from: '01:00', until: '02:00' }
    expect(holdsAt(hours, '2026-11-01T04:59:59Z')).toBe(false)
    expect(holdsAt(hours, '2026-11-01T05:00:00Z')).toBe(true)
    expect(holdsAt(hours, '2026-11-01T06:30:00Z')).toBe(true)
    expect(holdsAt(hours, '2026-11-01T06:59:59Z')).toBe(true)
    expect(holdsAt(hours, '2026-11-01T07:00:00Z')).toBe(false)
  })

  it('skips an hour that does not come', () => {
    const hours = { from: '02:00', until: '03:00' }
    expect(holdsAt(hours, '2026-03-08T06:59:59Z')).toBe(false)
    expect(holdsAt(hours, '2026-03-08T07:00:00Z')).toBe(false)
    expect(holdsAt(hours, '2026-03-15T06:30:00Z')).toBe(true)
  })
})
