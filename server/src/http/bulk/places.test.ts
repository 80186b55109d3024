import { describe, expect, it } from 'vitest'
import { type BulkPlace, BulkPlaces } from './places.ts'

/** A place that must be there. */
function placeIn(places: BulkPlaces, key: string, tenantId: number): BulkPlace {
  const place = places.take(key, tenantId)
  if (typeof place === 'string') throw new Error(`no place: ${place}`)
  return place
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('places for lists', () => {
  it('are one for each key, 4 for each merchant and 16 in all, and free again when they are left', () => {
    const places = new BulkPlaces()
    const taken = Array.from({ length: 16 }, (_, index) =>
      placeIn(places, `key-${index}`, Math.floor(index / 4)),
    )
    expect(places.take('key-0', 0)).toBe('key')
    expect(places.take('key-16', 0)).toBe('tenant')
    expect(places.take('key-16', 4)).toBe('process')
    taken[0]?.leave()
    expect(places.take('key-16', 1)).toBe('tenant')
    placeIn(places, 'key-0', 0)
    expect(places.take('key-16', 4)).toBe('process')
  })

  it('are kept until what was begun has ended, however often the request leaves', async () => {
    const places = new BulkPlaces()
    const place = placeIn(places, 'key', 1)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    let stops = 0
    place.hold(ended, () => {
      stops += 1
    })
    place.leave()
    place.leave()
    await settled()
    expect(stops).toBe(1)
    expect(places.take('key', 1)).toBe('key')
    end()
    await settled()
    placeIn(places, 'key', 1)
  })

  it('stop at once what is begun after the sender has gone', () => {
    const place = placeIn(new BulkPlaces(), 'key', 1)
    place.leave()
    let isStopped = false
    place.hold(new Promise(() => {}), () => {
      isStopped = true
    })
    expect(isStopped).toBe(true)
  })
})
