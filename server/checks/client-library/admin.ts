import type { Described, OpenApi, Parameter } from './operations.ts'
import { type Direction, typeOf } from './schema-types.ts'

const MADE = '/* Made by `npm run generate` from the operations of the management API. */'

export interface AdminLibrary {
  readonly types: string
  readonly operations: string
}

/** What each operation takes and answers, and where it is: the second entry point of the client library. */
export function writeAdminLibrary({ paths }: Pick<OpenApi, 'paths'>): AdminLibrary {
  const operations = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, described]) => ({ verb: verb.toUpperCase(), path, described })),
  )
  return {
    types: [
      MADE,
      '',
      'export interface AdminOperations {',
      ...operations.flatMap(({ described }) => writeOperation(described)),
      '}',
      '',
    ].join('\n'),
    operations: [
      MADE,
      "import type { AdminOperation } from './admin-operation.ts'",
      "import type { AdminOperations } from './admin-types.gen.ts'",
      '',
      'export const ADMIN_OPERATIONS: Readonly<Record<keyof AdminOperations, AdminOperation>> = {',
      ...operations.map(({ verb, path, described }) => {
        const flags = flagsOf(described)
          .map((flag) => `, ${flag}: true`)
          .join('')
        return `  '${described.operationId}': { verb: '${verb}', path: '${path}'${flags} },`
      }),
      '}',
      '',
    ].join('\n'),
  }
}

function flagsOf(described: Described): string[] {
  return [
    ...(isText(described) ? ['isText'] : []),
    ...(isOctets(described) ? ['isOctets'] : []),
    ...(isDownload(described) ? ['isDownload'] : []),
    ...(takesKey(described) ? ['takesKey'] : []),
  ]
}

const OCTETS = 'application/octet-stream'

function isText({ requestBody }: Described): boolean {
  return requestBody?.content?.['text/plain'] !== undefined
}

function isOctets({ requestBody }: Described): boolean {
  return requestBody?.content?.[OCTETS] !== undefined
}

function isDownload({ responses }: Described): boolean {
  return responses['200']?.content?.[OCTETS] !== undefined
}

function takesKey({ parameters = [] }: Described): boolean {
  return parameters.some(({ name }) => name === 'Idempotency-Key')
}

function writeOperation(described: Described): string[] {
  const { operationId, summary, description } = described
  const answered = Object.entries(described.responses).find(([status]) => status.startsWith('2'))?.[1]
  const schema = answered?.content?.['application/json']?.schema
  return [
    `  /** ${[`${summary}.`, description ?? ''].join(' ').trim().replaceAll('*/', '*\\/')} */`,
    `  '${operationId}': {`,
    ...inputOf(described).map((line) => `    ${line}`),
    `    answer: ${isDownload(described) ? 'ReadableStream<Uint8Array>' : schema ? typeOf(schema, 'answered', 2) : 'null'}`,
    '  }',
  ]
}

function inputOf(described: Described): string[] {
  const { parameters = [], requestBody } = described
  const of = (place: string): Parameter[] => parameters.filter((one) => one.in === place)
  const body = requestBody?.content?.['application/json']?.schema
  const members = [
    ...placeOf('path', of('path')),
    ...placeOf('query', of('query')),
    ...(body ? [`  readonly body: ${typeOf(body, 'sent', 3)}`] : []),
    ...(isText(described) ? ['  readonly body: string'] : []),
    ...(isOctets(described) ? ['  readonly body: Uint8Array'] : []),
  ]
  return members.length === 0 ? ['input: {}'] : ['input: {', ...members, '}']
}

function placeOf(place: string, parameters: readonly Parameter[]): string[] {
  if (parameters.length === 0) return []
  const direction: Direction = 'sent'
  const members = parameters.map(
    ({ name, required, schema }) =>
      `readonly ${name}${required ? '' : '?'}: ${typeOf(schema, direction)}${required ? '' : ' | undefined'}`,
  )
  const isOptional = parameters.every(({ required }) => !required)
  return [
    `  readonly ${place}${isOptional ? '?' : ''}: { ${members.join('; ')} }${isOptional ? ' | undefined' : ''}`,
  ]
}
