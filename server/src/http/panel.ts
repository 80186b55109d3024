import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EdgeError } from '../contract/edge-error.ts'
import { readCookies, sessionOfCookies } from '../people/session.ts'
import { FOR_GOOD, readBuiltFiles, sendBuiltFile } from './built-files.ts'

const BUILT = fileURLToPath(new URL('../../panel/', import.meta.url))

/** The placeholder in the built page for the number that each answer has and that can't be guessed. */
const NONCE = '%NONCE%'

/** The part of the page that is drawn as the shell while the panel loads. */
const SHELL = /<!--shell-->.*<!--\/shell-->/s
/** The pages of a merchant, and the one that leads to them. */
const HAS_SHELL = /^(t\/|$)/

/** The folder of the panel; null: it was not built. */
export function builtPanel(): string | null {
  return existsSync(join(BUILT, 'index.html')) ? BUILT : null
}

/** The placeholder for where customers of shops ask, if that is a host of its own. */
const SHOP_ORIGIN = '%SHOP_ORIGIN%'

/** The panel: one page, and its files. */
export async function servePanel(
  server: FastifyInstance,
  folder: string,
  shopOrigin: string | null = null,
): Promise<void> {
  const built = await readFile(join(folder, 'index.html'), 'utf8')
  const page = built.replace(SHOP_ORIGIN, shopOrigin ?? '')
  const pageWithoutShell = page.replace(SHELL, '')
  const files = await readBuiltFiles(folder)
  const hidden = { schema: { hide: true } }
  server.get('/panel', hidden, (_request, reply) => reply.redirect('/panel/', 308))
  server.get('/panel/*', hidden, (request, reply) => {
    const path = (request.params as { '*': string })['*']
    const file = files.get(path)
    if (file) {
      // A file with a hash in its name never changes; the others are asked for again.
      void reply
        .header('cache-control', path.startsWith('assets/') ? FOR_GOOD : 'no-cache')
        .header('cross-origin-resource-policy', 'same-origin')
      return sendBuiltFile(request, reply, file)
    }
    // What looks like a file is none of the panel's pages: an old one, which a new build does not have.
    if (path.startsWith('assets/') || /\.\w+$/.test(path)) {
      throw new EdgeError(404, `There is no file /panel/${path.slice(0, 200)}.`)
    }
    return sendPage(reply, HAS_SHELL.test(path) && hasSession(request) ? page : pageWithoutShell)
  })
}

/** Whether the browser seems to be signed in: the panel finds out whether the session still counts. */
function hasSession({ headers }: FastifyRequest): boolean {
  return sessionOfCookies(readCookies(headers.cookie), headers.host) !== null
}

/** Where the panel was not built: who opens it is told what is missing, not that there is no such page. */
export function tellPanelIsMissing(server: FastifyInstance): void {
  const refuse = (): never => {
    throw new EdgeError(404, PANEL_IS_MISSING)
  }
  server.get('/panel', { schema: { hide: true } }, refuse)
  server.get('/panel/*', { schema: { hide: true } }, refuse)
}

export const PANEL_IS_MISSING =
  'The panel was not built on this server: run `npm ci` and `npm run build` in its folder, and start it again. Or set PUNCHCARD_PANEL=0, if no panel is wanted.'

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(18).toString('base64url')
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policyWith(nonce))
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-frame-options', 'DENY')
    .headers(overTlsAlone(reply.request))
    .send(page.replaceAll(NONCE, nonce))
}

/** Who came over TLS, as the trusted proxy says, comes back over TLS alone; plain HTTP on loopback stays possible. */
export function overTlsAlone({ protocol }: Pick<FastifyRequest, 'protocol'>): Record<string, string> {
  return protocol === 'https' ? { 'strict-transport-security': 'max-age=31536000' } : {}
}

/** Nothing inline and nothing from elsewhere, but for pictures of rewards, which merchants keep where they like. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    // The preview of the storefront.
    "frame-src 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
