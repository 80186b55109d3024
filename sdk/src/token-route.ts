import type { CallOptions } from './call.ts'
import { PunchcardRefusal } from './errors.ts'

/** What a customer's browser may do with the token. */
export type TokenScope = 'read' | 'redeem' | 'quiz' | 'refer' | 'join'

/** Answers of the storefront API that can come with a token. */
type Included = 'me' | 'progress'

/** What a `Punchcard` has of it. */
export interface MintsTokens {
  readonly storefront: {
    token(
      input: {
        CustomerId: string
        Scopes?: TokenScope[]
        ExpiresInSeconds?: number
        Include?: Included[]
      },
      options?: CallOptions,
    ): PromiseLike<{
      readonly Token: string
      readonly ExpiresInSeconds: number
      readonly Initial: object | null
    }>
  }
}

export interface TokenRouteOptions<From> {
  /**
   * Your shop's id of the customer who is signed in, from your session; null for a visitor. Never take it from the body or
   * the query, which anyone can write. It is given the request as your framework has it.
   */
  readonly customerOf: (
    request: From,
  ) => string | number | null | undefined | Promise<string | number | null | undefined>
  /** Default: all. An API key that may only read has to ask for `read` alone. */
  readonly scopes?: readonly TokenScope[] | undefined
  /** 60 to 3,600, with `redeem` at most 900. Default: 900. */
  readonly expiresInSeconds?: number | undefined
  /** Answers that come with the token, so that a first view needs no further request. Default: `me`. */
  readonly include?: readonly Included[] | undefined
}

/** As much of a `Request` as the route looks at: neither its body nor its query. */
export interface TokenRequest {
  readonly method: string
  readonly url: string
  readonly headers: { get(name: string): string | null }
}

export type TokenRoute = (request: TokenRequest) => Promise<Response>

const ALL_SCOPES: readonly TokenScope[] = ['read', 'redeem', 'quiz', 'refer', 'join']
/** The customer is unknown and can't join, or the merchant's storefront is off: there is nothing to show. */
const NOTHING_TO_SHOW: readonly number[] = [59, 79]

/** Requests of other frameworks, by what the route is given in their place. */
const originals = new WeakMap<TokenRequest, unknown>()

/**
 * The route of your shop that gives the elements of `@punchcard-loyalty/storefront` a token for the customer who is
 * signed in: `export const POST = tokenRoute(punchcard, { customerOf })` in Next.js, and alike in every framework with
 * `Request` and `Response`. It answers 204 where no customer is signed in, and pages of your own origin alone.
 */
export function tokenRoute<From = Request>(
  punchcard: MintsTokens,
  options: TokenRouteOptions<From>,
): TokenRoute {
  const { customerOf, scopes = ALL_SCOPES, expiresInSeconds, include = ['me'] } = options
  return async (request) => {
    if (request.method !== 'POST') return answer(405, null, { allow: 'POST' })
    if (!isOfOwnOrigin(request)) return answer(403, { error: 'This route answers pages of its own origin.' })
    const customer = await customerOf((originals.get(request) ?? request) as From)
    if (customer === null || customer === undefined || customer === '') return answer(204, null)
    try {
      const minted = await punchcard.storefront.token({
        CustomerId: String(customer),
        Scopes: [...scopes],
        Include: [...include],
        ...(expiresInSeconds === undefined ? {} : { ExpiresInSeconds: expiresInSeconds }),
      })
      return answer(200, {
        token: minted.Token,
        expiresIn: minted.ExpiresInSeconds,
        scopes,
        initial: minted.Initial,
      })
    } catch (error) {
      if (error instanceof PunchcardRefusal && NOTHING_TO_SHOW.includes(error.code)) return answer(204, null)
      throw error
    }
  }
}

/** As much of a request of Express, and of Node.js, as is needed. */
interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body?: string): unknown
}

/** The route for Express, and for everything else that has requests and responses of Node.js. */
export function asExpress(
  route: TokenRoute,
): (request: NodeRequest, response: NodeResponse, next: (error?: unknown) => void) => void {
  return (request, response, next) => {
    const { method = '', url = '', headers } = request
    const asked: TokenRequest = {
      method,
      url,
      headers: { get: (name) => String(headers[name] ?? '') || null },
    }
    originals.set(asked, request)
    const respond = async (): Promise<void> => {
      const answered = await route(asked)
      response.statusCode = answered.status
      for (const [name, value] of answered.headers) response.setHeader(name, value)
      response.end(await answered.text())
    }
    respond().catch(next)
  }
}

/** Other sites could make a browser ask, with the customer's cookie, though not read the answer. */
function isOfOwnOrigin({ headers, url }: TokenRequest): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin') ?? ''
  const host = headers.get('host') ?? (URL.canParse(url) ? new URL(url).host : '')
  return host !== '' && URL.canParse(origin) && new URL(origin).host === host
}

function answer(status: number, body: object | null, headers: Record<string, string> = {}): Response {
  return new Response(body && JSON.stringify(body), {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
  })
}
