/** docs/guides/your-first-program.md, done as it says. */

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { useManager } from '../support/admin.ts'
import type { Body } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()
const admin = useManager(() => story.api)

const guide = readFileSync(new URL('../../../docs/guides/your-first-program.md', import.meta.url), 'utf8')
const bodies = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text))
const [, order = ''] = /orders -d '([\s\S]*?)'\n/.exec(guide) ?? []

it('leads from an empty merchant to an order that earned', async () => {
  const shop = await story.open(null)
  const manager = admin.manager(shop.key)
  const [draft, preview, publication] = bodies
  expect(bodies).toHaveLength(3)
  const first = await manager.get('/program')
  expect(first).toMatchObject({ etag: '"r1"', body: { current: null, scheduled: null, draft: null } })
  const saved = await manager.done('PUT', '/program/draft', draft, { ifMatch: '"r1"' })
  expect(saved.body.problems).toEqual([])
  expect((await manager.done('POST', '/program/preview', preview)).body).toMatchObject({
    points: '163',
    lines: [{ points: '123' }, { points: '40' }],
    current: { points: '0' },
  })
  await manager.done('POST', '/program/publish', publication, { ifMatch: '"r2"' })
  story.on('2026-11-15T12:00:00Z')
  const placed = await shop.placed(JSON.parse(order) as Body)
  expect(placed.Customer.PointsBalance).toBe(163)
})
