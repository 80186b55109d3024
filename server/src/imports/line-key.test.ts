import { createSecretKey } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ImportKind } from './import.ts'
import { type LineName, lineKey } from './line-key.ts'

const SALT = createSecretKey(Buffer.alloc(32, 7))
const kind = fc.constantFrom<ImportKind[]>('customers', 'openingBalances')
const text = fc.constantFrom('', '1', '11', ',', '","', 'null', '12:87')
const name: fc.Arbitrary<LineName> = fc.oneof(
  fc.record({ by: fc.constant('key' as const), kind, key: text }),
  fc.record({ by: fc.constant('correction' as const), line: text }),
  fc.record({
    by: fc.constant('content' as const),
    kind,
    values: fc.array(fc.option(text), { minLength: 3, maxLength: 3 }),
    ordinal: fc.nat(2),
  }),
)

describe('the key of a line', () => {
  it('is the same for the same line, and another one for any other', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        const isSame = JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())
        expect(lineKey(SALT, a).equals(lineKey(SALT, b))).toBe(isSame)
      }),
    )
  })

  it('has 16 octets, and another merchant’s differs', () => {
    const line: LineName = { by: 'correction', line: '12:87' }
    expect(lineKey(SALT, line)).toHaveLength(16)
    expect(lineKey(createSecretKey(Buffer.alloc(32, 8)), line)).not.toEqual(lineKey(SALT, line))
  })
})
