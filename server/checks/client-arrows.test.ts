import { expect, it } from 'vitest'
import { findBrokenClientArrows } from './client-arrows.ts'

const brokenIn = (source: string): number => findBrokenClientArrows(new Map([['call.ts', source]])).length

it('the client library imports its own files, and neither packages nor the server, not even types', () => {
  expect(brokenIn("import { OPERATIONS } from './operations.gen.ts'")).toBe(0)
  expect(brokenIn("import { createHmac } from 'node:crypto'")).toBe(1)
  expect(brokenIn("import ky from 'ky'")).toBe(1)
  expect(brokenIn("import type { Static } from 'typebox'")).toBe(1)
  expect(brokenIn("import type { OrderResult } from '../../server/src/orders/private-api/schema.ts'")).toBe(1)
})
