import type { Instant } from '../platform/clock.ts'
import { hashOf, isSecretText } from './secrets.ts'

/** A person who is signed in with a browser. */
export interface Session {
  readonly tokenHash: Buffer
  readonly id: number
  readonly personId: number
  /** The second factor is asked for; nothing else can be done with it. */
  readonly isPending: boolean
  readonly factorTries: number
  readonly hasSecondFactor: boolean
  readonly trustsDevice: boolean
  readonly createdAt: Instant
  readonly seenAt: Instant
  /** When the password or a code was last given. */
  readonly confirmedAt: Instant | null
  readonly endsAt: Instant
  readonly address: string | null
  readonly userAgent: string
  /** Wrong passwords before this sign-in, to be told. */
  readonly failedBefore: number
  readonly failedBeforeAt: Instant | null
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const LIFE_MS = 12 * HOUR_MS
const LIFE_ON_TRUSTED_DEVICE_MS = 30 * 24 * HOUR_MS
const IDLE_MS = 2 * HOUR_MS
const CONFIRMED_MS = 10 * MINUTE_MS
/** How long a sign-in waits for its second factor. */
export const PENDING_MS = 10 * MINUTE_MS
/** `seen_at` is written once per minute at most. */
export const SEEN_EVERY_MS = MINUTE_MS
/** How long the old cookie is good for requests under way, after a confirmation has given a new one. */
export const REPLACED_MS = 15_000

export function endOfSession(now: Instant, trustsDevice: boolean): Instant {
  return now + (trustsDevice ? LIFE_ON_TRUSTED_DEVICE_MS : LIFE_MS)
}

/** Whether it can be used. `idleMinutes`: what the merchant asks for, on trusted devices too. */
export function isLive(session: Session, now: Instant, idleMinutes: number | null): boolean {
  const idleMs = idleMinutes === null ? (session.trustsDevice ? null : IDLE_MS) : idleMinutes * MINUTE_MS
  return session.endsAt > now && (idleMs === null || session.seenAt + idleMs + SEEN_EVERY_MS > now)
}

export function confirmedUntil({ confirmedAt }: Session): Instant | null {
  return confirmedAt === null ? null : confirmedAt + CONFIRMED_MS
}

/* The cookie. Strict: no request that another site causes carries it. `__Host-` keeps other hosts of the same domain
   from setting it; browsers take such a name over https alone, so that loopback has another one. */

const COOKIE = '__Host-punchcard'
const LOOPBACK_COOKIE = 'punchcard-dev'
/** Of the cookie by which a browser is known again. */
const DEVICE = '-device'

export type Cookies = Readonly<Record<string, string | undefined>>

const COOKIES_MAX = 50

export function readCookies(header: string | undefined): Cookies {
  const pairs = (header ?? '').split(';', COOKIES_MAX).map((part) => part.trim().split('='))
  return Object.fromEntries(pairs.flatMap(([name, ...value]) => (name ? [[name, value.join('=')]] : [])))
}

/** Browsers keep a secure cookie only from https; loopback is the one place where there is none. */
export function cookieNameFor(origin: string): string | null {
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'https:') return COOKIE
  return isLoopback(hostname) ? LOOPBACK_COOKIE : null
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** The hash of the session that the cookies name; null: they name none. */
export function sessionOfCookies(cookies: Cookies, host: string | undefined): Buffer | null {
  const secret = secretOfCookies(cookies, host, '')
  return secret === null ? null : hashOf(secret)
}

/** What a browser was given at its first sign-in; null: it is not known. */
export function deviceOfCookies(cookies: Cookies, host: string | undefined): string | null {
  return secretOfCookies(cookies, host, DEVICE)
}

function secretOfCookies(cookies: Cookies, host: string | undefined, which: string): string | null {
  const ofLoopback =
    host !== undefined && URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`).hostname)
  const secret =
    cookies[`${COOKIE}${which}`] ?? (ofLoopback ? cookies[`${LOOPBACK_COOKIE}${which}`] : undefined)
  return secret !== undefined && isSecretText(secret) ? secret : null
}

const DEVICE_LIFE_MS = 180 * 24 * HOUR_MS

export function endOfDevice(now: Instant): Instant {
  return now + DEVICE_LIFE_MS
}

/** Beside the cookie of a session, whose name is given. */
export function writeDeviceCookie(name: string, secret: string): string {
  return writeCookie(`${name}${DEVICE}`, secret, DEVICE_LIFE_MS)
}

/** `maxAgeMs`: null for one that ends with the browser, 0 to remove it. */
export function writeCookie(name: string, secret: string, maxAgeMs: number | null): string {
  const parts = [`${name}=${secret}`, 'Path=/', 'HttpOnly', 'SameSite=Strict']
  if (name.startsWith('__Host-')) parts.push('Secure')
  if (maxAgeMs !== null) parts.push(`Max-Age=${Math.floor(maxAgeMs / 1_000)}`)
  return parts.join('; ')
}
