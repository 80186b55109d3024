import { expect, it } from 'vitest'
import { type Schema, typeOf } from './schema-types.ts'

const object = (name: string): Schema => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
})

it.each<[string, Schema, string]>([
  ['one of two objects', { anyOf: [object('a'), object('b')] }, '({ a: string } | { b: string })[]'],
  ['one object', object('a'), '{ a: string }[]'],
  ['one of two words', { enum: ['a', 'b'] }, "('a' | 'b')[]"],
  ['a text or null', { type: ['string', 'null'] }, '(string | null)[]'],
  ['a reference', { $ref: '#/components/schemas/Order' }, 'Order[]'],
])('a list whose items are %s is one list', (_, items, type) => {
  expect(typeOf({ type: 'array', items }, 'answered').replaceAll(/\s+/g, ' ')).toBe(type)
})
