import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '../../../../test/support/client-of.ts'
import { SERVER_URL } from '../../../../test/support/server-url.ts'
import { arraysOf, type Columns } from '../columns.ts'
import type { ArrayParameter } from './array-parameter.ts'
import { Bytes } from './bytes.ts'

const client = clientOf(SERVER_URL)
beforeAll(() => client.connect())
afterAll(() => client.end())

type Type = 'bigint' | 'int' | 'smallint' | 'numeric' | 'text' | 'boolean' | 'timestamptz' | 'json'

function parameterOf(type: Type, values: readonly unknown[]): ArrayParameter<unknown> {
  const [parameter] = arraysOf({ value: [type, (value: unknown) => value] } as Columns<unknown>, values)
  return parameter as ArrayParameter<unknown>
}

/** null: it can't be sent in the binary format, and is sent as text. */
function binaryOf(parameter: ArrayParameter<unknown>): Buffer | null {
  const bytes = new Bytes(Buffer.alloc(16))
  return parameter.writeBinary(bytes) ? Buffer.from(bytes.written) : null
}

/** What PostgreSQL makes of it, or the code of its refusal. pg sends a Buffer in the binary format. */
async function readBy(type: Type, sent: Buffer | string): Promise<unknown> {
  try {
    const { rows } = await client.query(`select $1::${type}[]::text as all, array_length($1, 1) as length`, [
      sent,
    ])
    return rows[0]
  } catch (error) {
    return (error as { code?: string }).code
  }
}

async function expectTheSame(type: Type, values: readonly unknown[]): Promise<void> {
  const parameter = parameterOf(type, values)
  const binary = binaryOf(parameter)
  if (binary) expect(await readBy(type, binary)).toEqual(await readBy(type, parameter.text))
}

const TWO_31 = 2 ** 31
const TWO_15 = 2 ** 15
const day = (text: string) => new Date(text).getTime()

/** What fits the binary format, at its edges. */
const EDGES: Readonly<Record<Type, readonly unknown[]>> = {
  bigint: [0, -0, 1, -1, TWO_31, -TWO_31 - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
    .map((value): unknown => value)
    .concat(['9223372036854775807', '-9223372036854775808', '0', '007']),
  int: [0, -0, 1, -1, 255, 256, 65_536, TWO_31 - 1, -TWO_31],
  smallint: [0, 1, -1, 255, 256, TWO_15 - 1, -TWO_15],
  numeric: [0n, 1n, -1n, 9_999n, 10_000n, 10_001n, 99_999_999n, 100_000_000n, 999_999_999_999n]
    .concat([1_000_000_000_000n, 10n ** 12n + 1n, BigInt(Number.MAX_SAFE_INTEGER)])
    .flatMap((value) => [value, -value]),
  text: [
    '',
    'a',
    'NULL',
    '{}',
    '"',
    '\\',
    ' , ',
    'ã',
    '🙂',
    '€'.repeat(33),
    'a'.repeat(32),
    'a'.repeat(200_000),
  ],
  boolean: [true, false],
  timestamptz: [0, 1, -1, day('2000-01-01'), day('1999-12-31T23:59:59.999Z'), day('2026-11-17T12:34:56.789Z')]
    .concat([day('0001-01-01'), day('0099-06-01'), day('9999-12-31T23:59:59.999Z'), day('2285-06-01')])
    .map((value): unknown => value)
    .concat(['infinity', '-infinity']),
  json: [{}, [], { a: '"\\\n', b: [1, null, 'ã🙂'] }],
}

/** What does not: cut to fit, it would be another value. */
const BEYOND: Readonly<Partial<Record<Type, readonly unknown[]>>> = {
  bigint: [
    '9223372036854775808',
    '-9223372036854775809',
    2 ** 53,
    1.5,
    Number.NaN,
    Infinity,
    '',
    '1e3',
    ' 1',
  ],
  int: [TWO_31, -TWO_31 - 1, 2 ** 32, 1.5, Number.NaN],
  smallint: [TWO_15, -TWO_15 - 1, 65_536, 0.5, Number.NaN],
  numeric: [BigInt(Number.MAX_SAFE_INTEGER) + 1n, -(10n ** 30n)],
  timestamptz: [day('0001-01-01') - 1, day('9999-12-31T23:59:59.999Z') + 1, 0.5, Number.NaN, 'tomorrow'],
}

const TYPES = Object.keys(EDGES) as Type[]

describe.each(TYPES)('an array of %s in the binary format', (type) => {
  it('is for PostgreSQL the same as in text, at the edges, with nulls and empty', async () => {
    const edges = EDGES[type]
    for (const values of [[], [null], [null, undefined, null], edges, [null, ...edges, null]]) {
      expect(binaryOf(parameterOf(type, values))).not.toBeNull()
      await expectTheSame(type, values)
    }
    for (const value of edges) await expectTheSame(type, [value])
  })

  it('is given up for text where a value does not fit, wherever it stands', () => {
    for (const value of BEYOND[type] ?? []) {
      for (const values of [[value], [...EDGES[type], value], [value, null]]) {
        expect(binaryOf(parameterOf(type, values)), String(value)).toBeNull()
      }
    }
  })
})

/** Far beyond what fits: half of them must not. */
const ANY: Readonly<Record<Type, fc.Arbitrary<unknown>>> = {
  bigint: fc.oneof(fc.maxSafeInteger(), fc.double(), fc.bigInt(-(2n ** 64n), 2n ** 64n).map(String)),
  int: fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double()),
  smallint: fc.oneof(fc.integer({ min: -TWO_15 * 2, max: TWO_15 * 2 }), fc.integer()),
  numeric: fc.oneof(fc.bigInt(-(10n ** 18n), 10n ** 18n), fc.bigInt(-(10n ** 9n), 10n ** 9n)),
  // NUL too, which PostgreSQL keeps in no text.
  text: fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.constantFrom('\0', 'a\0b', '\ud800')),
  boolean: fc.boolean(),
  timestamptz: fc.oneof(
    fc.integer({ min: day('1990-01-01'), max: day('2200-01-01') }),
    fc.date({ noInvalidDate: true }).map((date) => date.getTime()),
    fc.constantFrom('infinity', '-infinity'),
  ),
  json: fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: 'binary' }), fc.integer())),
}

it.each(TYPES)('any array of %s is for PostgreSQL the same as in text', async (type) => {
  const values = fc.array(fc.option(ANY[type], { freq: 6 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(values, (some) => expectTheSame(type, some)),
    { numRuns: 200 },
  )
})
