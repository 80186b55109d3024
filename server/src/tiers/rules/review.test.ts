import { describe, expect, it } from 'vitest'
import { dueReview, type Review } from './review.ts'

const review = (members: Partial<Review> = {}): Review => ({
  version: 7,
  timeZone: 'America/Sao_Paulo',
  countsAgain: false,
  afterId: null,
  ...members,
})
const due = (last: Review | null, version = 7, timeZone = 'America/Sao_Paulo') =>
  dueReview(last, version, timeZone)

describe('dueReview', () => {
  it('counts everybody again the first time, and after a change of the time zone', () => {
    expect(due(null)).toEqual(review({ countsAgain: true, afterId: 0 }))
    const madrid = review({ timeZone: 'Europe/Madrid', countsAgain: true, afterId: 0 })
    expect(due(review(), 7, 'Europe/Madrid')).toEqual(madrid)
  })

  it('is none while the tiers stay as they are, and everybody has been looked at', () => {
    expect(due(review())).toBe(null)
    expect(due(review({ countsAgain: true }))).toBe(null)
  })

  it('goes on where it was', () => {
    expect(due(review({ afterId: 500 }))).toEqual(review({ afterId: 500 }))
    expect(due(review({ afterId: 500, countsAgain: true }))).toEqual(
      review({ afterId: 500, countsAgain: true }),
    )
  })

  it('begins again with other tiers, counting where it has not counted everybody yet', () => {
    expect(due(review(), 8)).toEqual(review({ version: 8, afterId: 0 }))
    expect(due(review({ countsAgain: true }), 8)).toEqual(review({ version: 8, afterId: 0 }))
    const cutOff = review({ afterId: 500, countsAgain: true })
    expect(due(cutOff, 8)).toEqual(review({ version: 8, countsAgain: true, afterId: 0 }))
  })
})
