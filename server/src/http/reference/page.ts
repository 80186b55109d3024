import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Operation } from '../../contract/admin-api/operation.ts'
import { EdgeError } from '../../contract/edge-error.ts'
import type { PublicOperation } from '../../contract/public-api/operation.ts'
import { overTlsAlone } from '../panel.ts'
import { describeAdminApi } from './admin-api.ts'
import { describePublicApi } from './public-api.ts'

/** An API token and key that the page fills in: those of the demo merchant, which the terminal shows too. */
export interface ReferenceLogin {
  readonly token: string
  readonly key: string
}

export interface DescribedOperations {
  readonly adminOperations: ReadonlyMap<string, Operation>
  readonly publicOperations: ReadonlyMap<string, PublicOperation>
}

/** The reference page, served wholly from here: no font, script or style from elsewhere. */
export async function serveReference(
  server: FastifyInstance,
  { adminOperations, publicOperations }: DescribedOperations,
  /** null: readers type their own. */
  login: ReferenceLogin | null = null,
): Promise<void> {
  const hidden = { schema: { hide: true } }
  server.get('/', hidden, (_request, reply) => reply.redirect('/docs', 302))
  server.get(ICON_PATH, hidden, (_request, reply) => reply.type('image/svg+xml').send(ICON))
  serveDescription(server, '/openapi.json', () => server.swagger())
  if (adminOperations.size > 0) {
    serveDescription(server, '/openapi-admin.json', () => describeAdminApi(adminOperations.values()))
  }
  if (publicOperations.size > 0) {
    serveDescription(server, '/openapi-storefront.json', () => describePublicApi(publicOperations.values()))
  }
  await server.register(async (docs) => {
    await docs.register(helmet, {
      contentSecurityPolicy: {
        directives: {
          defaultSrc: ["'none'"],
          // What starts the page is added by its hash, where the page is sent.
          scriptSrc: ["'self'"],
          // The page's program adds its styles while it runs. They run nothing, and load nothing from elsewhere.
          styleSrc: ["'self'", "'unsafe-inline'"],
          baseUri: ["'none'"],
          formAction: ["'none'"],
          frameAncestors: ["'none'"],
          objectSrc: ["'none'"],
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
    docs.addHook('onSend', (request, reply, payload, done) => {
      if (typeof payload !== 'string') return done(null, payload)
      if (request.routeOptions.url?.endsWith('/js/scalar.js')) {
        program ??= Buffer.from(payload)
        return done(null, program)
      }
      if (String(reply.getHeader('content-type')).includes('text/html')) {
        allowScriptsOf(reply, payload)
        void reply.headers(overTlsAlone(request))
      }
      done(null, payload)
    })
    // The longer path first: the page at /docs takes everything below it.
    if (adminOperations.size > 0) {
      await docs.register(
        reference,
        pageOf('/docs/admin', '/openapi-admin.json', 'Punchcard management API', null),
      )
    }
    if (publicOperations.size > 0) {
      await docs.register(
        reference,
        pageOf('/docs/storefront', '/openapi-storefront.json', 'Punchcard storefront API', null),
      )
    }
    await docs.register(reference, pageOf('/docs', '/openapi.json', 'Punchcard private API', login))
  })
}

/** Lets a page run the scripts that stand in it, and nothing that was put into it later. */
function allowScriptsOf(reply: FastifyReply, page: string): void {
  const scripts = [...page.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = scripts.map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  const policy = String(reply.getHeader('content-security-policy'))
  void reply.header(
    'content-security-policy',
    policy.replace("script-src 'self'", ["script-src 'self'", ...hashes].join(' ')),
  )
}

/** Written once: it is the same for all. Its commands have the port on which this server listens. */
function serveDescription(server: FastifyInstance, path: string, describe: () => object): void {
  let description: Buffer | undefined
  server.get(path, { schema: { hide: true } }, (request, reply) => {
    const port = request.raw.socket.localPort ?? USUAL_PORT
    description ??= Buffer.from(
      JSON.stringify(describe()).replaceAll(`http://127.0.0.1:${USUAL_PORT}`, `http://127.0.0.1:${port}`),
    )
    return reply.type('application/json; charset=utf-8').send(description)
  })
}

const USUAL_PORT = 3000

const ICON_PATH = '/docs/icon.svg'
/** The mark of the panel: a card with four holes. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><title>Punchcard</title><path fill="#0b6150" ' +
  'fill-rule="evenodd" d="M6 0h14a3 3 0 0 1 3 3v16.5L16.5 26H6a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3zM9.3 3.7a2.3 2.3 0 1 0 0 ' +
  '4.6 2.3 2.3 0 0 0 0-4.6zM16.7 3.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM9.3 10.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 ' +
  '0 0 0-4.6zM9.3 17.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z"/></svg>'

function pageOf(routePrefix: `/${string}`, url: string, title: string, login: ReferenceLogin | null) {
  return {
    routePrefix,
    configuration: {
      url,
      title,
      pageTitle: title,
      favicon: ICON_PATH,
      // As they are written, with what is required marked: an order begins with its id, and not with “Branch”.
      orderSchemaPropertiesBy: 'preserve' as const,
      orderRequiredPropertiesFirst: false,
      hideModels: true,
      defaultHttpClient: { targetKey: 'shell' as const, clientKey: 'curl' as const },
      ...(login === null
        ? {}
        : {
            authentication: {
              preferredSecurityScheme: 'apiKey',
              securitySchemes: { apiKey: { username: login.token, password: login.key } },
            },
          }),
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
