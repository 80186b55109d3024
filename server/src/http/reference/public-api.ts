import { VERSION } from '../../app/version.ts'
import { PROBLEM_STATUS } from '../../contract/problem.ts'
import { PUBLIC_LIMITS, PUBLIC_PREFIX, type PublicOperation } from '../../contract/public-api/operation.ts'
import { PUBLIC_TITLES, type PublicProblemName } from '../../contract/public-api/texts.ts'
import { membersOf, PROBLEM_SCHEMA } from './admin-api.ts'
import { PUBLIC_BODIES, PUBLIC_EXAMPLES } from './examples/public-api.ts'
import { CONTACT } from './guide.ts'
import { describeHeaders, headersOf } from './headers.ts'
import { type Json, readable } from './readable.ts'

const PROBLEM = { $ref: '#/components/schemas/Problem' }
/** With what pages need in order to show what has changed. */
const PUBLIC_PROBLEM_SCHEMA: Json = {
  ...PROBLEM_SCHEMA,
  properties: {
    ...(PROBLEM_SCHEMA.properties as Json),
    points: {
      type: ['string', 'null'],
      description: 'Of `priceChanged`: what the reward costs now; null: it is paid with cashback.',
    },
    version: {
      type: ['integer', 'null'],
      description: 'Of `termsChanged`: the version of the terms that are in force; null: none are published.',
    },
  },
}

const TAGS: Readonly<Record<string, string>> = {
  shop: 'What everyone may see of a shop. Without a token; any cache may keep it.',
  me: 'What one customer sees, whose token it is.',
}

/** The storefront API as OpenAPI 3.1, from the operations as they are registered. */
export function describePublicApi(operations: Iterable<PublicOperation>): Json {
  const paths: Record<string, Json> = {}
  const tags = new Set<string>()
  for (const operation of operations) {
    const path = `${PUBLIC_PREFIX}${operation.path}`.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) }
    tags.add(tagOf(operation))
  }
  return readable({
    openapi: '3.1.0',
    info: {
      title: 'Punchcard storefront API',
      version: VERSION,
      description:
        'By which pages of a shop show customers their points. The shop’s backend makes tokens with ' +
        '`POST /v1/pvt/Token`; browsers send them. Errors are RFC 9457 problems in the language of ' +
        '`Accept-Language` (pt-BR, en, es). Members are only ever added.',
      contact: CONTACT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [...tags].map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    components: {
      securitySchemes: {
        customer: { type: 'http', scheme: 'bearer', description: 'A token of a customer: `pc1.…`.' },
      },
      schemas: { Problem: PUBLIC_PROBLEM_SCHEMA },
      headers: describeHeaders('RequestId', 'RetryAfter', 'Replayed'),
    },
    security: [{ customer: [] }],
  })
}

function tagOf({ id }: PublicOperation): string {
  return id.split('.', 1)[0] ?? ''
}

function describe(operation: PublicOperation): Json {
  const {
    id,
    summary,
    description,
    access,
    limit,
    params,
    query,
    body,
    answer,
    answerTypes,
    status = 200,
  } = operation
  const { perSecond, perHour } = PUBLIC_LIMITS[limit]
  const isPublic = access === 'public'
  const who = isPublic
    ? ''
    : ` The token needs the scope \`${access}\`. A customer may ask ${perSecond} times a second and ${perHour} times an hour.`
  return {
    operationId: id,
    tags: [tagOf(operation)],
    summary,
    description: description + who,
    ...(isPublic ? { security: [] } : {}),
    parameters: [...membersOf(params as Json, 'path'), ...membersOf(query as Json, 'query')].map(
      withOwnExample,
    ),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, example: PUBLIC_BODIES[id] } },
      },
    }),
    responses: {
      ...(!isPublic &&
        status === 201 && {
          200: {
            description: 'Done before, under the same key.',
            headers: headersOf('RequestId', 'Replayed'),
            content: { 'application/json': { schema: answer, example: PUBLIC_EXAMPLES[id] } },
          },
        }),
      [status]: {
        description: 'Done.',
        headers: headersOf('RequestId'),
        content: answerTypes
          ? Object.fromEntries(answerTypes.map((type) => [type, { schema: {} }]))
          : { 'application/json': { schema: answer, example: PUBLIC_EXAMPLES[id] } },
      },
      ...problemsOf(operation),
    },
  }
}

function withOwnExample(parameter: Json): Json {
  const { examples: [example] = [] } = parameter.schema as { examples?: unknown[] }
  return example === undefined ? parameter : { ...parameter, example }
}

/** The statuses that an operation can be refused with. */
function problemsOf({ access, body, conflicts = [] }: PublicOperation): Json {
  const names: PublicProblemName[] = [
    ...(body ? (['malformed', 'tooLarge', 'unsupported'] as const) : []),
    ...(access === 'public' ? [] : (['unauthenticated', 'forbidden'] as const)),
    // What everyone may send has a link in it.
    ...(access === 'public' && body ? (['unauthenticated'] as const) : []),
    'notFound',
    ...(conflicts.length > 0 ? (['conflict'] as const) : []),
    ...(['validation', 'tooMany', 'unavailable'] as const),
  ]
  return Object.fromEntries(
    names.map((name) => [
      PROBLEM_STATUS[name],
      {
        description: `${PUBLIC_TITLES[name].en}${name === 'conflict' ? `: ${listed(conflicts)}` : ''}.`,
        headers: headersOf(
          'RequestId',
          ...(name === 'tooMany' || name === 'unavailable' ? (['RetryAfter'] as const) : []),
        ),
        content: { 'application/problem+json': { schema: PROBLEM } },
      },
    ]),
  )
}

function listed(codes: readonly string[]): string {
  return codes.map((code) => `\`${code}\``).join(', ')
}
