import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HashedCounts, HashedSet, hashOf } from './hashed-set.ts'

it('counts equal texts as a map does', () => {
  const texts = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 2_000 })
  fc.assert(
    fc.property(texts, (numbers) => {
      const counts = new HashedCounts()
      const expected = new Map<number, number>()
      for (const number of numbers) {
        expect(counts.add(`line ${number}`)).toBe(expected.get(number) ?? 0)
        expected.set(number, (expected.get(number) ?? 0) + 1)
      }
    }),
    { numRuns: 50, seed: Number(process.env.TEST_SEED ?? 7) },
  )
})

it.each([
  [6, 7.5],
  [5, 6.3],
] as const)('takes %i octets per text and some room, and finds each again', (octets, most) => {
  const many = Number(process.env.HASHED_TEXTS ?? 50_000)
  for (const expected of [0, many]) {
    const set = new HashedSet(octets, expected)
    for (let index = 0; index < many; index += 1)
      if (!set.add(hashOf(String(index)))) throw new Error(`${index}`)
    for (let index = 0; index < many; index += 1)
      if (set.add(hashOf(String(index)))) throw new Error(`${index}`)
    expect(set.bytes / many).toBeLessThan(most)
    process.stdout.write(`${many} texts: ${(set.bytes / many).toFixed(1)} octets each\n`)
  }
})

it('finds those that lie far from their place, also when it has grown', () => {
  const set = new HashedSet(6)
  const crowded = Array.from({ length: 1_000 }, (_, index) => {
    const octets = hashOf(`crowd ${index}`)
    octets.fill(3, 0, 5).writeUIntLE(index, 5, 6)
    return octets
  })
  const others = Array.from({ length: 2_000 }, (_, index) => {
    const octets = hashOf(`other ${index}`)
    octets[0] = 3
    return octets
  })
  for (const octets of crowded) expect(set.add(octets)).toBe(true)
  for (const octets of others) expect(set.add(octets)).toBe(true)
  for (const octets of [...crowded, ...others]) expect(set.add(octets)).toBe(false)
})
