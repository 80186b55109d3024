import { readFileSync } from 'node:fs'

const OPENAPI = new URL('../../../server/openapi.json', import.meta.url)

interface Described {
  readonly id: string
  readonly method: string
  readonly pattern: RegExp
}

/** The operations as the server describes them: not as the library does, which is what is tested. */
const OPERATIONS: readonly Described[] = Object.entries(
  JSON.parse(readFileSync(OPENAPI, 'utf8')).paths as Record<string, Record<string, { operationId: string }>>,
).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, { operationId: id }]) => ({
    id,
    method: verb.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  })),
)

export const ALL_OPERATIONS: readonly string[] = OPERATIONS.map(({ id }) => id).sort()

/** Fetches, and notes which operations were answered by the server. */
export class NotingFetch {
  readonly #called = new Set<string>()

  get called(): string[] {
    return [...this.#called].sort()
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const { pathname } = new URL(String(input))
    // What is written out is found before what has a parameter in its place.
    const found = OPERATIONS.filter(
      ({ method, pattern }) => method === init?.method && pattern.test(pathname),
    )
    const [best] = found.sort((a, b) => b.pattern.source.length - a.pattern.source.length)
    if (best && response.status === 200) this.#called.add(best.id)
    return response
  }
}
