import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { asExpress, type MintsTokens, type TokenScope, tokenRoute } from '../../../sdk/src/token-route.ts'

const STYLES = readFileSync(new URL('shop.css', import.meta.url), 'utf8')

/** A page of a shop, as its server renders it. */
export interface ShopPage {
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl'
  /** The name of the shop in the meta element. Default: the right one. */
  readonly slug?: string
  /** Of the meta element: more than its address. */
  readonly meta?: Readonly<Record<string, string>>
  readonly head?: string
  readonly body: string
  /** In place of everything else. */
  readonly whole?: string
  readonly bodyClass?: string
  readonly htmlClass?: string
  /** The policy of content. Default: the strictest with which elements have to work. */
  readonly policy?: string | null
  /** Default: one bundle, with its hash. */
  readonly scripts?: readonly string[]
  /** In place of them, one file of a release. */
  readonly pinned?: PinnedFile
  /** Where the reserve stylesheet is: among the shop's own files, or pinned at the server's. Default: its own. */
  readonly reserve?: 'own' | 'pinned'
}

interface PinnedFile {
  readonly path: string
  readonly integrity: string
}

/** What a shop needs of Punchcard. */
interface Loyalty {
  readonly punchcard: MintsTokens
  /** By the names that are in sessions. */
  readonly idOf: ReadonlyMap<string, string>
  /** Where browsers find the server. */
  readonly url: string
  readonly slug: string
  readonly files: ReadonlyMap<string, PinnedFile>
}

/** A shop with a session: its pages, and its route for tokens. What it knows of Punchcard is the client library. */
export class ShopServer {
  readonly pages = new Map<string, (customer: string | null) => ShopPage>()
  /** What was reported against the policy of content. */
  reports: string[] = []
  /** How often a token was asked for. */
  mints = 0
  tokenLatencyMs = 0
  /** Answers in place of the route. */
  tokenTrouble: { readonly status: number; readonly body?: string } | null = null
  /** What its tokens are good for; undefined: for everything. */
  scopes: readonly TokenScope[] | undefined
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  #reserve = ''
  #loyalty: Loyalty | undefined
  #tokens: (() => ReturnType<typeof asExpress>) | undefined

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  /** From now on its pages load elements. */
  async use(loyalty: Loyalty): Promise<void> {
    const { punchcard, idOf, url, files } = loyalty
    this.#loyalty = loyalty
    const customer = (request: IncomingMessage): string | null => {
      const name = customerOf(request)
      return name && (idOf.get(name) ?? name)
    }
    this.#tokens = () => asExpress(tokenRoute(punchcard, { customerOf: customer, scopes: this.scopes }))
    this.#reserve = await (await fetch(`${url}${files.get('reserve.css')?.path}`)).text()
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  reset(): void {
    this.pages.clear()
    this.reports = []
    this.mints = 0
    this.tokenLatencyMs = 0
    this.tokenTrouble = null
    this.scopes = undefined
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop')
    if (pathname === '/sign-in') {
      const as = searchParams.get('as')
      const cookie = as ? `customer=${as}; Path=/` : 'customer=; Path=/; Max-Age=0'
      response.writeHead(303, { location: searchParams.get('to') ?? '/', 'set-cookie': cookie })
      return void response.end()
    }
    if (pathname === '/loyalty/token') return this.#mint(request, response)
    if (pathname === '/shop.css') return send(response, 'text/css', STYLES, { 'cache-control': 'max-age=60' })
    if (pathname === '/reserve.css')
      return send(response, 'text/css', this.#reserve, { 'cache-control': 'max-age=60' })
    if (pathname === '/favicon.ico') return void response.writeHead(204).end()
    if (pathname === '/reports') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      this.reports.push(Buffer.concat(chunks).toString())
      return void response.writeHead(204).end()
    }
    const page = this.pages.get(pathname)
    if (!page) return void response.writeHead(404).end()
    const shown = page(customerOf(request))
    const policy = shown.policy === undefined ? this.strictest : shown.policy
    // A page that is cached can be brought back by “Back” as it was left.
    send(response, 'text/html; charset=utf-8', shown.whole ?? this.#html(shown), {
      ...(policy === null ? {} : { 'content-security-policy': policy }),
    })
  }

  async #mint(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.mints += 1
    await sleep(this.tokenLatencyMs)
    if (this.tokenTrouble) {
      const { status, body } = this.tokenTrouble
      return void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    }
    this.#tokens?.()(request, response, (error) => response.writeHead(500).end(String(error)))
  }

  get strictest(): string {
    const { url = '' } = this.#loyalty ?? {}
    return [
      "default-src 'none'",
      `script-src ${url}`,
      "style-src 'self'",
      `connect-src 'self' ${url}`,
      'img-src https:',
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      'report-uri /reports',
    ].join('; ')
  }

  #html({
    lang = 'en',
    dir = 'ltr',
    slug = this.#loyalty?.slug,
    meta = {},
    head = '',
    body,
    bodyClass = '',
    htmlClass = '',
    scripts,
    pinned: only,
    reserve,
  }: ShopPage): string {
    const { url = '', files: present } = this.#loyalty ?? {}
    const pinned = (name: string): PinnedFile => present?.get(name) ?? { path: '', integrity: '' }
    const { path, integrity } = pinned('reserve.css')
    const data = Object.entries(meta).map(([name, value]) => ` data-${name}="${value}"`)
    const files = only ? [only] : (scripts ?? ['punchcard.js']).map(pinned)
    const loaded = files.map(
      (file) =>
        `<script type="module" src="${url}${file.path}" integrity="${file.integrity}" crossorigin></script>`,
    )
    return `<!doctype html>
<html lang="${lang}" dir="${dir}" class="${htmlClass}"><head><meta charset="utf-8"><title>Aurora Reserva</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="stylesheet" href="/shop.css">
${reserve === 'pinned' ? `<link rel="stylesheet" href="${url}${path}" integrity="${integrity}" crossorigin>` : '<link rel="stylesheet" href="/reserve.css">'}
${loaded.join('\n')}
<meta name="punchcard" content="${url}/${slug}"${data.join('')}>
${head}</head><body class="${bodyClass}">${body}</body></html>`
  }
}

function customerOf(request: IncomingMessage): string | null {
  return /(?:^|; )customer=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? null
}

function send(
  response: ServerResponse,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(200, { 'content-type': type, ...headers }).end(body)
}
