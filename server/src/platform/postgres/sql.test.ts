import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '../../../test/support/client-of.ts'
import { SERVER_URL } from '../../../test/support/server-url.ts'
import { Fragment, sql } from './sql.ts'

const client = clientOf(SERVER_URL)
beforeAll(() => client.connect())
afterAll(() => client.end())

const storable = (): fc.Arbitrary<string> =>
  fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0'))
const awkward = fc.constantFrom(
  '',
  'NULL',
  'null',
  '{}',
  '"',
  '\\',
  '\n"',
  '\t\\',
  '{"a":"\\"\\n"}',
  ' , ',
  "'",
)

describe('an array parameter', () => {
  it('arrives in PostgreSQL as it was sent, whatever the texts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(storable(), awkward, fc.constant(null))), async (texts) => {
        const { text, values } = sql`select ${texts}::text[] as texts`
        const { rows } = await client.query(text, values)
        expect(rows[0]?.texts).toEqual(texts)
      }),
      { numRuns: 300 },
    )
  })

  it('takes numbers, truths and decimals', async () => {
    const { text, values } =
      sql`select ${[1, null]}::int[] as n, ${[true, false]}::boolean[] as b, ${[12_500n]}::numeric[]::text[] as d`
    const { rows } = await client.query(text, values)
    expect(rows[0]).toEqual({ n: [1, null], b: [true, false], d: ['1.2500'] })
  })
})

describe('a fragment', () => {
  it('is part of the text, and takes no number away from the parameters', async () => {
    const numbers = new Fragment('from generate_series(1, 3) as n')
    const statement = (least: number, most: number) =>
      sql`select array_agg(n) as ns ${numbers} where n >= ${least} and n <= ${most}`
    for (const [least, most, ns] of [
      [1, 2, [1, 2]],
      [2, 3, [2, 3]],
    ] as const) {
      const { text, values } = statement(least, most)
      expect(values).toEqual([least, most])
      expect((await client.query(text, values)).rows).toEqual([{ ns }])
    }
  })

  it('is refused where it is another one than at the first call, instead of being ignored', () => {
    const ordered = (by: Fragment) => sql`select n from generate_series(1, 3) as n order by ${by}`
    expect(ordered(new Fragment('n')).text).toMatch('order by n')
    expect(ordered(new Fragment('n')).text).toMatch('order by n')
    expect(() => ordered(new Fragment('n desc'))).toThrow("a fragment can't be chosen at run time")
  })
})
