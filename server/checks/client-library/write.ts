import { ERROR } from '../../src/contract/private-api/errors.ts'
import { type OpenApi, type Operation, readOperations } from './operations.ts'
import { membersOf, refName, type Schema, typeOf } from './schema-types.ts'

const MADE = '/* Made by `npm run generate` from the operations of the private API. */'

export interface ClientLibrary {
  readonly types: string
  readonly operations: string
  readonly groups: string
}

/** The parts of sdk/src/ that follow from the API: its types, its operations, and a method for each of them. */
export function writeClientLibrary(api: OpenApi): ClientLibrary {
  const operations = readOperations(api)
  return {
    types: writeTypes(api, operations),
    operations: writeTable(operations),
    groups: writeGroups(operations),
  }
}

/* Types. */

function writeTypes({ components }: OpenApi, operations: readonly Operation[]): string {
  const written = new Map<string, string>()
  const define = (name: string, text: string): void => {
    const before = written.get(name)
    if (before !== undefined && before !== text) throw new Error(`There are two types of the name ${name}.`)
    written.set(name, text)
  }
  const sent = new Set(operations.flatMap(({ bodySchema }) => (bodySchema ? refsIn(bodySchema) : [])))
  for (const [name, schema] of Object.entries(components.schemas)) {
    if (name === 'Failure') continue
    define(name, interfaceOf(name, membersOf(schema, sent.has(name) ? 'sent' : 'answered')))
  }
  for (const operation of operations) {
    const body = bodyItem(operation)
    if (body) define(bodyName(operation), interfaceOf(bodyName(operation), membersOf(body, 'sent')))
    if (operation.queryParameters.length > 0) {
      define(queryName(operation), interfaceOf(queryName(operation), queryMembers(operation)))
    }
    const { resultSchema } = operation
    if (!resultSchema.$ref && resultSchema.properties) {
      const members = membersOf(resultSchema, 'answered')
      define(resultName(operation), interfaceOf(resultName(operation), members))
    }
  }
  return [MADE, '', ...written.values()].join('\n')
}

function interfaceOf(name: string, members: readonly string[]): string {
  return [`export interface ${name} {`, ...members, '}', ''].join('\n')
}

function refsIn(schema: Schema): string[] {
  if (schema.$ref) return [refName(schema)]
  const inner = [...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {}), schema.items ?? {}]
  return inner.flatMap((one) => (Object.keys(one).length === 0 ? [] : refsIn(one)))
}

/** The body, or an item of it, with what the operation always needs as required. */
function bodyItem({ bodySchema, required = [] }: Operation): Schema | null {
  if (!bodySchema) return null
  const schema = bodySchema.type === 'array' ? bodySchema.items : bodySchema
  if (!schema?.properties) throw new Error('The client library expects an object, or a list of objects.')
  const properties = { ...schema.properties }
  for (const name of required) {
    const member = properties[name]
    if (!member) throw new Error(`The body has no member ${name}.`)
    properties[name] = { ...member, type: [member.type ?? []].flat().filter((type) => type !== 'null') }
  }
  return { ...schema, properties, required }
}

function queryMembers({ queryParameters }: Operation): string[] {
  const properties = Object.fromEntries(
    queryParameters.map(({ name, schema, description }) => {
      return [name, description ? { ...schema, description } : schema]
    }),
  )
  return membersOf({ properties }, 'sent')
}

const bodyName = ({ id, body }: Operation): string => body ?? `${pascal(id)}Input`
const queryName = ({ id }: Operation): string => `${pascal(id)}Query`
const resultName = ({ id }: Operation): string => `${pascal(id)}Result`
const pascal = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1)

/* The table of operations. */

function writeTable(operations: readonly Operation[]): string {
  return [
    MADE,
    "import type { Operation } from './operation.ts'",
    '',
    'export const OPERATIONS = {',
    ...operations.map((operation) => `  ${operation.id}: ${rowOf(operation)},`),
    '} as const satisfies Readonly<Record<string, Operation>>',
    '',
    'export type OperationId = keyof typeof OPERATIONS',
    '',
    '/** The errors of the API, with their numbers; spellings are those of the API. */',
    'export const ERROR_CODES = {',
    ...Object.entries(ERROR).map(([name, code]) => `  ${name}: ${code},`),
    '} as const',
    '',
    'export type ErrorName = keyof typeof ERROR_CODES',
    '',
  ].join('\n')
}

function rowOf({ verb, path, wrapping, madeKey, doneBefore }: Operation): string {
  return [
    `{ verb: '${verb}', path: '${path}', wrapping: '${wrapping}'`,
    ...(madeKey ? [`madeKey: '${madeKey}'`] : []),
    ...(doneBefore ? [`doneBefore: [${doneBefore[0]}, '${doneBefore[1]}']`] : []),
  ]
    .join(', ')
    .concat(' }')
}

/* The methods. */

function writeGroups(operations: readonly Operation[]): string {
  const groups = Map.groupBy(operations, ({ name }) => name.split('.', 1)[0] ?? '')
  const methods = [...groups].map(([group, ofGroup]) => writeGroup(group, ofGroup))
  const names = [...new Set(operations.flatMap(typeNamesOf))].sort()
  return [
    MADE,
    "import type { Bulk, Call, CallOptions, Page, Redeemed, Send } from './call.ts'",
    'import type {',
    ...names.map((name) => `  ${name},`),
    "} from './types.gen.ts'",
    '',
    ...methods,
  ].join('\n')
}

function typeNamesOf(operation: Operation): string[] {
  return [
    ...(operation.bodySchema ? [bodyName(operation)] : []),
    ...(operation.queryParameters.length > 0 ? [queryName(operation)] : []),
    resultTypeOf(operation).replace('[]', ''),
  ]
}

function writeGroup(group: string, operations: readonly Operation[]): string {
  return [
    `export class ${pascal(group)}Operations {`,
    '  readonly #send: Send',
    '',
    '  constructor(send: Send) {',
    '    this.#send = send',
    '  }',
    ...operations.flatMap(writeMethod),
    '}',
    '',
  ].join('\n')
}

function writeMethod(operation: Operation): string[] {
  const name = operation.name.split('.')[1] ?? ''
  const { parameters, input } = argumentsOf(operation)
  const sent = input.length > 0 ? `{ ${input.join(', ')} }` : '{}'
  return [
    '',
    ...docOf(operation),
    `  ${name}(${[...parameters, 'options?: CallOptions'].join(', ')}): Call<${answerType(operation)}> {`,
    `    return this.#send('${operation.id}', ${sent}, options)`,
    '  }',
  ]
}

function docOf({ summary, description, verb, path, repeat }: Operation): string[] {
  const lines = [`${summary}.`, ...(description ? ['', description] : [])]
  return [
    '  /**',
    ...[...lines, '', `\`${verb} ${path}\`. Safe to send again: ${repeat}.`].map((line) =>
      line === '' ? '   *' : `   * ${line}`,
    ),
    '   */',
  ]
}

function argumentsOf(operation: Operation): { parameters: string[]; input: string[] } {
  const { pathParameters, positionalParameters, queryParameters, bodySchema, required } = operation
  const parameters: string[] = []
  const input: string[] = []
  if (pathParameters.length > 0) {
    const names = pathParameters.map(({ name }) => name)
    parameters.push(
      ...pathParameters.map(
        ({ name, schema }) => `${name}: ${schema.type === 'string' ? 'string' : 'number'}`,
      ),
    )
    input.push(`path: [${names.join(', ')}]`)
  }
  for (const { name, required: isRequired } of positionalParameters) {
    const argument = name.charAt(0).toLowerCase() + name.slice(1)
    const isOptional = !isRequired && !bodySchema
    parameters.push(isOptional ? `${argument}?: string | null` : `${argument}: string`)
    input.push(`query: { ${name === argument ? name : `${name}: ${argument}`} }`)
  }
  if (queryParameters.length > 0) {
    parameters.push(`query: ${queryName(operation)} = {}`)
    input.push('query: { ...query }')
  }
  if (bodySchema) {
    const list = bodySchema.type === 'array' ? 'readonly ' : ''
    const type = `${list}${bodyName(operation)}${list ? '[]' : ''}`
    parameters.push(required || list ? `body: ${type}` : `body: ${type} = {}`)
    input.push('body')
  }
  return { parameters, input }
}

function resultTypeOf(operation: Operation): string {
  const { resultSchema } = operation
  if (resultSchema.$ref || resultSchema.type === 'array') return typeOf(resultSchema, 'answered')
  return resultName(operation)
}

function answerType(operation: Operation): string {
  const result = resultTypeOf(operation)
  const wrapped = { page: 'Page', bulk: 'Bulk', redeemed: 'Redeemed', result: null, item: null, bare: null }
  const wrapper = wrapped[operation.wrapping]
  const type = wrapper ? `${wrapper}<${result}>` : result
  return operation.mayBeNothing ? `${type} | null` : type
}
