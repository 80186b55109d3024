export type Shown = Readonly<Record<string, unknown>>

export const ANSWERS_FILE = new URL('../../src/http/reference/examples/answers.json', import.meta.url)

const ITEMS_SHOWN = 2
/** Secrets are shown once; those of the reference are none. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/^pcs_live_\w+$/, 'pcs_live_…'],
  [/^pca_live_\w+$/, 'pca_live_…'],
  [/^whsec_.+$/, 'whsec_…'],
  [/^(https?:\/\/[^/]+\/panel\/.*\/)[\w-]{30,}$/, '$1…'],
]

/** An answer as it is shown: long lists cut short, secrets left out. */
export function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ITEMS_SHOWN).map(shorten)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]))
  if (typeof value === 'string')
    return SECRETS.reduce((text, [secret, instead]) => text.replace(secret, instead), value)
  return value
}

/** Names and kinds, without the values: null, and how many items there are, depend on the moment. */
export function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? formOf(inner) : 'value',
      ]),
    )
  return 'value'
}
