import { describe, expect, it } from 'vitest'
import { settingsChanges } from './settings-changes.ts'

describe('what changed of the settings', () => {
  it('is told one by one, also of what groups hold', () => {
    expect(
      settingsChanges(
        { matchesCustomers: true, limits: { rewardValue: '999', rewardPoints: '9999' } },
        { matchesCustomers: false, limits: { rewardValue: '999', rewardPoints: '5000' } },
      ),
    ).toEqual([
      { member: 'matchesCustomers', before: true, after: false },
      { member: 'rewardPoints', before: '9999', after: '5000' },
    ])
  })

  it('keeps the name of the points in one piece, and a list', () => {
    const names = (many: string) => ({ pointsName: { en: { one: 'star', many } } })
    expect(settingsChanges(names('stars'), names('starlets'))).toHaveLength(1)
    expect(
      settingsChanges(
        { security: { allowedAddresses: [] } },
        { security: { allowedAddresses: ['10.0.0.1'] } },
      ),
    ).toEqual([{ member: 'allowedAddresses', before: [], after: ['10.0.0.1'] }])
  })
})
