import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { Amount, DateTime, Nullable, Sent, Text } from '../schema.ts'
import { codeOf } from './errors.ts'
import {
  bodyCompiler,
  errorFromValidation,
  refusalOfMember,
  WrongKindError,
  WrongMemberError,
} from './validation.ts'

const Leaf = Type.Object({ Name: Sent(Text('')) }, { $id: 'Leaf', additionalProperties: false })
const Body = Type.Object(
  {
    Title: Sent(Text('', 5)),
    Price: Sent(Amount('')),
    Count: Sent(Type.Integer({ minimum: 1, maximum: 9 })),
    When: Sent(DateTime('')),
    'odd/~name': Sent(Text('', 1)),
    Leaf: Type.Optional(Nullable(Type.Ref('Leaf#'))),
    Lines: Sent(Type.Array(Type.Object({ Price: Sent(Amount('')) }), { maxItems: 2 })),
  },
  { additionalProperties: false },
)
const validate = bodyCompiler([Leaf])(Body)

function problemOf(body: unknown): WrongKindError | WrongMemberError | null {
  if (validate(body)) return null
  const [first] = validate.errors ?? []
  if (!first) throw new Error('the body is refused without a reason')
  return errorFromValidation(first, 'object')
}

function refusalOf(body: unknown) {
  const error = problemOf(body)
  if (!(error instanceof WrongMemberError)) throw new Error(`not refused for a member: ${error?.message}`)
  const refused = refusalOfMember(error.problem, 'ApiExternalProduct_Cant_Insert_Update')
  return { code: codeOf(refused), field: refused.field, message: refused.message }
}

describe('a body that is accepted', () => {
  it.each([
    {},
    { Title: null, Price: null, Count: null, When: null, Leaf: null, Lines: null },
    { Title: '12345', Price: 99_999_999_999.9999, Count: 9, Leaf: { Name: 'n' }, Lines: [{}, {}] },
    { Price: -1, Lines: [] },
    { Title: '😀😀😀😀😀' },
    { When: 'whatever: the operation reads dates, for it knows the time zone' },
  ])('%j', (body) => expect(problemOf(body)).toBeNull())
})

describe('a body that is not of its basic kind', () => {
  it.each([[[]], ['text'], [5], [true], [null]])(
    '%j is a malformed request, not a business error',
    (body) => {
      const error = problemOf(body)
      expect(error).toBeInstanceOf(WrongKindError)
      expect(error).toMatchObject({ statusCode: 400, message: 'The body must be a JSON object.' })
    },
  )
})

describe('a member that is wrong', () => {
  it.each([
    ['text too long', { Title: '123456' }, 10, 'Title', 'is too long: at most 5 characters are allowed.'],
    ['too many items', { Lines: [{}, {}, {}] }, 10, 'Lines', 'has too many items: at most 2 are allowed.'],
    ['below its range', { Count: 0 }, 10, 'Count', 'is out of range: it must be >= 1.'],
    ['above its range', { Count: 10 }, 10, 'Count', 'is out of range: it must be <= 9.'],
    [
      'too many decimals',
      { Price: 0.12345 },
      10,
      'Price',
      'must be below 100000000000 and have at most 4 decimals.',
    ],
    [
      'too large an amount',
      { Price: 1e11 },
      10,
      'Price',
      'must be below 100000000000 and have at most 4 decimals.',
    ],
    ['a number beyond doubles', { Price: Number.POSITIVE_INFINITY }, 10, 'Price', 'is too large.'],
    [
      'a number instead of text',
      { Title: 5 },
      38,
      'Title',
      'must be of type string or null: send it in quotes.',
    ],
    [
      'text instead of a number',
      { Price: '5' },
      38,
      'Price',
      'must be of type number or null: send it without quotes, with a point before the decimals.',
    ],
    ['a fraction instead of a whole number', { Count: 1.5 }, 38, 'Count', 'must be of type integer or null.'],
    ['an array instead of an object', { Leaf: [] }, 38, 'Leaf', 'must be of type object.'],
    [
      'a NUL character',
      { Title: 'a\0b' },
      38,
      'Title',
      'contains a character that cannot be stored (NUL or half of a surrogate pair).',
    ],
    [
      'half of a surrogate pair',
      { Title: 'a\ud800' },
      38,
      'Title',
      'contains a character that cannot be stored (NUL or half of a surrogate pair).',
    ],
    [
      'a member in an array',
      { Lines: [{}, { Price: 'x' }] },
      38,
      'Lines[1].Price',
      'must be of type number or null: send it without quotes, with a point before the decimals.',
    ],
    [
      'a member of a referred schema',
      { Leaf: { Name: 1 } },
      38,
      'Leaf.Name',
      'must be of type string or null: send it in quotes.',
    ],
    [
      'a name that a JSON pointer escapes',
      { 'odd/~name': '12' },
      10,
      'odd/~name',
      'is too long: at most 1 characters are allowed.',
    ],
    ['an unknown member', { Colour: 1 }, 38, 'Colour', 'is not a member of this body: remove it.'],
    [
      'an unknown member deeper down',
      { Leaf: { Size: 1 } },
      38,
      'Leaf.Size',
      'is not a member of this body: remove it.',
    ],
  ])('%s is refused by its name', (_case, body, code, field, text) => {
    expect(refusalOf(body)).toStrictEqual({ code, field, message: `${field} ${text}` })
  })

  it('of the wrong type is the error that the operation names', () => {
    const error = problemOf({ Title: 5 })
    if (!(error instanceof WrongMemberError)) throw new Error('not refused')
    expect(codeOf(refusalOfMember(error.problem, 'General_FieldCannotBeNullOrBlank'))).toBe(7)
  })

  it('of text that was sent a number beyond doubles is of the wrong type, not too large', () => {
    expect(refusalOf({ Title: Number.POSITIVE_INFINITY })).toStrictEqual({
      code: 38,
      field: 'Title',
      message: 'Title must be of type string or null: send it in quotes.',
    })
  })
})
