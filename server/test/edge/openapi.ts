/** `openapi.json` as one who attacks the API reads it: what may be sent, and what has to be answered. */
import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Random } from '../../src/platform/random.ts'
import type { RequestMaker, Schema } from './request-maker.ts'

export interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Schema; readonly example?: unknown } }
  }
  readonly responses: Readonly<Record<string, unknown>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const document: Document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'))

export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

/** Judges answers by the document alone: what it does not name must not be in them. */
const ajv = new Ajv2020({ strict: false, allErrors: false, formats: { 'date-time': isDate, storable: true } })
ajv.addSchema({ ...(closed(document) as object), $id: 'openapi' })

function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed)
  if (typeof part !== 'object' || part === null) return part
  const isOpen = 'properties' in part && !('additionalProperties' in part)
  const members = Object.entries(part).map(([name, member]) => [name, closed(member)])
  return { ...Object.fromEntries(members), ...(isOpen && { unevaluatedProperties: false }) }
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)
}

function pointer(...names: string[]): string {
  return `openapi#/${names.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
}

export function resolveReference(reference: string): Schema {
  return document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {}
}

/** A good request, one that is nearly good, or a hostile one. */
export function makeRequest(
  maker: RequestMaker,
  random: Random,
  path: string,
  { parameters = [], requestBody }: Operation,
) {
  const kind = random.weighted({ good: 5, nearly: 4, hostile: 2 })
  const textFor = (name: string, schema: Schema): string => {
    if (kind === 'good' || random.chance(50)) return String(maker.good(schema, name) ?? '')
    return String(random.chance(50) ? maker.nearlyGood(schema) : maker.anything())
  }
  let url = path
  const query = new URLSearchParams()
  for (const { name, in: place, schema } of parameters) {
    const value = toWellFormed(textFor(name, schema))
    if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value))
    else if (random.chance(80)) query.append(name, value)
  }
  const search = query.size > 0 ? `?${query}` : ''
  const content = requestBody?.content['application/json']
  if (!content) return { url: url + search, payload: undefined }
  const { schema, example } = content
  if (kind === 'hostile') return { url: url + search, payload: maker.bytes(schema) }
  const good = example === undefined ? maker.good(schema) : maker.likeExample(schema, example)
  const body = kind === 'good' ? good : maker.nearlyGood(schema, good)
  return { url: url + search, payload: JSON.stringify(body) ?? 'null' }
}

/** Half a surrogate pair can't be written in a URL. */
function toWellFormed(text: string): string {
  return text.toWellFormed().slice(0, 300)
}

/** In which way an answer breaks what the document promises; null where it does not. */
export function problemOfAnswer(path: string, method: string, status: number, body: string): string | null {
  const documented = document.paths[path]?.[method.toLowerCase()]?.responses[String(status)]
  // What never reached the operation, such as a path with nothing where the id belongs.
  if (documented === undefined && status !== 404) return `the status ${status} is not documented`
  const reference =
    documented === undefined
      ? pointer('components', 'schemas', 'Failure')
      : pointer(
          'paths',
          path,
          method.toLowerCase(),
          'responses',
          String(status),
          'content',
          'application/json',
          'schema',
        )
  const validate = ajv.getSchema(reference)
  if (!validate) return `no schema at ${reference}`
  return validate(JSON.parse(body)) ? null : ajv.errorsText(validate.errors)
}
