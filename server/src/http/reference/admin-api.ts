import { VERSION } from '../../app/version.ts'
import { ADMIN_PREFIX, isOfTenant, type Operation } from '../../contract/admin-api/operation.ts'
import { TITLES } from '../../contract/admin-api/texts.ts'
import { PROBLEM_STATUS } from '../../contract/problem.ts'
import { ADMIN_EXAMPLES } from './examples/admin-api.ts'
import { withExample } from './examples/show.ts'
import { CONTACT } from './guide.ts'
import { describeHeaders, headersOf, TELL_VERSION } from './headers.ts'
import { type Json, readable } from './readable.ts'

const PROBLEM = { $ref: '#/components/schemas/Problem' }

/** The management API as OpenAPI 3.1, from the operations as they are registered. */
export function describeAdminApi(operations: Iterable<Operation>): Json {
  const paths: Record<string, Json> = {}
  const tags = new Set<string>()
  for (const operation of operations) {
    const path = `${ADMIN_PREFIX}${operation.path}`.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) }
    tags.add(tagOf(operation))
  }
  return readable({
    openapi: '3.1.0',
    info: {
      title: 'Punchcard management API',
      version: VERSION,
      description:
        'By which a merchant runs its program: the panel uses it, and so can your own tools. Errors are RFC 9457 ' +
        'problems in the language of `Accept-Language` (pt-BR, en, es); changes of what others may change too ask ' +
        'for `If-Match`; a POST with an `Idempotency-Key` can be repeated.',
      contact: CONTACT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [...tags].map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A personal or service token: `pca_live_…`.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-punchcard',
          description: 'The panel’s session.',
        },
      },
      schemas: { Problem: PROBLEM_SCHEMA },
      headers: describeHeaders('RequestId', 'Version', 'RetryAfter'),
    },
    security: [{ token: [] }, { session: [] }],
  })
}

const TAGS: Readonly<Record<string, string>> = {
  session: 'Signing in and out, and the sessions of a person.',
  me: 'The person who is signed in: name, password, second factor and tokens.',
  people: 'Who may manage a merchant, and as what.',
  invitations: 'Invitations, for those who have one.',
  passwordResets: 'New passwords, for those who have lost theirs.',
  tokens: 'Tokens of a merchant, for its own tools.',
  audit: 'Who changed what, and when.',
  customers: 'Customers: their balances and why, what they have, and what is done for them.',
  approvals: 'Pending approvals.',
  reports:
    'What the program did and what it owes: key figures, points, liability, and the records behind them.',
  accounting: 'Entries that are proposed for points that are not redeemed yet, and months that are closed.',
  figures: 'How new the figures of reports are, and whether they agree with the ledger.',
  needs: 'What waits for a person on the first page.',
  platform: 'What operators of the installation see: its merchants.',
  settings: 'The settings of a merchant.',
  support: 'Support access: an operator looks at a merchant for a limited time, and the merchant sees it.',
  checklist: 'What is still to be done before the program begins.',
  apiKeys: 'API keys of the private API.',
  program: 'The rules for earning: draft, trial, publishing and history.',
  rewards: 'What can be redeemed.',
  couponLists: 'Lists of codes that rewards give out.',
  awards: 'What rules give by themselves, and what could not be given yet.',
  referrals: 'Friends who joined with a customer’s code, and what became of them.',
  imports: 'Files with which a merchant moves in: looked at, tried, applied and undone.',
  coupons: 'Single coupons.',
  redemptions: 'What was redeemed, and giving it back.',
  orders: 'Orders, what they earned and why, and cancelling them.',
  quizzes: 'Quizzes and their answers.',
  jobs: 'Work that takes longer than a request: how far it is, pause, resume and cancel.',
  exports: 'Data of the merchant as files, written by a job.',
  backtests: 'A program tried out on past orders, by a job: what it would have given, to whom.',
  files: 'Uploads and the results of jobs: list, upload in parts, download, delete.',
  tiers: 'The tiers of a program.',
  cards: 'The punch cards of a program.',
  webhooks: 'Endpoints that are told of every change of a balance.',
  requests: 'Requests of the private API that were refused lately.',
  storefront: 'What customers see in the shop: name, colours, switches and domains.',
  terms: 'The terms of the program, to which customers agree when they join.',
  programFile: 'The whole configuration as one file.',
  activity: 'What happened lately.',
  search: 'The search over everything.',
}

function tagOf({ id }: Operation): string {
  return id.split('.', 1)[0] ?? ''
}

function describe(operation: Operation): Json {
  const { id, summary, permission, status = 200 } = operation
  const described: Json = {
    operationId: id,
    tags: [tagOf(operation)],
    summary,
    description: describePermission(operation),
    ...(permission === 'anyone' ? { security: [] } : {}),
    parameters: parametersOf(operation),
    ...describeBody(operation),
    responses: {
      [status]:
        status === 204
          ? { description: 'Done.', headers: headersOf('RequestId') }
          : {
              description: 'Done.',
              headers: headersOf('RequestId', ...(TELL_VERSION.has(id) ? (['Version'] as const) : [])),
              content: contentOf(operation),
            },
      ...problemsOf(operation),
    },
  }
  return withExample(described, ADMIN_EXAMPLES[id])
}

function describeBody({ body, textBodyMax, octetBodyMax }: Operation): Json {
  const [type, schema] =
    textBodyMax !== undefined
      ? ['text/plain', { type: 'string' }]
      : octetBodyMax !== undefined
        ? [OCTETS, { type: 'string', contentMediaType: OCTETS, maxLength: octetBodyMax }]
        : ['application/json', body]
  return schema === undefined ? {} : { requestBody: { required: true, content: { [type]: { schema } } } }
}

const OCTETS = 'application/octet-stream'

function contentOf({ answer, isDownload }: Operation): Json {
  return isDownload
    ? { [OCTETS]: { schema: { type: 'string', contentMediaType: OCTETS } } }
    : { 'application/json': { schema: answer } }
}

function describePermission({ permission, also, confirm, audit }: Operation): string {
  const who =
    permission === 'anyone'
      ? 'Needs no log-in.'
      : permission === 'person'
        ? 'For anyone who is signed in.'
        : permission === 'operator'
          ? 'For operators of the installation; anyone else gets 404.'
          : `Needs the permission \`${permission}\`${also ? ` and \`${also}\`` : ''}.`
  const confirmation = confirm ? ' Asks for a confirmation that is at most ten minutes old.' : ''
  return `${who}${confirmation}${audit ? ` In the audit: \`${audit}\`.` : ''}`
}

function parametersOf(operation: Operation): Json[] {
  const header = (name: string, description: string): Json => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })
  return [
    ...(isOfTenant(operation)
      ? [
          {
            name: 'tenant',
            in: 'path',
            required: true,
            description: 'The merchant’s number.',
            schema: { type: 'integer', minimum: 1 },
          },
        ]
      : []),
    ...membersOf(operation.params as Json, 'path'),
    ...membersOf(operation.query as Json, 'query'),
    ...(operation.ifMatch ? [header('If-Match', 'The ETag of what was read, like `"r17"`.')] : []),
    ...(operation.octetBodyMax === undefined
      ? []
      : [header('Content-Digest', 'The SHA-256 of the body, like `sha-256=:X48E…BPE=:` (RFC 9530).')]),
    ...(operation.idempotent
      ? [header('Idempotency-Key', 'Names this request, so that it can be repeated.')]
      : []),
  ]
}

export function membersOf(schema: Json, where: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, { description, ...member }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: member,
  }))
}

/** The statuses that an operation can be refused with. */
function problemsOf({ permission, ifMatch, body, octetBodyMax }: Operation): Json {
  const names = [
    ...(permission === 'anyone' ? [] : (['unauthenticated', 'forbidden', 'notFound'] as const)),
    ...(ifMatch ? (['changed', 'preconditionRequired'] as const) : []),
    ...(octetBodyMax !== undefined ? (['preconditionRequired', 'tooLarge'] as const) : []),
    ...(body ? (['malformed', 'validation'] as const) : []),
    'tooMany' as const,
    'unavailable' as const,
  ]
  return Object.fromEntries(
    names.map((name) => [
      PROBLEM_STATUS[name],
      {
        description: `${TITLES[name].en}.`,
        headers: headersOf(
          'RequestId',
          ...(name === 'tooMany' || name === 'unavailable' ? (['RetryAfter'] as const) : []),
        ),
        content: { 'application/problem+json': { schema: PROBLEM } },
      },
    ]),
  )
}

export const PROBLEM_SCHEMA: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'requestId'],
  properties: {
    type: { type: 'string', description: 'For code: `urn:punchcard:problem:<name>`.' },
    title: { type: 'string', description: 'For people, in the language that was asked for.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What is wrong here and what to do.' },
    code: { type: 'string', description: 'The name of the catalog of errors, where it has one.' },
    errors: {
      type: 'array',
      description: 'All members of the request that are wrong.',
      items: {
        type: 'object',
        required: ['pointer', 'message'],
        properties: {
          pointer: { type: 'string', description: 'Where: a JSON pointer like `/rules/1/multiplier`.' },
          code: { type: 'string', description: 'The name of the catalog of errors, where it has one.' },
          message: { type: 'string', description: 'What is wrong.' },
          on: { type: 'string', description: 'Of a colour: what is behind it.' },
          ratio: { type: 'number', description: 'Of a colour: its contrast with that.' },
          suggestion: { type: ['string', 'null'], description: 'What would do instead, where it is known.' },
        },
      },
    },
    requestId: { type: 'string', description: 'To quote when asking for help.' },
  },
}
