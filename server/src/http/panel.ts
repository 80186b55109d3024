import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EdgeError } from '../contract/edge-error.ts'
import { readCookies, sessionOfCookies } from '../people/session.ts'

const BUILT = fileURLToPath(new URL('../../panel/', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const
/** The placeholder in the built page for the number that each answer has and that can't be guessed. */
const NONCE = '%NONCE%'

/** The part of the page that is drawn as the shell while the panel loads. */
const SHELL = /<!--shell-->.*<!--\/shell-->/s
/** The pages of a merchant, and the one that leads to them. */
const HAS_SHELL = /^(t\/|$)/

interface File {
  readonly type: string
  readonly bytes: Buffer
  /** As it is sent to who understands it. */
  readonly encoded: ReadonlyMap<string, Buffer>
}

/** The folder of the panel; null: it was not built. */
export function builtPanel(): string | null {
  return existsSync(join(BUILT, 'index.html')) ? BUILT : null
}

/**
 * The panel: one page, and its files. All of it is some hundred kilobytes and is held in memory: nothing that a sender
 * writes in a path ever reaches the disk.
 */
export async function servePanel(server: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const pageWithoutShell = page.replace(SHELL, '')
  const files = await readFiles(folder)
  const hidden = { schema: { hide: true } }
  server.get('/panel', hidden, (_request, reply) => reply.redirect('/panel/', 308))
  server.get('/panel/*', hidden, (request, reply) => {
    const path = (request.params as { '*': string })['*']
    const file = files.get(path)
    if (file) return sendFile(request, reply, path, file)
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

async function readFiles(folder: string): Promise<ReadonlyMap<string, File>> {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'))
  const files = new Map<string, File>()
  for (const name of names) {
    const type = TYPES[name.split('.').at(-1) ?? '']
    if (type === undefined) continue
    const encoded = new Map<string, Buffer>()
    for (const { name: encoding, ending } of ENCODINGS) {
      if (names.includes(name + ending)) encoded.set(encoding, await readFile(join(folder, name + ending)))
    }
    files.set(name, { type, bytes: await readFile(join(folder, name)), encoded })
  }
  return files
}

function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, file: File): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = ENCODINGS.find(
    ({ name }) =>
      file.encoded.has(name) && new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\b)`).test(accepted),
  )
  // A file with a hash in its name never changes; the others are asked for again.
  const isHashed = path.startsWith('assets/')
  void reply
    .type(file.type)
    .header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', 'accept-encoding')
    .header('cross-origin-resource-policy', 'same-origin')
  if (encoding) void reply.header('content-encoding', encoding.name)
  return reply.send((encoding && file.encoded.get(encoding.name)) ?? file.bytes)
}

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
    "frame-ancestors 'none'",
  ].join('; ')
}
