import { METHODS, type Method } from './methods.ts'
import { refName, type Schema, withoutNull } from './schema-types.ts'

export interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

/** An operation as an OpenAPI document describes it. */
export interface Described {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

/** What of an OpenAPI document is read here. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** How an answer is wrapped: `result` in Result, `page` a list, `bulk` a list of outcomes, `item` a list of one. */
export type Wrapping = 'result' | 'page' | 'bulk' | 'item' | 'redeemed' | 'bare'

/** What a description says of how answers are wrapped, which the library takes off. */
const OF_ENVELOPES = /^Without envelope[.:] ?|A refusal has the members for errors\./g

export interface Operation extends Method {
  readonly id: string
  readonly verb: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly pathParameters: readonly Parameter[]
  readonly positionalParameters: readonly Parameter[]
  readonly queryParameters: readonly Parameter[]
  readonly bodySchema: Schema | null
  readonly wrapping: Wrapping
  /** What is inside: of a list, an item. */
  readonly resultSchema: Schema
}

export function readOperations({ paths }: OpenApi): Operation[] {
  const operations = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, described]) => readOperation(verb.toUpperCase(), path, described)),
  )
  const gone = Object.keys(METHODS).filter((id) => !operations.some((operation) => operation.id === id))
  if (gone.length > 0) throw new Error(`The API has no operation ${gone}: remove it from methods.ts.`)
  return operations
}

function readOperation(verb: string, path: string, described: Described): Operation {
  const { operationId: id, summary, description = '', parameters = [], requestBody, responses } = described
  const method = METHODS[id]
  if (!method) {
    throw new Error(
      `The client library has no method for the operation ${id} (${verb} ${path}): name one in ` +
        'server/checks/client-library/methods.ts, run `npm run generate`, and call it in sdk/test/operations.test.ts.',
    )
  }
  const inQuery = parameters.filter((one) => one.in === 'query')
  const isPositional = ({ name }: Parameter): boolean => method.positional?.includes(name) ?? false
  return {
    ...method,
    id,
    verb,
    path,
    summary,
    description: method.description ?? withoutEnvelopes(description),
    pathParameters: pathParametersIn(path, parameters),
    positionalParameters: inQuery.filter(isPositional),
    queryParameters: inQuery.filter((one) => !isPositional(one)),
    bodySchema: requestBody?.content?.['application/json']?.schema ?? null,
    ...unwrapped(method, id, responses['200']?.content?.['application/json']?.schema ?? {}),
  }
}

function withoutEnvelopes(description: string): string {
  const text = description.replace(OF_ENVELOPES, '').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** In the order in which they stand in the path. */
function pathParametersIn(path: string, parameters: readonly Parameter[]): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const found = parameters.find((one) => one.in === 'path' && one.name === name)
    if (!found) throw new Error(`${path} does not describe ${name}`)
    return found
  })
}

function unwrapped(method: Method, id: string, answer: Schema): Pick<Operation, 'wrapping' | 'resultSchema'> {
  const { Result, Items, SucceededCount, HasError } = answer.properties ?? {}
  if (Result && HasError) return { wrapping: 'result', resultSchema: withoutNull(Result) }
  const item = Items?.items
  if (item && SucceededCount) return { wrapping: 'bulk', resultSchema: withoutNull(memberOf(item, 'Result')) }
  if (item && method.isOneItem) return { wrapping: 'item', resultSchema: item }
  if (item && id === 'redeemReward') return { wrapping: 'redeemed', resultSchema: item }
  if (item && HasError) return { wrapping: 'page', resultSchema: item }
  const [bare] = (answer.anyOf ?? [answer]).filter((one) => refName(one) !== 'Failure')
  if (!bare?.$ref) throw new Error(`The client library does not know how ${id} is answered.`)
  return { wrapping: 'bare', resultSchema: bare }
}

function memberOf(schema: Schema, name: string): Schema {
  const member = schema.properties?.[name]
  if (!member) throw new Error(`there is no ${name}`)
  return member
}
