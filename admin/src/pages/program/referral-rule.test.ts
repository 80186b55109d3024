import { describe, expect, it } from 'vitest'
import { changeSlot, isNullable, type Rule } from './program.ts'
import { addFriendMember, type FriendMember, friendMembersOf, slotOfFriendMember } from './referral-rule.ts'

const PLAIN: Rule = { id: 6, kind: 'referral', points: '150', waitingDays: 14, validityDays: 365 }
const ALL = ['minimumOrder', 'withinDays', 'perDay', 'ever', 'friendPoints', 'friendReward'] as const

describe('a plain rule for referrals', () => {
  it('can be given everything, also where it says the defaults', () => {
    expect(friendMembersOf(PLAIN)).toEqual(ALL)
    const defaults = {
      minimumOrder: '0',
      withinDays: 90,
      friendPoints: '0',
      limits: { perDay: null, ever: null },
    }
    expect(friendMembersOf({ ...PLAIN, ...defaults } as Rule)).toEqual(ALL)
    expect(friendMembersOf({ id: 1, kind: 'signup', points: '5' })).toEqual([])
  })

  it.each([
    ['minimumOrder', { minimumOrder: '50' }, '/minimumOrder'],
    ['withinDays', { withinDays: 30 }, '/withinDays'],
    ['perDay', { limits: { perDay: 5 } }, '/limits/perDay'],
    ['ever', { limits: { ever: 50 } }, '/limits/ever'],
    ['friendPoints', { friendPoints: '50' }, '/friendPoints'],
    ['friendReward', { friendReward: '7' }, '/friendReward'],
  ] as const)('with %s says all the others, but for a reward', (member: FriendMember, added, slot) => {
    const rule = addFriendMember(PLAIN, member, '7')
    expect(rule).toEqual({ ...PLAIN, ...added })
    expect(slotOfFriendMember(member)).toBe(slot)
    expect(friendMembersOf(rule)).toEqual(member === 'friendReward' ? [] : ['friendReward'])
  })
})

it('a reward of the friend can be taken out again, and limits too', () => {
  const rule = addFriendMember(addFriendMember(PLAIN, 'perDay', ''), 'friendReward', '7')
  expect(isNullable(rule, '/friendReward')).toBe(true)
  expect(changeSlot(rule, '/friendReward', null)).toEqual({ ...PLAIN, limits: { perDay: 5 } })
  expect(changeSlot(rule, '/friendReward', '8')).toMatchObject({ friendReward: '8' })
  expect(changeSlot(rule, '/limits/perDay', null)).toMatchObject({ limits: { perDay: null } })
})
