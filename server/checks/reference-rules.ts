/** What we ask of an OpenAPI document beyond the common rules. Each rule is broken once by the test beside it. */

interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: boolean | Schema
}

interface Content {
  readonly schema: Schema
  readonly example?: unknown
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

interface Answer {
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, Content>>
}

export interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, Answer>>
}

export interface OpenApi {
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Those of JSON Schema and OpenAPI that we use: any other is a word of our own that slipped out. */
const FORMATS = new Set(['date-time', 'date', 'uri', 'email', 'uuid'])
/** Keywords of our own validators. */
const INNER_WORDS = ['decimal', 'needed', '$id']

export function problemsOfDescription(document: OpenApi): string[] {
  const problems: string[] = []
  const { schemas } = document.components
  const isDescribed = ({ description, $ref, anyOf = [] }: Schema): boolean =>
    Boolean(description) ||
    ($ref !== undefined && Boolean(schemas[$ref.split('/').at(-1) ?? '']?.description)) ||
    anyOf.some(isDescribed)

  function look(schema: Schema, place: string): void {
    if (schema.format !== undefined && !FORMATS.has(schema.format))
      problems.push(`${place}: the format “${schema.format}” is a word of our own`)
    for (const word of INNER_WORDS)
      if (word in schema) problems.push(`${place}: “${word}” is a word of our own`)
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      if (!isDescribed(member)) problems.push(`${place}.${name} has no description`)
      look(member, `${place}.${name}`)
    }
    if (schema.items) look(schema.items, `${place}[]`)
    for (const branch of schema.anyOf ?? []) look(branch, place)
    if (typeof schema.additionalProperties === 'object') look(schema.additionalProperties, `${place}{}`)
  }

  for (const { name, description } of document.tags ?? [])
    if (!description || description === name) problems.push(`the tag “${name}” has no description`)
  for (const [path, operations] of [
    ...Object.entries(document.paths),
    ...Object.entries(document.webhooks ?? {}),
  ]) {
    const isOurs = path in document.paths
    for (const [method, operation] of Object.entries(operations)) {
      const place = `${method} ${path}`
      for (const parameter of operation.parameters ?? []) {
        if (!parameter.description) problems.push(`${place} ?${parameter.name} has no description`)
        look(parameter.schema, `${place} ?${parameter.name}`)
      }
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) look(schema, `${place} >`)
      for (const [status, { content = {}, headers = {} }] of Object.entries(operation.responses)) {
        if (isOurs && !('Punchcard-Request-Id' in headers))
          problems.push(`${place} ${status} does not tell of its request id`)
        for (const { schema } of Object.values(content)) look(schema, `${place} ${status}`)
      }
      problems.push(...problemsOfExamples(operation, place, isOurs))
    }
  }
  for (const [name, schema] of Object.entries(schemas)) look(schema, name)
  return problems
}

/** What is sent, and what is answered: every operation shows both. */
function problemsOfExamples(operation: Operation, place: string, isOurs: boolean): string[] {
  const problems: string[] = []
  const { parameters = [], requestBody, responses } = operation
  for (const { name, required, example } of parameters)
    if (required && example === undefined) problems.push(`${place} ?${name} has no example`)
  for (const [type, { example }] of Object.entries(requestBody?.content ?? {}))
    if (example === undefined) problems.push(`${place} has no example of its body (${type})`)
  // A file has no form to show.
  for (const [status, { content = {} }] of Object.entries(responses))
    for (const [type, { example }] of Object.entries(content))
      if (
        isOurs &&
        status.startsWith('2') &&
        example === undefined &&
        !/^(application\/octet-stream|image\/.*)$/.test(type)
      )
        problems.push(`${place} has no example of its answer (${type})`)
  return problems
}
