import { NOT_FOUND, NOT_SIGNED_IN } from '../../contract/admin-api/texts.ts'
import { isProblem } from '../../contract/problem.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { shownState } from '../../tenancy/standing.ts'
import { type Person, readEmail } from '../person.ts'
import { permissionsOf, SUPPORT_ACCESS } from '../role.ts'
import { secondFactorBy } from '../rules/security.ts'
import { confirmedUntil, type Session } from '../session.ts'
import { type MembershipOfPerson, membershipsOf } from '../store/memberships.ts'
import { findPerson, lockPerson } from '../store/persons.ts'
import {
  deleteSession,
  deleteSessionOf,
  findSession,
  listSessionsOf,
  lockSession,
  saveFactorTries,
} from '../store/sessions.ts'
import { findLiveSupport, type SupportAccess, supportedMerchantsOf } from '../store/support-access.ts'
import type { AdminApi, Call } from './api.ts'
import type { PeopleDeps } from './deps.ts'
import {
  confirmSession,
  cookieOf,
  openSession,
  senderOfVisit,
  sessionOfVisit,
  tellOfPerson,
  withoutCookie,
} from './open-session.ts'
import * as operations from './schema.ts'
import { countersOfSession, forgive } from './sign-in.ts'
import { SIGN_IN_AGAIN, WRONG_PASSWORD, WRONG_PASSWORD_AGAIN } from './texts.ts'

/** Of one sign-in; then it begins again with the password. */
const FACTOR_TRIES_MAX = 5

export function sessionRoutes(api: AdminApi, deps: PeopleDeps): void {
  const { directory } = deps.cells

  api.custom(operations.createSession, async (call) => {
    const cookie = cookieOf(call)
    if (isProblem(cookie)) return cookie
    const { email, password, trustDevice = false } = call.body
    // What is no address belongs to no one: it is looked for, counted and answered like one.
    const proved = await deps.proof.byPassword(readEmail(email) ?? email, password, senderOfVisit(call))
    if (isProblem(proved)) return proved
    const now = deps.clock()
    return directory.transaction([], async (tx) => {
      const opening = { visit: call, cookie, now, trustsDevice: trustDevice, isFactorGiven: false }
      const opened = await openSession(tx, proved, opening)
      if (opened.answer.state === 'signedIn') {
        await tellOfPerson(tx, call, proved, { action: 'session.create', now })
      }
      return opened
    })
  })

  api.custom(operations.giveSecondFactor, (call) => giveSecondFactor(call, deps))

  api.custom(operations.getSession, (call) => showSession(call, deps))

  api.custom(operations.confirmSession, (call) => confirm(call, deps))

  api.write(operations.endSession, 'directory', async (tx, call) => {
    const { session, actor } = call.caller
    if (session) await deleteSession(tx, session)
    return {
      answer: {},
      headers: withoutCookie(call),
      audit: { target: { kind: 'person', id: String(actor.id), label: actor.label } },
    }
  })

  api.read(operations.listSessions, 'directory', async (tx, call) => {
    const { personId, session } = call.caller
    const sessions = personId === null ? [] : await listSessionsOf(tx, personId, deps.clock())
    return { answer: { items: sessions.map((one) => presentSession(one, session)) } }
  })

  api.write(operations.endOtherSession, 'directory', async (tx, call) => {
    const { personId, actor } = call.caller
    if (personId === null || !(await deleteSessionOf(tx, personId, call.params.id))) return NOT_FOUND
    return {
      answer: {},
      audit: {
        target: { kind: 'person', id: String(actor.id), label: actor.label },
        before: { session: call.params.id },
      },
    }
  })
}

/**
 * A wrong code is counted and stays counted for this sign-in. The account's own count, which the password has raised,
 * falls only now: so guessing codes by signing in again and again comes to an end too.
 */
async function giveSecondFactor(call: Call<typeof operations.giveSecondFactor>, deps: PeopleDeps) {
  const cookie = cookieOf(call)
  if (isProblem(cookie)) return cookie
  const tokenHash = sessionOfVisit(call)
  if (!tokenHash) return SIGN_IN_AGAIN
  const now = deps.clock()
  return deps.cells.directory.transaction([], async (tx) => {
    const session = await lockSession(tx, tokenHash)
    if (!session?.isPending || session.endsAt <= now) return SIGN_IN_AGAIN
    if (session.factorTries >= FACTOR_TRIES_MAX) {
      await deleteSession(tx, tokenHash)
      return SIGN_IN_AGAIN
    }
    const person = await lockPerson(tx, session.personId)
    if (!person) return SIGN_IN_AGAIN
    const problem = await deps.proof.useFactor(tx, person, call.body)
    if (problem) {
      await saveFactorTries(tx, tokenHash, session.factorTries + 1)
      return problem
    }
    const { trustsDevice } = session
    const opened = await openSession(tx, person, {
      visit: call,
      cookie,
      now,
      trustsDevice,
      isFactorGiven: true,
    })
    const note = call.body.recoveryCode === undefined ? null : 'recovery code'
    await tellOfPerson(tx, call, person, { action: 'session.create', now, note })
    return opened
  })
}

async function confirm(call: Call<typeof operations.confirmSession>, deps: PeopleDeps) {
  const cookie = cookieOf(call)
  if (isProblem(cookie)) return cookie
  const { directory } = deps.cells
  const { session: tokenHash, personId } = call.caller
  if (!tokenHash || personId === null) return NOT_SIGNED_IN
  const person = await directory.read([], (tx) => findPerson(tx, personId))
  if (!person) return NOT_SIGNED_IN
  const { password, code } = call.body
  const proved =
    code === undefined
      ? await deps.proof.byPassword(person.email, password ?? '', {
          ...senderOfVisit(call),
          session: tokenHash,
        })
      : await deps.proof.byCode(personId, code, tokenHash)
  // The session is good: what is wrong is what was typed.
  if (isProblem(proved)) {
    const problem = proved === WRONG_PASSWORD ? WRONG_PASSWORD_AGAIN : proved
    return problem.name === 'unauthenticated' ? { ...problem, name: 'forbidden' as const } : problem
  }
  const now = deps.clock()
  return directory.transaction([], async (tx) => {
    const session = await lockSession(tx, tokenHash)
    if (!session) return NOT_SIGNED_IN
    await forgive(tx, countersOfSession(tokenHash), now)
    const headers = await confirmSession(tx, session, { cookie, now })
    await tellOfPerson(tx, call, person, { action: 'session.confirm', now })
    const until = confirmedUntil({ ...session, confirmedAt: now }) ?? now
    return { answer: { confirmedUntil: instantToText(until) }, headers }
  })
}

async function showSession(call: Call<typeof operations.getSession>, deps: PeopleDeps) {
  const { directory } = deps.cells
  const { session: tokenHash, personId } = call.caller
  if (!tokenHash || personId === null) return NOT_SIGNED_IN
  const found = await directory.read([], async (tx) => ({
    person: await findPerson(tx, personId),
    session: (await findSession(tx, tokenHash, null, deps.clock()))?.session,
  }))
  const { person, session } = found
  if (!person || !session) return NOT_SIGNED_IN
  const memberships = await merchantsOf(person, deps)
  const { failedBefore, failedBeforeAt } = session
  const until = confirmedUntil(session)
  return {
    answer: {
      person: presentPerson(person),
      memberships: memberships.map((membership) => presentMembership(membership, session)),
      confirmedUntil: until !== null && until > deps.clock() ? instantToText(until) : null,
      endsAt: instantToText(session.endsAt),
      failedSignIns:
        failedBefore > 0 && failedBeforeAt !== null
          ? { count: failedBefore, lastAt: instantToText(failedBeforeAt) }
          : null,
    },
  }
}

interface Entered extends MembershipOfPerson {
  /** For an operator who is no member. */
  readonly supportUntil: Instant | null
  /** Operators who may look at the merchant now. */
  readonly support: readonly SupportAccess[]
}

/** The merchants that a person can enter: as a member, or as an operator with support access. */
async function merchantsOf({ id, tenantIds, isOperator }: Person, { cells, clock }: PeopleDeps) {
  if (tenantIds.length === 0) return []
  const now = clock()
  return cells.directory.read(tenantIds, async (tx): Promise<Entered[]> => {
    const own = await membershipsOf(tx, id)
    const supported = isOperator ? await supportedMerchantsOf(tx, id, now) : []
    const support = await findLiveSupport(tx, tenantIds, now)
    return [...own.map((one) => ({ ...one, supportUntil: null })), ...supported].map((one) => ({
      ...one,
      support: support.filter(({ tenantId }) => tenantId === one.tenant.id),
    }))
  })
}

export function presentPerson(person: Person) {
  const { id, email, name, locale, theme, isOperator, totpSecret, recoveryHashes } = person
  return {
    id,
    email,
    name,
    locale,
    theme,
    isOperator,
    hasSecondFactor: totpSecret !== null,
    recoveryCodesLeft: recoveryHashes.length,
  }
}

function presentMembership({ tenant, role, supportUntil, support }: Entered, session: Session) {
  const { id, name, currency, timeZone, locale, isSandbox, standing } = tenant
  const by = secondFactorBy(tenant.settings)
  const { deleteAfter } = standing
  return {
    tenant: {
      ...{ id, name, currency, timeZone, locale, isSandbox },
      state: shownState(standing),
      stateReason: standing.reason,
      deleteAfter: deleteAfter === null ? null : instantToText(deleteAfter),
    },
    role,
    permissions: [...(supportUntil === null ? permissionsOf(role) : SUPPORT_ACCESS)],
    supportUntil: supportUntil === null ? null : instantToText(supportUntil),
    supportAccess: support.map(({ id: number, personLabel, reason, endsAt }) => ({
      id: number,
      operator: personLabel,
      reason,
      endsAt: instantToText(endsAt),
    })),
    needsSecondFactor: by !== null && !session.hasSecondFactor,
    secondFactorBy: by === null ? null : instantToText(by),
  }
}

function presentSession(session: Session, current: Buffer | null) {
  return {
    id: session.id,
    createdAt: instantToText(session.createdAt),
    seenAt: instantToText(session.seenAt),
    endsAt: instantToText(session.endsAt),
    address: session.address ?? '',
    userAgent: session.userAgent,
    hasSecondFactor: session.hasSecondFactor,
    isCurrent: current?.equals(session.tokenHash) ?? false,
  }
}
