import { describe, expect, it } from 'vitest'
import { differencesOf, merge } from './merge.ts'

const base = { title: 'Mug', points: '300', coupon: { validDays: 30, prefix: null as string | null } }

describe('two who change the same thing', () => {
  it('keep what only one of them has changed', () => {
    const mine = { ...base, title: 'Blue mug' }
    const theirs = { ...base, coupon: { validDays: 60, prefix: null } }
    const differences = differencesOf(['title', 'points', 'coupon.validDays'], base, mine, theirs)
    expect(differences).toEqual([
      { path: 'title', whose: 'yours' },
      { path: 'coupon.validDays', whose: 'theirs' },
    ])
    const result = merge(mine, theirs, new Map(differences.map(({ path, whose }) => [path, whose])))
    expect(result).toEqual({ title: 'Blue mug', points: '300', coupon: { validDays: 60, prefix: null } })
  })

  it('are asked where both have changed it, and yours is proposed', () => {
    const mine = { ...base, points: '250' }
    const theirs = { ...base, points: '350' }
    expect(differencesOf(['title', 'points'], base, mine, theirs)).toEqual([
      { path: 'points', whose: 'yours' },
    ])
    expect(merge(mine, theirs, new Map([['points', 'theirs']])).points).toBe('350')
    expect(merge(mine, theirs, new Map([['points', 'yours']])).points).toBe('250')
  })

  it('have nothing to choose where both have typed the same', () => {
    const same = { ...base, title: 'Cup' }
    expect(differencesOf(['title'], base, same, { ...same })).toEqual([])
  })

  it('lose no member that has no line of its own', () => {
    const theirs = { ...base, coupon: { validDays: 60, prefix: 'X' } }
    expect(merge(base, theirs, new Map([['coupon.validDays', 'yours']])).coupon).toEqual({
      validDays: 30,
      prefix: 'X',
    })
  })
})
