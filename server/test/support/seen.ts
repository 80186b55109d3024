import { expect } from 'vitest'
import type { Manager, SendOptions } from './admin.ts'

export interface PageOf<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** What somebody with the role of a viewer may: customers are masked for them. */
export const MASKED: SendOptions = { permissions: ['customers.read'] }

/** All items of a list, page by page. `between` happens after each page. */
export async function allOf<Item>(
  manager: Manager,
  path: string,
  { limit = 2, between = async () => {} }: { limit?: number; between?: () => Promise<void> } = {},
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { body } = await manager.done<PageOf<Item>>(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${more}`,
    )
    expect(body.items.length).toBeLessThanOrEqual(limit)
    items.push(...body.items)
    cursor = body.nextCursor
    if (cursor !== null) await between()
  } while (cursor !== null)
  return items
}
