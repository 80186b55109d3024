import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MalformedBodyError } from './json-body.ts'
import { parseJsonList } from './json-list.ts'

const LIMITS = { entriesMax: 1_000, entryBytesMax: 256 * 1024 }
/** Enough that it is read entry by entry. */
const SPACE = ' '.repeat(70_000)
const parse = (text: string) => parseJsonList(Buffer.from(text), LIMITS)

describe('a list', () => {
  it('is what JSON.parse says, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 20 }), async (list) => {
        const text = JSON.stringify(list)
        // These names are refused wherever they stand.
        fc.pre(!/"(__proto__|constructor)"/.test(text))
        expect(await parse(`${SPACE}${text.replaceAll(',', ' , ')}${SPACE}`)).toEqual(
          JSON.parse(text.replaceAll(',', ' , ')),
        )
      }),
      { numRuns: 100 },
    )
    expect(await parse(`\ufeff${SPACE}[ ]`)).toEqual([])
    expect(await parse('[1,2]')).toEqual([1, 2])
  })

  it.each(['[1,]', '[,1]', '[,]', '[1 2]', '[1', '[1]]', '[1],2', '{"a":1}', '[{]', '["a]', '[1,2}', ''])(
    'is malformed as %j',
    async (text) => {
      await expect(parse(`${SPACE}${text}`)).rejects.toThrow(MalformedBodyError)
    },
  )

  it('leaves turns to others while it is parsed, and never parses more entries than are taken', async () => {
    const entry = JSON.stringify(
      Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`member-${i}`, 0])),
    )
    let turns = 0
    const counting = setInterval(() => (turns += 1), 0)
    const list = (await parse(`[${Array(900).fill(entry).join()}]`)) as unknown[]
    clearInterval(counting)
    expect(list).toHaveLength(900)
    expect(turns).toBeGreaterThan(20)
    expect(await parse(`[${Array(500_000).fill('0').join()}]`)).toHaveLength(1_001)
  })

  it('has no entry that is larger than an operation takes', async () => {
    await expect(parse(`[1, "${'x'.repeat(LIMITS.entryBytesMax)}"]`)).rejects.toThrow(
      'Item 1 of the list is larger than 262144 bytes.',
    )
  })
})
