import { isProblem, type Problem } from '../../contract/problem.ts'
import type { Instant } from '../../platform/clock.ts'
import { storableAddress } from '../../platform/http/address.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Actor } from '../actor.ts'
import type { AuditEntry, AuditFacts } from '../audit.ts'
import type { Person } from '../person.ts'
import { hashOf, makeSecret } from '../secrets.ts'
import {
  cookieNameFor,
  deviceOfCookies,
  endOfDevice,
  endOfSession,
  PENDING_MS,
  REPLACED_MS,
  type Session,
  sessionOfCookies,
  writeCookie,
  writeDeviceCookie,
} from '../session.ts'
import { insertPlatformAudit } from '../store/audit.ts'
import { saveDevice } from '../store/devices.ts'
import { clearFailedSignIns } from '../store/persons.ts'
import { deleteSession, forgetWhatIsOver, insertSession, replaceSession } from '../store/sessions.ts'
import type { AnswerHeaders, Call } from './api.ts'
import { forgiveSignIn, type Sender } from './sign-in.ts'
import { NEEDS_TLS } from './texts.ts'

/** What is known of the request that opens a session. */
export type Visit = Pick<Call, 'origin' | 'cookies' | 'address' | 'userAgent' | 'requestId'>

const USER_AGENT_MAX = 250

/** The name of the cookie that a browser would keep from here. */
export function cookieOf({ origin }: Pick<Visit, 'origin'>): string | Problem {
  return cookieNameFor(origin) ?? NEEDS_TLS
}

export interface Opened {
  readonly answer: {
    readonly state: 'signedIn' | 'secondFactor'
    readonly methods: ('totp' | 'recoveryCode')[]
  }
  readonly headers: AnswerHeaders
}

export interface Opening {
  readonly visit: Visit
  readonly cookie: string
  readonly now: Instant
  readonly trustsDevice: boolean
  /** The second factor was given too. */
  readonly isFactorGiven: boolean
}

/**
 * Opens a session for a person whose password was right, or one that waits for the second factor. What was open in
 * this browser is over: no cookie that was planted becomes a session.
 */
export async function openSession(tx: Tx, person: Person, opening: Opening): Promise<Opened> {
  const { visit, cookie, now, isFactorGiven } = opening
  const isPending = person.totpSecret !== null && !isFactorGiven
  const trustsDevice = opening.trustsDevice && (isPending || isFactorGiven)
  const secret = makeSecret()
  const device = deviceOfVisit(visit) ?? makeSecret()
  const before = sessionOfVisit(visit)
  if (before) await deleteSession(tx, before)
  const endsAt = isPending ? now + PENDING_MS : endOfSession(now, trustsDevice)
  await insertSession(tx, {
    tokenHash: hashOf(secret),
    personId: person.id,
    isPending,
    factorTries: 0,
    hasSecondFactor: isFactorGiven,
    trustsDevice,
    createdAt: now,
    seenAt: now,
    confirmedAt: isPending ? null : now,
    endsAt,
    address: storableAddress(visit.address),
    userAgent: visit.userAgent.slice(0, USER_AGENT_MAX),
    failedBefore: person.failedSignIns,
    failedBeforeAt: person.failedSignInAt,
  })
  if (!isPending) {
    await forgiveSignIn(tx, person.email, senderOfVisit(visit), now)
    await saveDevice(tx, hashOf(device), person.id, endOfDevice(now))
    await clearFailedSignIns(tx, person.id)
    await forgetWhatIsOver(tx, now)
  }
  return {
    answer: isPending
      ? { state: 'secondFactor', methods: ['totp', 'recoveryCode'] }
      : { state: 'signedIn', methods: [] },
    headers: {
      'set-cookie': [
        writeCookie(cookie, secret, trustsDevice && !isPending ? endsAt - now : null),
        ...(isPending ? [] : [writeDeviceCookie(cookie, device)]),
      ],
    },
  }
}

/** The same session under a new secret, confirmed now: a copy of the old cookie is worth nothing. */
export async function confirmSession(
  tx: Tx,
  session: Session,
  { cookie, now }: Pick<Opening, 'cookie' | 'now'>,
): Promise<Readonly<Record<string, string>>> {
  const secret = makeSecret()
  await insertSession(tx, { ...session, tokenHash: hashOf(secret), seenAt: now, confirmedAt: now })
  await replaceSession(tx, session.tokenHash, now + REPLACED_MS)
  const maxAgeMs = session.trustsDevice ? session.endsAt - now : null
  return { 'set-cookie': writeCookie(cookie, secret, maxAgeMs) }
}

export function sessionOfVisit({ cookies, origin }: Pick<Visit, 'cookies' | 'origin'>): Buffer | null {
  return sessionOfCookies(cookies, new URL(origin).host)
}

function deviceOfVisit({ cookies, origin }: Pick<Visit, 'cookies' | 'origin'>): string | null {
  return deviceOfCookies(cookies, new URL(origin).host)
}

/** The browser of this visit, as it is known to the server. */
export function deviceHashOf(visit: Pick<Visit, 'cookies' | 'origin'>): Buffer | null {
  const device = deviceOfVisit(visit)
  return device === null ? null : hashOf(device)
}

/** For who is not signed in. */
export function senderOfVisit(visit: Pick<Visit, 'cookies' | 'origin' | 'address'>): Sender {
  return { address: visit.address, session: null, device: deviceHashOf(visit) }
}

/** Removes the cookie from the browser. */
export function withoutCookie(visit: Pick<Visit, 'origin'>): Readonly<Record<string, string>> {
  const cookie = cookieOf(visit)
  return isProblem(cookie) ? {} : { 'set-cookie': writeCookie(cookie, '', 0) }
}

export function actorOf({ id, name }: Pick<Person, 'id' | 'name'>): Actor {
  return { kind: 'person', id, label: name }
}

/** For operations that are no single transaction of the frame: they tell the audit themselves. */
export function entryOf(
  visit: Pick<Visit, 'requestId' | 'address'>,
  actor: Actor,
  at: Instant,
  facts: AuditFacts & { readonly action: string },
): AuditEntry {
  return { ...facts, at, actor, via: 'panel', requestId: visit.requestId, address: visit.address }
}

/** What a person does to their own account. */
export async function tellOfPerson(
  tx: Tx,
  visit: Pick<Visit, 'requestId' | 'address'>,
  person: Pick<Person, 'id' | 'name'>,
  { action, now, ...facts }: Partial<AuditFacts> & { readonly action: string; readonly now: Instant },
): Promise<void> {
  const entry = entryOf(visit, actorOf(person), now, { target: targetOf(person), ...facts, action })
  await insertPlatformAudit(tx, [entry])
}

export function targetOf({ id, name }: Pick<Person, 'id' | 'name'>) {
  return { kind: 'person', id: String(id), label: name }
}
