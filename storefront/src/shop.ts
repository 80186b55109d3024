import { FRESH_MS, HELD_MAX_MS, RENEWED_BEFORE_END_MS, SHOWN_MS, TIMEOUT_MS } from './times.ts'

/**
 * What a page knows of its shop and of the customer who is signed in. There is one for a page, also where two bundles
 * are loaded. Its state is the module's, not an object's: that is a fifth of the size of all this.
 */

export interface ShopOptions {
  /** The server and the shop's name there, such as `https://loyalty.example/aurora`. */
  readonly url: string
  /** A route of the shop that answers POST with a token, or a function that does so. Missing: visitors only. */
  readonly token?: string | (() => Promise<TokenAnswer | null>) | undefined
  /** Any text that changes when another customer signs in. Without it nothing is kept beyond the page. */
  readonly who?: string | undefined
  /** `pt-BR`, `en` or `es`; missing: the language of the page. */
  readonly lang?: string | undefined
  /** `Punchcard-Customer-Sequence` of an order's answer: what was kept from before that order is not shown. */
  readonly after?: number | string | undefined
}

/** What the shop's route answers for the customer who is signed in there; null, or 204, for a visitor. */
export interface TokenAnswer {
  readonly token: string
  /** In seconds. */
  readonly expiresIn: number
  /** What may be done with it; missing: everything. */
  readonly scopes?: readonly string[] | undefined
  /** Answers that come with it: `me` spares the first request. */
  readonly initial?: Readonly<Record<string, unknown>> | null | undefined
}

/** One answer of the server, and how it is about the next one. */
export interface Fact {
  /** undefined: nothing is known. */
  data?: unknown
  /** When it was received, by the clock of the browser, which may be wrong. */
  at: number
  isBusy?: boolean
  /** Why the last request failed. */
  problem?: Problem | undefined
  tries: number
  /** Until then it is not asked for again by itself. */
  due: number
  /** The server has said when to come back, or that there is nothing. */
  isHeld?: boolean
}

export interface Problem {
  /** 0: there was no answer. */
  readonly status: number
  readonly code?: string | undefined
}

/** The second one is what JSON is, null where there is none, or only a part of it. */
// biome-ignore lint/suspicious/noExplicitAny: what reads it looks at what it needs.
export type Answered = readonly [response: Response, body: any]

/** What elements share. */
export interface Shop {
  configure(options: ShopOptions): void
  /** Forgets everything about the customer. */
  signOut(): void
  /**
   * What is known; null: of a visitor. Where it is not fresh it is asked for, and listeners are told of the answer.
   * `me…` is the customer's; everything else is the shop's, and a query without its language: `?`, `/program?`.
   */
  read(path: string): Fact | null
  /** A person is looking, or wants it now. */
  refresh(): void
  readonly listeners: Set<() => void>
  /** In which language it asks; empty: in the merchant's. */
  lang: string
  /** Another number as soon as what was drawn may be another person's. */
  session: number
  /** For what writes: see `write.ts`. */
  inside(): Inside
}

/** A list, because names would be sent to every page. */
type Inside = readonly [
  /** null: a visitor; undefined: not asked for yet. */
  token: TokenAnswer | null | undefined,
  facts: Map<string, Fact>,
  authorize: typeof authorize,
  call: typeof call,
  /** For the next page. */
  keep: typeof keep,
  options: ShopOptions | undefined,
]

export const ABOUT = '?'
/** Those of the shop begin with `?` or `/`, which come before all letters. */
export const isPersonal = (path: string): boolean => path > 'm'

let options: ShopOptions | undefined
const facts = new Map<string, Fact>()
/** null: a visitor; undefined: not asked for yet. */
let token: (TokenAnswer & { readonly at: number }) | null | undefined
let minting: Promise<string | null> | undefined
/** The page is kept for “Back”, to which another person may come back. */
let isAway = false

const own: Shop = {
  configure(given) {
    begin(given)
    tell()
  },
  signOut() {
    becomeVisitor()
    tell()
  },
  read(path) {
    if (!options) {
      const meta = document.querySelector<HTMLMetaElement>('meta[name=punchcard]')
      if (meta) begin({ ...meta.dataset, url: meta.content })
    }
    if (isPersonal(path) && (!options?.token || token === null)) return null
    const fact = factOf(path)
    if (!isYounger(fact, SHOWN_MS)) delete fact.data
    const isDue = !isYounger(fact, FRESH_MS) && Date.now() >= fact.due
    if (options && isDue && !fact.isBusy && !isAway) void ask(path, fact)
    return fact
  },
  refresh() {
    for (const fact of facts.values()) if (!fact.isHeld) fact.due = 0
    tell()
  },
  listeners: new Set(),
  lang: '',
  session: 0,
  inside: () => [token, facts, authorize, call, keep, options],
}

function tell(): void {
  for (const listener of own.listeners) listener()
}

function begin({ lang = document.documentElement.lang, ...others }: ShopOptions): void {
  own.lang = ['pt-BR', 'en', 'es'].find((one) => lang.startsWith(one.slice(0, 2))) ?? ''
  options = others
  facts.clear()
  forget()
  try {
    const [whose, keptToken, kept] = JSON.parse(sessionStorage.punchcard)
    if (whose === storedFor()) {
      token = keptToken
      for (const [path, { data, at }] of kept)
        if (!others.after || data?.sequence >= others.after) receive(factOf(path), data, at)
    }
  } catch {
    // There is none, or the browser forbids it: then every page asks anew.
  }
  keep()
}

function forget(next?: null): void {
  own.session += 1
  token = next
  minting = undefined
  forgetAnswers()
}

function forgetAnswers(): void {
  for (const [path, fact] of facts) if (isPersonal(path)) receive(fact, undefined, 0)
}

function becomeVisitor(): void {
  forget(null)
  keep()
}

function isYounger({ at }: { readonly at: number }, ms: number): boolean {
  // A clock that was set back by much says nothing about the age.
  return Math.abs(Date.now() - at) < ms
}

function factOf(path: string): Fact {
  const fact = facts.get(path) ?? { at: 0, tries: 0, due: 0 }
  facts.set(path, fact)
  return fact
}

function receive(fact: Fact, data: unknown, at = Date.now()): void {
  Object.assign(fact, { data, at, problem: undefined, tries: 0, due: 0 })
}

async function ask(path: string, fact: Fact): Promise<void> {
  fact.isBusy = true
  let problem: Problem | undefined
  let waitMs: number | undefined = 0
  try {
    const answered = await send(path, fact, '')
    if (answered) {
      const [{ ok, status, headers }, body] = answered
      // The types know numbers alone.
      const seconds = headers.get('retry-after') as unknown as number
      waitMs = Math.min(seconds * 1_000 || 0, HELD_MAX_MS)
      if (ok && body) {
        receive(fact, body)
        keep()
      } else problem = { status: ok ? 0 : status, code: body?.code }
    }
  } catch {
    problem = { status: 0 }
  }
  fact.isBusy = false
  if (problem) {
    const isAbsent = problem.status === 404
    // biome-ignore lint/suspicious/noConsole: the developer of the shop is told once why nothing is shown.
    if (isAbsent && path === ABOUT) console.warn(`punchcard: no storefront at ${options?.url}`)
    Object.assign(fact, { problem, isHeld: isAbsent || waitMs, due: Infinity })
    // After the third one it is asked for again when a person wants it.
    waitMs ||= [2_000, 8_000, 30_000][fact.tries++]
    if (waitMs && !isAbsent) {
      setTimeout(() => {
        fact.due = 0
        tell()
      }, waitMs)
    }
  }
  tell()
}

/** null: there is nothing to ask for, because the answer came with the token, or because of a visitor. */
async function send(path: string, fact: Fact, refused: string): Promise<Answered | null> {
  const bearer = isPersonal(path) ? await authorize(refused) : ''
  if (bearer === null || isYounger(fact, FRESH_MS)) return null
  const answered = await call(path, bearer)
  if (!bearer) return answered
  // Another token has come meanwhile, perhaps another person's.
  if (token?.token !== bearer) return send(path, fact, '')
  if (answered[0].status !== 401) return answered
  if (!refused) return send(path, fact, bearer)
  becomeVisitor()
  return null
}

function call(path: string, bearer: string, init?: RequestInit): Promise<Answered> {
  const { url } = options as ShopOptions
  const { lang } = own
  // The last part of it is the name of the shop.
  const address = url.replace(
    /[^/]+$/,
    (slug) => `v1/pub/${bearer ? path : `shops/${slug + path}lang=${lang}`}`,
  )
  return request(address, {
    credentials: 'omit',
    ...(bearer && { headers: { authorization: `Bearer ${bearer}`, 'accept-language': lang } }),
    ...init,
  })
}

async function request(address: string, init: RequestInit): Promise<Answered> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), ...init })
  return [response, await response.json().catch(() => null)]
}

function authorize(refused: string): Promise<string | null> | string | null {
  if (token === null || isAway) return null
  if (token && token.token !== refused) {
    const lifeMs = token.expiresIn * 1_000
    if (isYounger(token, lifeMs - Math.min(RENEWED_BEFORE_END_MS, lifeMs / 2))) return token.token
  }
  minting ??= mint()
  return minting
}

async function mint(): Promise<string | null> {
  const { session } = own
  const { token: source, who } = options as ShopOptions
  try {
    const answer = await (typeof source === 'function' ? source() : post(source as string))
    // Otherwise it is the answer for another person.
    if (session === own.session) {
      if (!answer) becomeVisitor()
      else if (!answer.token) throw 0
      else {
        // The next token may be another person's. What is drawn stays until it is known whose.
        if (token && !who) forgetAnswers()
        token = { ...answer, at: Date.now() }
        for (const name in answer.initial) receive(factOf(name), answer.initial[name])
        keep()
      }
    }
    return token ? token.token : null
  } finally {
    minting = undefined
  }
}

async function post(route: string): Promise<TokenAnswer | null> {
  const [{ status }, body] = await request(route, { method: 'POST' })
  return status === 204 ? null : (body ?? {})
}

const storedFor = (): string => `${options?.url} ${options?.who} ${own.lang}`

function keep(): void {
  try {
    if (options?.who && token) sessionStorage.punchcard = JSON.stringify([storedFor(), token, [...facts]])
    else delete sessionStorage.punchcard
  } catch {
    // It is full or forbidden.
  }
}

const KEY = Symbol.for('punchcard')
const global = globalThis as { [KEY]?: Shop; punchcard?: Pick<Shop, 'configure' | 'signOut'> }

// Not where pages are rendered on a server, and not for a second bundle.
if (globalThis.document && !global[KEY]) {
  for (const type of ['visibilitychange', 'online', 'pagehide', 'pageshow']) addEventListener(type, hear)
}
global[KEY] ??= own
export const shop = global[KEY]
global.punchcard ??= shop

function hear({ type, persisted }: Event & { readonly persisted?: boolean }): void {
  if (persisted) {
    isAway = type === 'pagehide'
    // What the page says of who is signed in was true when it was loaded: nothing is kept under that any more.
    if (options) options = { ...options, who: undefined }
    forget()
    tell()
  } else if (persisted === undefined && !document.hidden) own.refresh()
}
