import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cursor, cursorFromText, cursorToText } from './cursor.ts'

const cursors = fc.record({
  after: fc.record({
    transaction: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String),
    id: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  }),
  writtenSince: fc.nat({ max: 4_000_000_000_000 }),
})

describe('a cursor', () => {
  it('is read as it was written, by its own merchant alone', () => {
    fc.assert(
      fc.property(cursors, fc.integer({ min: 1, max: 1_000_000 }), (cursor: Cursor, tenantId) => {
        const text = cursorToText(tenantId, cursor)
        expect(text).toMatch(/^[\w-]+$/)
        expect(cursorFromText(tenantId, text)).toEqual(cursor)
        expect(cursorFromText(tenantId + 1, text)).toBeNull()
      }),
    )
  })

  it.each([
    'x',
    'now',
    '0',
    '%00',
    encoded('1.7.5.6'),
    encoded('1.7.5.6.7.8'),
    encoded('2.7.5.6.7'),
    encoded('1.7.-5.6.7'),
    encoded('1.7.5e3.6.7'),
    encoded('1.7.05.6.7'),
    encoded(`1.7.${2n ** 63n}.6.7`),
    encoded(`1.7.5.${2 ** 53}.7`),
    encoded('1.7.5. 6.7'),
    encoded("1.7.5'; drop table tenant; --.6.7"),
  ])('is not made up: %s', (text) => expect(cursorFromText(7, text)).toBeNull())
})

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url')
}
