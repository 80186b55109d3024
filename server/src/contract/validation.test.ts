import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { invalid } from './problem.ts'
import { validatorOf } from './validation.ts'

const Named = Type.Object({ name: Type.String(), age: Type.Integer() }, { additionalProperties: false })

describe('what is wrong with a body', () => {
  it('is told all at once, up to 100 errors', () => {
    const validate = validatorOf(Named, 'body')
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, 0]))
    expect(validate({ name: 1, ...unknown(3) }).map(({ pointer }) => pointer)).toEqual([
      '/age',
      '/m0',
      '/m1',
      '/m2',
      '/name',
    ])
    const many = invalid(validate({ ...unknown(150) }))
    expect([many.detail.en, many.errors?.length]).toEqual([
      'More than 100 members of the request are wrong.',
      100,
    ])
  })

  it('is the first error alone where there are thousands of values', () => {
    const validate = validatorOf(Type.Object({ list: Type.Array(Named, { maxItems: 3 }) }), 'body')
    expect(validate({ list: Array(3_000).fill({}) })).toMatchObject([
      { pointer: '/list', message: { en: 'At most 3 entries.' } },
    ])
  })

  it('is told of a union as of one thing, and of each entry by itself', () => {
    const Either = Type.Union([
      Type.Object({ a: Type.String() }),
      Type.Object({ b: Type.Array(Type.String()) }),
    ])
    const validate = validatorOf(Type.Object({ list: Type.Array(Either) }), 'body')
    expect(validate({ list: [{ a: 'x' }, { b: ['y'] }] })).toEqual([])
    const wrong = validate({ list: [{ a: 'x' }, { b: [1] }, {}] })
    expect(wrong.map(({ pointer }) => pointer)).toEqual(['/list/1', '/list/2'])
  })

  it('is never nothing, also where unions stand within unions', () => {
    const Leaf = Type.Union([Type.Literal('on'), Type.Literal('off')])
    const Tree = Type.Union([Type.Array(Leaf), Type.Object({ inner: Type.Array(Leaf) })])
    const validate = validatorOf(Type.Object({ trees: Type.Array(Tree) }), 'body')
    for (const trees of [
      [['on', 'maybe']],
      [{ inner: ['no'] }],
      [['on'], 7],
      [{ inner: [['on']] }, ['off']],
    ]) {
      expect(validate({ trees })).not.toEqual([])
    }
  })
})
