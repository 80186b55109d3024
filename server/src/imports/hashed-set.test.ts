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

it('takes some nine octets per text, and finds each again', () => {
  const many = Number(process.env.HASHED_TEXTS ?? 50_000)
  const set = new HashedSet(6)
  for (let index = 0; index < many; index += 1)
    if (!set.add(hashOf(String(index)))) throw new Error(`${index}`)
  for (let index = 0; index < many; index += 997) expect(set.add(hashOf(String(index)))).toBe(false)
  expect(set.bytes / many).toBeLessThan(9)
  process.stdout.write(`${many} texts: ${(set.bytes / many).toFixed(1)} octets each\n`)
})
