import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '../../contract/locale.ts'
import { PROBLEM_STATUS, type Problem, ProblemError } from '../../contract/problem.ts'
import { SLUG_PATTERN } from '../../contract/public-api/schema.ts'
import { NOT_HERE, PUBLIC_TITLES, type PublicProblemName } from '../../contract/public-api/texts.ts'
import type { AnswerMemory } from '../../platform/http/answer-memory.ts'
import { html } from '../../platform/http/html.ts'
import type { Logger } from '../../platform/log.ts'
import type { About } from '../../storefront/public-api/schema.ts'
import type { ShopCall } from '../../tenancy/public-api/api.ts'
import type { StorefrontProtection } from '../../tenancy/public-api/protection.ts'
import type { ShownTerms } from '../../terms/shown.ts'
import { FOR_GOOD } from '../built-files.ts'
import { overTlsAlone } from '../panel.ts'
import { keptOf, SHARED_CACHE, sendKept } from './kept.ts'
import { hostedPage, termsPage } from './page.ts'
import { themeOf } from './page-theme.ts'
import { headersOfProblem, localeOfProblem, localeOfQuery, problemAnswering } from './problems.ts'
import type { ShownProgram } from './schema.ts'

type Asked = Pick<ShopCall, 'shop' | 'tenant' | 'locale'>

export interface PageOptions {
  readonly protection: StorefrontProtection
  readonly memory: AnswerMemory
  readonly log: Logger
  /** Where customers open the page; null: on whatever host they ask. */
  readonly origin: string | null
  readonly aboutOf: (call: Asked) => Promise<About>
  readonly programOf: (call: Asked) => Promise<ShownProgram>
  /** null: none are published. */
  readonly termsOf: (call: Asked) => Promise<ShownTerms | null>
}

/** Nothing runs in it but our own files, nothing is sent anywhere, and no page frames it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SLUG = new RegExp(SLUG_PATTERN)

/** Of a style whose name is no longer, or not yet, that of the shop's colours. */
const FOR_SECONDS = 'public, max-age=10'

/** The page of each shop, and its style. */
export async function servePages(server: FastifyInstance, options: PageOptions): Promise<void> {
  const { protection, memory, aboutOf, programOf, termsOf, origin } = options
  const hidden = { schema: { hide: true } }
  server.setErrorHandler(problemAnswering(options.log, answerProblem))
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      ...overTlsAlone(request),
    })
    done()
  })

  const askedBy = async (request: FastifyRequest): Promise<Asked> => {
    const { slug } = request.params as { slug: string }
    const shop = await protection.admitVisitor(request, slug)
    return { shop, tenant: shop.tenant, locale: localeOfQuery(request) ?? shop.tenant.locale }
  }
  const kept = (name: string, call: Asked, make: () => Promise<string>) => keptOf(memory, name, call, make)

  server.get('/shop/:slug', hidden, async (request, reply) => {
    const { slug } = request.params as { slug: string }
    if (!SLUG.test(slug)) return toOwnName(request, reply)
    const call = await askedBy(request)
    const page = await kept('page', call, async () => {
      const [about, program] = await Promise.all([aboutOf(call), programOf(call)])
      return hostedPage({ slug, about, program, origin })
    })
    void reply.header('cache-control', SHARED_CACHE).header('content-language', call.locale)
    return sendKept(request, reply.type('text/html; charset=utf-8'), page)
  })

  server.get('/shop/:slug/terms', hidden, async (request, reply) => {
    const { slug } = request.params as { slug: string }
    if (!SLUG.test(slug)) return toOwnName(request, reply, '/terms')
    const call = await askedBy(request)
    const page = await kept('terms page', call, async () => {
      const [about, terms] = await Promise.all([aboutOf(call), termsOf(call)])
      if (!terms) throw new ProblemError(NOT_HERE)
      return termsPage({ slug, about, terms, origin })
    })
    void reply.header('cache-control', SHARED_CACHE).header('content-language', call.locale)
    return sendKept(request, reply.type('text/html; charset=utf-8'), page)
  })

  server.get('/shop/:slug/', hidden, async (request, reply) => toOwnName(request, reply))
  server.get('/shop/:slug/terms/', hidden, async (request, reply) => toOwnName(request, reply, '/terms'))

  server.get(
    '/shop/:slug(^[a-z0-9-]{2,40}$)/:file(^theme-[\\w-]{22}\\.css$)',
    hidden,
    async (request, reply) => {
      const { file } = request.params as { file: string }
      const call = await askedBy(request)
      const theme = await kept('theme', call, async () => themeOf(await aboutOf(call)).css)
      const isNamed = theme.bodies.identity.etag === `"${file.slice('theme-'.length, -'.css'.length)}"`
      void reply.header('cache-control', isNamed ? FOR_GOOD : FOR_SECONDS)
      return sendKept(request, reply.type('text/css; charset=utf-8'), theme)
    },
  )
}

/** A name is typed off a receipt: in capitals, or with a slash behind it. */
function toOwnName(request: FastifyRequest, reply: FastifyReply, path = ''): FastifyReply {
  const { slug } = request.params as { slug: string }
  const name = slug.toLowerCase()
  if (!SLUG.test(name)) throw new ProblemError(NOT_HERE)
  const locale = localeOfQuery(request)
  return reply.redirect(`/shop/${name}${path}${locale === null ? '' : `?lang=${locale}`}`, 308)
}

/** What goes wrong is a page too: a person reads it. */
function answerProblem(request: FastifyRequest, reply: FastifyReply, found: Problem): FastifyReply {
  return reply
    .code(PROBLEM_STATUS[found.name])
    .headers(headersOfProblem(request, found))
    .type('text/html; charset=utf-8')
    .send(problemPage(found, localeOfProblem(request)))
}

function problemPage({ name, detail }: Problem, locale: Locale): string {
  const title = PUBLIC_TITLES[name as PublicProblemName][locale]
  return html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${detail[locale]}</p></main></body>
</html>
`.text
}
