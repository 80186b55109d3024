import type { Events, ListEventsQuery } from './types.gen.ts'

export interface EveryEventOptions extends ListEventsQuery {
  /** Called with the place to go on from, once all events of a page were taken: keep it. Awaited. */
  readonly onPage?: ((nextCursor: string) => unknown) | undefined
}

/**
 * All events from `Cursor` on, oldest first, until there are no more for now:
 * `for await (const event of everyEvent((query) => punchcard.events.list(query), { Cursor, onPage: save }))`.
 */
export async function* everyEvent(
  list: (query: ListEventsQuery) => PromiseLike<Events>,
  { onPage, ...query }: EveryEventOptions = {},
): AsyncGenerator<Events['Items'][number], void, undefined> {
  let { Cursor } = query
  for (;;) {
    const page = await list({ ...query, Cursor })
    yield* page.Items
    Cursor = page.NextCursor
    await onPage?.(Cursor)
    if (!page.HasMore) return
  }
}
