import { describe, expect, it } from 'vitest'
import { changeSlot, KINDS, makeRule, type Program, type Rule } from './program.ts'

const program: Program = {
  cashback: { isOn: false, pointValue: '0' },
  rules: [{ id: 7, kind: 'brand', ids: ['aurora'], multiplier: '2' }],
}
const [brand] = program.rules as [Rule]

describe('a new rule', () => {
  it.each(KINDS)('%s has the next number and what its kind needs', (kind) => {
    const made = makeRule(
      { kind, ids: ['a'], key: 'review', name: 'New' },
      program,
      'America/Sao_Paulo',
      new Date(0),
    )
    expect(made).toMatchObject({ id: 8, kind, name: 'New', isActive: true })
  })

  it('is the first of an empty program', () => {
    const empty = { ...program, rules: [] }
    expect(
      makeRule({ kind: 'purchase', ids: [], key: '', name: '' }, empty, 'America/Sao_Paulo', new Date(0)).id,
    ).toBe(1)
  })
})

describe('a slot', () => {
  it('changes its member, and nothing else', () => {
    expect(changeSlot(brand, '/multiplier', '3')).toEqual({ ...brand, multiplier: '3' })
    expect(changeSlot(brand, '/ids', ['aurora', 'sol'])).toEqual({ ...brand, ids: ['aurora', 'sol'] })
  })

  it('changes a member inside another one', () => {
    const custom: Rule = {
      id: 1,
      kind: 'custom',
      key: 'review',
      points: '10',
      limits: { perDay: 1, ever: 20 },
    }
    expect(changeSlot(custom, '/limits/ever', null)).toMatchObject({ limits: { perDay: 1, ever: null } })
  })

  it('of the bonus turns one kind of bonus into the other, with its number', () => {
    expect(changeSlot(brand, '/bonus', 'points')).toEqual({
      id: 7,
      kind: 'brand',
      ids: ['aurora'],
      points: '2',
    })
  })
})

it('a campaign begins with seven whole days of the merchant, from tomorrow on', () => {
  const now = new Date('2026-11-17T01:30:00Z')
  const campaign = makeRule(
    { kind: 'campaign', ids: [], key: '', name: 'Week' },
    { rules: [] } as unknown as Program,
    'America/Sao_Paulo',
    now,
  )
  expect(campaign).toMatchObject({
    startsAt: '2026-11-17T03:00:00.000Z',
    endsAt: '2026-11-24T03:00:00.000Z',
  })
})
