/** What of the liability is likely to be redeemed, by the estimate that the merchant's books have for the month. */
import { expect, it } from 'vitest'
import type { LiabilityAnswer } from '../../src/figures/admin-api/schema.ts'
import { countAllFigures } from '../support/count-figures.ts'
import { PROGRAM, useBooks } from './books.ts'

const { story, openBooks, admin } = useBooks()

it('is what is open less the part that is not expected to be redeemed, of each month', async () => {
  const { shop, manager } = await openBooks()
  await shop.completed('o1', 'ana', 100)
  story.on('2026-11-20T15:00:00Z')
  await shop.completed('o2', 'bob', 33)
  await countAllFigures(story.api.cells, shop.tenantId)
  await manager.done('PUT', '/accounting/estimates/2026-12', { breakage: '0.3333' })
  const figures = async (query = '') => {
    const { body } = await manager.get<LiabilityAnswer>(`/reports/liability${query}`)
    const { breakage, months, never, inLots } = body.figures ?? {}
    return {
      breakage,
      months: months?.map(({ month, points, likely }) => [month, points, likely]),
      never: never?.likely,
      inLots: inLots?.likely,
    }
  }
  expect(await figures()).toEqual({
    breakage: '0.2',
    months: [
      ['2027-11', '100', { points: '80', worth: '4' }],
      ['2027-12', '33', { points: '26.4', worth: '1.32' }],
    ],
    never: { points: '0', worth: '0' },
    inLots: { points: '106.4', worth: '5.32' },
  })
  // Another month, and another estimate: the parts are rounded, and add up.
  story.on('2026-12-03T15:00:00Z')
  expect(await figures()).toMatchObject({
    breakage: '0.3333',
    months: [
      ['2027-11', '100', { points: '66.67', worth: '3.3335' }],
      ['2027-12', '33', { points: '22.0011', worth: '1.1001' }],
    ],
    inLots: { points: '88.6711', worth: '4.4336' },
  })
  // A past day has the estimate of its month.
  expect(await figures('?asOf=2026-10-31')).toMatchObject({
    breakage: '0.2',
    months: [['2027-11', '100', { points: '80', worth: '4' }]],
  })
  const { text } = (await manager.get<{ text: string }>('/reports/liability/csv')).body
  expect(text.split('\r\n')).toEqual([
    'expires,points,worth,likelyPoints,likelyWorth',
    '2027-11,100,5,66.67,3.3335',
    '2027-12,33,1.65,22.0011,1.1001',
    'never,0,0,0,0',
    'inLots,133,6.65,88.6711,4.4336',
    ...['owed,0,0,,', 'open,133,6.65,,', 'pending,0,0,,', ''],
  ])
})

it('is not told where nothing is estimated', async () => {
  story.on('2026-10-15T15:00:00Z')
  const shop = await story.open(PROGRAM)
  await shop.completed('o1', 'ana', 100)
  await countAllFigures(story.api.cells, shop.tenantId)
  const { body } = await admin.manager(shop.key).get<LiabilityAnswer>('/reports/liability')
  expect(body.figures).toMatchObject({ breakage: null, inLots: { points: '100', likely: null } })
})
