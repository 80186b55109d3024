import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEPTH_MAX, MalformedBodyError, parseJsonBody } from './json-body.ts'

const parse = (text: string): unknown => parseJsonBody(Buffer.from(text))
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

describe('a JSON body', () => {
  it('is what JSON.parse reads, whatever the value', () => {
    // Own __proto__ members are what we refuse on purpose.
    const value = fc
      .jsonValue({ maxDepth: 8 })
      .filter((candidate) => !/__proto__|constructor/.test(JSON.stringify(candidate)))
    fc.assert(
      fc.property(value, (candidate) => {
        const text = JSON.stringify(candidate)
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('that is empty is undefined', () => expect(parse('')).toBeUndefined())

  it('may begin with a byte order mark', () => expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 }))

  it('is never anything but parsed or malformed, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          parseJsonBody(Buffer.from(bytes))
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedBodyError)
        }
      }),
    )
  })
})

describe('what is no JSON', () => {
  it.each(['{', '{"a":}', "{'a':1}", '{"a":1,}', 'undefined', 'NaN', '01', '"\t"', '{} {}', ' ', '\ufeff'])(
    '%j is malformed',
    (text) => {
      expect(() => parse(text)).toThrow(MalformedBodyError)
      expect(() => parse(text)).toThrow('The body is not valid JSON: ')
    },
  )

  it.each([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['a sequence cut short', [0x22, 0xc3, 0x22]],
    ['an overlong NUL', [0x22, 0xc0, 0x80, 0x22]],
    ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('%s is not UTF-8', (_case, bytes) => {
    expect(() => parseJsonBody(Buffer.from(bytes))).toThrow('The body is not valid UTF-8.')
  })
})

describe('nesting', () => {
  it(`is allowed to ${DEPTH_MAX} levels`, () => {
    expect(DEPTH_MAX).toBe(20)
    expect(parse(nested(20))).toBeDefined()
    expect(parse(`{"a":${nested(19)}}`)).toBeDefined()
  })

  it.each([nested(21), `${'{"a":'.repeat(20)}[]${'}'.repeat(20)}`, nested(100_000), '['.repeat(1_000_000)])(
    'is refused beyond, before it is parsed (case %#)',
    (text) => {
      expect(() => parse(text)).toThrow('The body is nested deeper than 20 levels.')
    },
  )

  it('counts levels, not brackets', () => {
    expect(parse(`[${'[],'.repeat(100)}[]]`)).toHaveLength(101)
  })

  it('does not count brackets in text, also after escaped quotes', () => {
    const text = '[[['.repeat(50)
    expect(parse(JSON.stringify({ a: text, b: `"${text}`, c: `\\"${text}\\` }))).toEqual({
      a: text,
      b: `"${text}`,
      c: `\\"${text}\\`,
    })
  })

  it('cannot be hidden behind closing brackets', () => {
    expect(() => parse(`${']'.repeat(30)}${nested(30)}`)).toThrow(MalformedBodyError)
  })
})

describe('a key that could reach a prototype', () => {
  it.each([
    '{"__proto__":{"isAdmin":true}}',
    '{"__proto__":null}',
    '{"a":[{"b":{"__proto__":1}}]}',
    '{"\\u005f\\u005fproto__":{}}',
    '{"\\u005F_proto_\\u005F":{}}',
    '{"__prot\\u006f__":{}}',
    '{"constructor":{"prototype":{}}}',
    '{"constructor":{"prototype":1}}',
    '{"c\\u006fnstructor":{"protot\\u0079pe":{}}}',
    '[1,{"a":{"constructor":{"prototype":null}}}]',
  ])('is refused: %s', (text) => {
    expect(() => parse(text)).toThrow(
      'The body has a member named “__proto__”, or a “constructor” with a “prototype”.',
    )
  })

  it.each([
    '{"constructor":"Acme Builders"}',
    '{"constructor":{"name":"x"}}',
    '{"prototype":{}}',
    '{"a":"__proto__"}',
    '["constructor","prototype","\\u005f_proto__"]',
  ])('is not seen where there is none: %s', (text) => expect(parse(text)).toEqual(JSON.parse(text)))
})
