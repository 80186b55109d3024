/** Balances that were brought from another system. */

import { describe, expect, it } from 'vitest'
import { amount, day, importLines, outcomesOf } from '../support/imports.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

const lots = (shop: Shop) =>
  story.query(
    `select points::float, cashback::float, available_at, expires_at, earned_at, is_waiting, explanation from point_record
     where tenant_id = $1 and type = 10 order by id`,
    [shop.tenantId],
  )

const pointsOf = async (shop: Shop, customer: string) => {
  const [row] = await story.query(
    'select points_balance::float as points from customer where tenant_id = $1 and original_id = $2',
    [shop.tenantId, customer],
  )
  return row?.points
}

describe('a balance from another system', () => {
  it('is a lot of its own with its dates, once, however often its line comes', async () => {
    const shop = await story.open(program())
    story.on('2026-11-16T12:00:00Z')
    const line = {
      originalId: 'ana',
      name: 'Ana',
      points: amount('1240'),
      earnedOn: day('2026-03-02'),
      expiresOn: day('2027-02-20'),
    }
    expect(outcomesOf(await importLines(story.api, shop, [line, line]))).toEqual(['created', 'updated'])
    expect(outcomesOf(await importLines(story.api, shop, [line, line], { importId: 2 }))).toEqual([
      'doneBefore',
      'doneBefore',
    ])
    const [first] = await lots(shop)
    expect(first).toMatchObject({
      points: 1_240,
      earned_at: new Date('2026-03-02T03:00:00Z'),
      expires_at: new Date('2027-02-21T03:00:00Z'),
      is_waiting: false,
      explanation: {
        lines: [{ kind: 'import', importId: 1, line: 2, earnedOn: '2026-03-02', points: '1240' }],
      },
    })
    expect(await pointsOf(shop, 'ana')).toBe(2_480)
  })
})
