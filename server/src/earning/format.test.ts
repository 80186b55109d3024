import { describe, expect, it } from 'vitest'
import { plainProgram } from '../../test/support/plain-programs.ts'
import { Random } from '../platform/random.ts'
import {
  FORMAT_KNOWN,
  formatOf,
  isReadable,
  ProgramTooNewError,
  tooNewIn,
  unreadableProgram,
} from './format.ts'
import { KINDS, RULE_KINDS } from './kinds.ts'
import { EMPTY_PROGRAM } from './program.ts'
import type { ProgramContent } from './program-json.ts'
import { programsOf } from './schedule.ts'

const formatWith = (...rules: object[]) =>
  formatOf({ cashback: { isOn: false, pointValue: '0' }, rules } as ProgramContent)

describe('formatOf', () => {
  it('is 1 for what programs could say before rules had conditions', () => {
    expect(formatWith()).toBe(1)
    expect(
      formatWith(
        { id: 1, kind: 'purchase', points: '1', perAmount: '2', minimumOrder: '3', rounding: 'floor' },
        { id: 2, kind: 'tier', name: 'Gold', isActive: false, ids: ['3'], multiplier: '2' },
        { id: 3, kind: 'custom', key: 'visit', points: '5', limits: { perDay: 1 }, validityDays: null },
      ),
    ).toBe(1)
  })

  it.each([
    ['a condition', { id: 1, kind: 'brand', ids: ['a'], multiplier: '2', when: { days: ['tue'] } }],
    ['what stacks', { id: 1, kind: 'campaign', multiplier: '2', stacks: true }],
    ['an order', { id: 1, kind: 'order', points: '5', when: { minimumOrder: '10' } }],
    ['points of a tier', { id: 1, kind: 'tier', ids: ['3'], points: '5' }],
    ['a member to come', { id: 1, kind: 'signup', points: '5', goodUntil: { monthEnd: 0 } }],
    ['a kind to come', { id: 1, kind: 'card', stamps: 10 }],
    ['one that is off', { id: 1, kind: 'order', points: '5', when: { minimumOrder: '10' }, isActive: false }],
  ])('is 2 with %s', (_, rule) => {
    expect(formatWith({ id: 9, kind: 'purchase', points: '1' }, rule)).toBe(2)
  })

  it('is 1 for every kind as the panel begins it, but for those that came later', () => {
    const later = RULE_KINDS.filter((kind) => formatWith({ id: 1, kind, ...KINDS[kind].start }) > 1)
    expect(later).toContain('order')
    for (const kind of [
      'purchase',
      'product',
      'brand',
      'category',
      'paymentMethod',
      'branch',
      'tier',
    ] as const) {
      expect(later).not.toContain(kind)
    }
  })
})

describe('a program that can not be read', () => {
  const unreadable = unreadableProgram(7, 3, FORMAT_KNOWN + 1)

  it('says its number, and throws when it is looked into', () => {
    expect(unreadable.version).toBe(3)
    expect(isReadable(unreadable)).toBe(false)
    expect(isReadable(EMPTY_PROGRAM)).toBe(true)
    expect(isReadable(plainProgram(new Random(1)))).toBe(true)
    for (const look of [() => unreadable.cashback, () => unreadable.rules, () => unreadable.index]) {
      expect(look).toThrow("this process is older than the merchant's program")
    }
  })

  it('is left out of what is loaded for a batch', () => {
    expect(programsOf({ since: EMPTY_PROGRAM, dated: [{ effectiveAt: 5, program: unreadable }] })).toEqual([
      EMPTY_PROGRAM,
    ])
  })

  it('is told apart from other failures, also among several', () => {
    const error = new ProgramTooNewError(7, 3, 3)
    expect(tooNewIn(error)).toBe(error)
    expect(tooNewIn(new AggregateError([error, new AggregateError([error])]))).toBe(error)
    expect(tooNewIn(new AggregateError([error, new Error('other')]))).toBeNull()
    expect(tooNewIn(new AggregateError([]))).toBeNull()
    expect(tooNewIn(new Error('other'))).toBeNull()
  })
})
