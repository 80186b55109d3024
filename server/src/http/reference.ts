import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { VERSION } from '../app/version.ts'
import type { Operation } from '../contract/admin-api/operation.ts'
import { EdgeError } from '../contract/edge-error.ts'
import { ERROR, errorName } from '../contract/private-api/errors.ts'
import { describeAdminApi } from './admin-reference.ts'

/** The statuses that any operation may be answered with before it is reached. */
const EDGE_ANSWERS = {
  400: 'The body is not JSON, or not of the basic kind that the operation takes.',
  401: 'The API token or key is missing or wrong.',
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
        description:
          'Server-to-server interface of a loyalty program: orders, products, points, cashback, rewards, ' +
          'coupons, tiers and quizzes. Every answer of an operation is HTTP 200; `HasError` tells whether it ' +
          'failed, and `ErrorCode` is a number of this enumeration:\n\n| Number | Name |\n| --- | --- |\n' +
          Object.values(ERROR)
            .map((code) => `| ${code} | ${errorName(code)} |`)
            .join('\n'),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: [
        { name: 'POS', description: 'Orders and products from the store and its points of sale.' },
        { name: 'Checkout', description: 'Cashback at checkout.' },
        { name: 'Customers', description: 'Balances, histories and what a customer has.' },
        { name: 'Actions', description: 'What customers can earn with, and actions of your own.' },
        { name: 'Events', description: 'What happened to balances, to be read.' },
        { name: 'Account', description: 'Whose API key it is.' },
        { name: 'Customization', description: 'Customers, tiers and quizzes.' },
        { name: 'Rewards', description: 'Rewards and coupons.' },
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
    // Here and not in the routes: there, each of these would cost every route another serializer.
    transform: ({ schema, url }) => {
      if (!url.startsWith('/v1/pvt/') || !schema) return { schema, url }
      return { schema: { ...schema, response: { ...edgeAnswers(), ...(schema.response as object) } }, url }
    },
  })
}

function edgeAnswers(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(EDGE_ANSWERS).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: { $ref: 'Failure#' } } } },
    ]),
  )
}

/** The reference page, served wholly from here: no font, script or style from elsewhere. */
export async function serveReference(
  server: FastifyInstance,
  adminOperations: ReadonlyMap<string, Operation>,
): Promise<void> {
  serveDescription(server, '/openapi.json', () => server.swagger())
  if (adminOperations.size > 0) {
    serveDescription(server, '/openapi-admin.json', () => describeAdminApi(adminOperations.values()))
  }
  await server.register(async (docs) => {
    await docs.register(helmet, {
      contentSecurityPolicy: {
        directives: {
          defaultSrc: ["'none'"],
          // The page starts itself with an inline script and styles its parts inline.
          scriptSrc: ["'self'", "'unsafe-inline'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:'],
          fontSrc: ["'self'", 'data:'],
          connectSrc: ["'self'"],
          upgradeInsecureRequests: null,
        },
      },
      crossOriginEmbedderPolicy: false,
      strictTransportSecurity: false,
    })
    // The page makes addresses from the Host header.
    docs.addHook('onRequest', (request, _reply, done) => {
      const isHost = URL.canParse(`http://${request.hostname}`)
      done(isHost ? undefined : new EdgeError(400, 'The Host header is not the name of a host.'))
    })
    // The page's program is 4 MB of text. Sent as text it is copied for every request, and a hundred senders who do not
    // read their answers held 440 MB; these bytes are the same for all.
    let program: Buffer | undefined
    docs.addHook('onSend', (request, _reply, payload, done) => {
      if (typeof payload !== 'string' || !request.routeOptions.url?.endsWith('/js/scalar.js')) {
        return done(null, payload)
      }
      program ??= Buffer.from(payload)
      done(null, program)
    })
    // The longer path first: the page at /docs takes everything below it.
    if (adminOperations.size > 0) {
      await docs.register(reference, pageOf('/docs/admin', '/openapi-admin.json', 'Punchcard management API'))
    }
    await docs.register(reference, pageOf('/docs', '/openapi.json', 'Punchcard private API'))
  })
}

/** Written once: it is the same for all. */
function serveDescription(server: FastifyInstance, path: string, describe: () => object): void {
  let description: Buffer | undefined
  server.get(path, { schema: { hide: true } }, (_request, reply) => {
    description ??= Buffer.from(JSON.stringify(describe()))
    return reply.type('application/json; charset=utf-8').send(description)
  })
}

function pageOf(routePrefix: `/${string}`, url: string, title: string) {
  return {
    routePrefix,
    configuration: {
      url,
      title,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      // No link of this page leads to services of others.
      showDeveloperTools: 'never' as const,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  }
}
