import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { operation } from './operation.ts'

const described = {
  id: 'program.get',
  summary: 'The program',
  method: 'GET',
  path: '/tenants/{tenant}/program',
  permission: 'program.read',
  weight: 'light',
  answer: Type.Object({}),
} as const

describe('an operation', () => {
  it('does not compile where it does not say its weight', () => {
    const { weight: _, ...withoutWeight } = described
    // @ts-expect-error it has no weight
    operation(withoutWeight)
    expect(operation(described).weight).toBe('light')
  })
})
