import fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { Sent, Text } from '../schema.ts'
import { findUnknownMembers, hintOfIgnored, IGNORED_MAX, knownMembersOf } from './known-members.ts'

const Category = Type.Object(
  { Name: Sent(Text('')), Parent: Type.Unsafe({ anyOf: [{ $ref: 'Category#' }, { type: 'null' }] }) },
  { $id: 'Category' },
)
const Body = Type.Object({
  OriginalId: Sent(Text('')),
  Customer: Sent(Type.Object({ Name: Sent(Text('')) })),
  Lines: Sent(Type.Array(Type.Object({ Price: Sent(Type.Number()), Category: Type.Ref('Category#') }))),
  Free: Type.Optional(Type.Unsafe<unknown>({})),
})
const known = knownMembersOf(Body, { Category })
const find = (sent: unknown) => findUnknownMembers(known, sent)

describe('members of a body', () => {
  it('that are all known are not told of', () => {
    const Category = { Name: 'a', Parent: { Name: 'b', Parent: null } }
    expect(
      find({ OriginalId: 'o', Customer: null, Lines: [{ Price: 1, Category }, null], Free: { x: 1 } }),
    ).toBeNull()
    expect(find('text')).toBeNull()
    expect(findUnknownMembers(null, { x: 1 })).toBeNull()
  })

  it('that are unknown are named once, by their path, at every depth', () => {
    const line = { Quantity: 2, Category: { Parent: { Colour: 'red' } } }
    expect(find({ Note: { Name: 1 }, Customer: { LastName: 'x' }, Lines: [line, line] })).toEqual({
      ignored: ['Note', 'Customer.LastName', 'Lines[].Quantity', 'Lines[].Category.Parent.Colour'],
      misspelled: null,
    })
  })

  it.each([
    [{ originalId: 'o' }, 'originalId', 'OriginalId'],
    [{ Customer: { NAME: 'x' } }, 'Customer.NAME', 'Name'],
    [{ Lines: [{}, { price: 1 }] }, 'Lines[].price', 'Price'],
  ])('that differ by case alone are refused with both spellings: %j', (sent, field, meant) => {
    expect(find(sent)?.misspelled).toMatchObject({
      reason: 'General_FieldCannotBeDefault',
      field,
      message: expect.stringMatching(new RegExp(`^${field.replace('[]', '\\[\\]')} .* write ${meant}\\.`)),
    })
  })

  it('whatever they are called, are told in a short header, and as a hint without values', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary', maxLength: 60 }), fc.constant(1), { maxKeys: 30 }),
        (sent) => {
          const ignored = find(sent)?.ignored ?? []
          expect(ignored.length).toBeLessThanOrEqual(IGNORED_MAX)
          expect(ignored.join(', ')).toMatch(/^[\x20-\x7e]*$/)
          expect(ignored.join(', ').length).toBeLessThan(1_000)
        },
      ),
    )
    expect(hintOfIgnored(find({ 'ana@shop.example': 1, Quantity: 2 })?.ignored ?? [])).toBe(
      'Not known, and ignored: Quantity.',
    )
    expect(hintOfIgnored(find({ 'ana@shop.example': 1 })?.ignored ?? [])).toBeNull()
  })
})
