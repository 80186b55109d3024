import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { ROOMS } from './rooms.ts'

it('lists every room with customer data', () => {
  const found = globSync('*/customer-data.ts', { cwd: `${import.meta.dirname}/..` }).map(dirname)
  expect(Object.keys(ROOMS).sort()).toEqual(found.sort())
})
