/** A document of OpenAPI as one who attacks the API reads it: what may be sent, and what has to be answered. */
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
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface ApiDocument {
  readonly operations: readonly {
    readonly path: string
    readonly method: string
    readonly operation: Operation
  }[]
  readonly resolveReference: (reference: string) => Schema
  /** In which way an answer breaks what the document promises; null where it does not. */
  readonly problemOfAnswer: (path: string, method: string, status: number, body: string) => string | null
}

const FORMATS = { 'date-time': isDate, date: /^\d{4}-\d\d-\d\d$/, storable: true as const }
const FOLDER = new URL('../../', import.meta.url)

/** `refusal` is the schema of what is answered where no operation was reached, such as with no id where one belongs. */
export async function readDocument(file: string, refusal: string): Promise<ApiDocument> {
  const document: Document = JSON.parse(await readFile(new URL(file, FOLDER), 'utf8'))
  // Judged by the document alone: what it does not name must not be in an answer.
  const ajv = new Ajv2020({ strict: false, allErrors: false, formats: FORMATS })
  ajv.addSchema({ ...(closed(document) as object), $id: 'openapi' })

  function problemOfAnswer(path: string, method: string, status: number, body: string): string | null {
    const name = method.toLowerCase()
    const documented = document.paths[path]?.[name]?.responses[String(status)]
    if (documented === undefined && status !== 404) return `the status ${status} is not documented`
    const [type = 'application/json'] = Object.keys(documented?.content ?? {})
    // A picture.
    if (!type.endsWith('json')) return null
    const reference = documented
      ? pointer('paths', path, name, 'responses', String(status), 'content', type, 'schema')
      : pointer('components', 'schemas', refusal)
    const validate = ajv.getSchema(reference)
    if (!validate) return `no schema at ${reference}`
    return validate(JSON.parse(body)) ? null : ajv.errorsText(validate.errors)
  }

  return {
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    ),
    resolveReference: (reference) => document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {},
    problemOfAnswer,
  }
}

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

/** A good request, one that is nearly good, or a hostile one. */
export function makeRequest(
  maker: RequestMaker,
  random: Random,
  path: string,
  { parameters = [], requestBody }: Operation,
) {
  const kind = random.weighted({ good: 5, nearly: 4, hostile: 2 })
  const valueFor = (name: string, schema: Schema): unknown => {
    if (kind === 'good' || random.chance(50)) return maker.good(schema, name)
    return random.chance(50) ? maker.nearlyGood(schema) : maker.anything()
  }
  let url = path
  const query = new URLSearchParams()
  for (const { name, in: place, schema } of parameters) {
    const value = valueFor(name, schema)
    // What may be there several times in a query is: `p=espresso:8.50&p=mug:49.90`.
    const texts = [schema.type === 'array' && Array.isArray(value) ? value : [value]].flat().map(toText)
    if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(texts[0] ?? ''))
    else if (random.chance(80)) for (const text of texts) query.append(name, text)
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
function toText(value: unknown): string {
  return String(value ?? '')
    .toWellFormed()
    .slice(0, 300)
}
