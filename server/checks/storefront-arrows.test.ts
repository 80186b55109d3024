import { expect, it } from 'vitest'
import { findBrokenStorefrontArrows } from './storefront-arrows.ts'

const broken = (file: string, source: string): string[] =>
  findBrokenStorefrontArrows(new Map([[file, source]]))

it.each([
  ['elements/balance.ts', "import { h } from '../dom.ts'"],
  ['elements/balance.ts', "import styles from './balance.css?inline'"],
  ['answers.ts', "import type { About } from '../../server/src/tenancy/public-api/schema.ts'"],
  ['react.d.ts', "import type { HTMLAttributes } from 'react'"],
  ['vue.d.ts', "import type { HTMLAttributes } from 'vue'"],
  ['answers.ts', "import type { Me } from '../../server/src/http/storefront/me-schema.ts'"],
])('%s may: %s', (file, source) => {
  expect(broken(file, source)).toEqual([])
})

it.each([
  ['shop.ts', "import { LitElement } from 'lit'", 'no dependency'],
  ['shop.ts', "import type { HTMLAttributes } from 'react'", 'no dependency'],
  ['shop.ts', "import type { Static } from 'typebox'", 'no dependency'],
  ['answers.ts', "import { About } from '../../server/src/tenancy/public-api/schema.ts'", 'only types'],
  ['answers.ts', "import type { X } from '../../server/src/tenancy/tenant.ts'", 'on their own'],
  ['answers.ts', "import type { X } from '../../server/src/orders/admin-api/schema.ts'", 'on their own'],
  ['shop.ts', "import { Punchcard } from '../../sdk/src/punchcard.ts'", 'on their own'],
])('%s may not: %s', (file, source, why) => {
  expect(broken(file, source).join()).toContain(why)
})
