import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { VERSION } from '../../app/version.ts'
import { ERROR } from '../../contract/private-api/errors.ts'
import { ERRORS_OF_OPERATION } from './errors.ts'
import { PRIVATE_EXAMPLES } from './examples/private-api.ts'
import { withExample } from './examples/show.ts'
import { CONTACT, ERROR_TABLE, listErrors, PRIVATE_API_GUIDE } from './guide.ts'
import { describeHeaders, headersOf, TELL_MATCH, TELL_OTHER_SEQUENCE, TELL_SEQUENCE } from './headers.ts'
import { type Json, readable } from './readable.ts'
import { WEBHOOKS } from './webhooks.ts'

/** The statuses that any operation may be answered with before it is reached. */
const EDGE_ANSWERS = {
  400: 'The body is not JSON, or not of the basic kind that the operation takes.',
  401: 'The API token or key is missing or wrong.',
  403: 'The API key lacks the scope that the operation needs, or the merchant is suspended, or closed and this would change it.',
  413: 'The body is too large.',
  415: 'The body was not sent as application/json.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  500: 'Something went wrong on our side.',
  503: 'Overloaded, stopping, or the outcome is unknown: send the same request again after `Retry-After`.',
}

export async function documentApi(server: FastifyInstance): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Punchcard private API',
        version: VERSION,
        description: PRIVATE_API_GUIDE,
        contact: CONTACT,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: [
        { name: 'Account', description: 'Whose API key it is.' },
        { name: 'POS', description: 'Orders and products from the store and its points of sale.' },
        { name: 'Customers', description: 'Balances, histories and what a customer has.' },
        { name: 'Checkout', description: 'Cashback at checkout.' },
        { name: 'Rewards', description: 'Rewards and coupons.' },
        { name: 'Actions', description: 'What customers can earn with, and custom actions.' },
        { name: 'Cards', description: 'Punch cards: what they are, and the stamps on those of a customer.' },
        { name: 'Referrals', description: 'Customers who bring friends.' },
        { name: 'Storefront', description: 'Tokens with which browsers read for one customer.' },
        { name: 'Customization', description: 'Customers, tiers and quizzes.' },
        { name: 'Events', description: 'What happened to balances, to be read.' },
        { name: 'Webhooks', description: 'What happened to balances, sent to your server.' },
        { name: 'Errors', description: ERROR_TABLE },
      ],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'basic',
            description: 'User name: the API token. Password: the API key.',
          },
        },
      },
      security: [{ apiKey: [] }],
    },
    refResolver: {
      buildLocalReference: (json) => String(json.$id),
    },
    // Here and not in the routes: what is answered at the edge is no route's own.
    transform: ({ schema, url }) => {
      if (!url.startsWith('/v1/pvt/') || !schema) return { schema, url }
      return { schema: { ...schema, response: { ...edgeAnswers(), ...(schema.response as object) } }, url }
    },
    transformObject: (made) => ('openapiObject' in made ? (finish(made.openapiObject as Json) as never) : {}),
  })
}

function edgeAnswers(): Json {
  return Object.fromEntries(
    Object.entries(EDGE_ANSWERS).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: { $ref: 'Failure#' } } } },
    ]),
  )
}

/** What belongs to the document as a whole, once all routes are in it. */
function finish(document: Json): Json {
  const { paths, components, ...rest } = document as { paths: Record<string, Json>; components: Json }
  return readable({
    ...rest,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [
            method,
            finishOperation(operation as Json),
          ]),
        ),
      ]),
    ),
    webhooks: WEBHOOKS,
    components: {
      ...components,
      headers: describeHeaders(
        'RequestId',
        'CustomerSequence',
        'OtherSequence',
        'MatchedBy',
        'Ignored',
        'RetryAfter',
        'Authenticate',
      ),
    },
  })
}

function finishOperation(operation: Json): Json {
  const responses = Object.entries(operation.responses as Record<string, Json>)
  const { operationId } = operation as { operationId: string }
  const errors = ERRORS_OF_OPERATION[operationId] ?? []
  const shown: Json = {
    ...operation,
    description: `${operation.description ?? ''}${listErrors(errors)}`.trim(),
    'x-error-codes': errors.map((name) => ERROR[name]).sort((a, b) => a - b),
    responses: Object.fromEntries(
      responses.map(([status, response]) => [
        status,
        { ...describeAnswer(status, response), headers: headersOfAnswer(status, operationId) },
      ]),
    ),
  }
  return withExample(shown, PRIVATE_EXAMPLES[operationId])
}

function describeAnswer(status: string, response: Json): Json {
  return status === '200' ? { ...response, description: 'Done, or refused: `HasError` tells.' } : response
}

function headersOfAnswer(status: string, operationId: string): Json {
  switch (status) {
    case '200':
      return headersOf(
        'RequestId',
        'Ignored',
        ...(TELL_SEQUENCE.has(operationId) ? (['CustomerSequence'] as const) : []),
        ...(TELL_OTHER_SEQUENCE.has(operationId) ? (['OtherSequence'] as const) : []),
        ...(TELL_MATCH.has(operationId) ? (['MatchedBy'] as const) : []),
      )
    case '401':
      return headersOf('RequestId', 'Authenticate')
    case '429':
    case '503':
      return headersOf('RequestId', 'RetryAfter')
    default:
      return headersOf('RequestId')
  }
}
