import { randomBytes } from 'node:crypto'
import { NOT_SIGNED_IN } from '../../contract/admin-api/texts.ts'
import { invalid, isProblem, type Problem } from '../../contract/problem.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Caller } from '../actor.ts'
import { changesBetween } from '../audit.ts'
import { type Person, totpContext } from '../person.ts'
import { hashOfRecoveryCode, makeRecoveryCodes } from '../secrets.ts'
import { deleteDevicesOf } from '../store/devices.ts'
import {
  findPerson,
  lockPerson,
  savePassword,
  savePendingTotp,
  saveProfile,
  saveSecondFactor,
} from '../store/persons.ts'
import { deleteResetsOf } from '../store/resets.ts'
import { deleteSessionsOf, markSecondFactor } from '../store/sessions.ts'
import { stepOfCode, toBase32, totpAddress } from '../totp.ts'
import type { AdminApi, Call } from './api.ts'
import type { PeopleDeps } from './deps.ts'
import { problemOfNewPassword, revokeTokensWithPassword } from './new-password.ts'
import { deviceHashOf, senderOfVisit, targetOf, tellOfPerson } from './open-session.ts'
import * as operations from './schema.ts'
import { presentPerson } from './session-routes.ts'
import { countersOfSession, forgive } from './sign-in.ts'
import {
  NO_PENDING_TOTP,
  NO_SECOND_FACTOR,
  NO_SECRETS_KEY,
  WRONG_CODE,
  WRONG_CURRENT_PASSWORD,
} from './texts.ts'

/** RFC 4226 recommends 160 bits. */
const TOTP_SECRET_BYTES = 20

/** What a person does about themselves. */
export function meRoutes(api: AdminApi, deps: PeopleDeps): void {
  api.write(operations.updateMe, 'directory', async (tx, call) => {
    const person = await lockedSelf(tx, call.caller)
    if (isProblem(person)) return person
    const { name = person.name, locale = person.locale, theme = person.theme } = call.body
    const changed = { ...person, name, locale, theme }
    await saveProfile(tx, changed)
    const facts = changesBetween(
      { name: person.name, locale: person.locale, theme: person.theme },
      { name, locale, theme },
    )
    const isSame = Object.keys(facts.after).length === 0
    return { answer: presentPerson(changed), audit: isSame ? null : { target: targetOf(person), ...facts } }
  })

  api.custom(operations.changePassword, (call) => changePassword(call, deps))

  api.write(operations.beginTotp, 'directory', async (tx, call) => {
    const person = await lockedSelf(tx, call.caller)
    if (isProblem(person)) return person
    if (!deps.sealer) return NO_SECRETS_KEY
    const secret = randomBytes(TOTP_SECRET_BYTES)
    await savePendingTotp(tx, person.id, deps.sealer.seal(secret.toString('base64'), totpContext(person.id)))
    const text = toBase32(secret)
    return {
      answer: { secret: text, uri: totpAddress(text, person.email) },
      audit: { target: targetOf(person) },
    }
  })

  api.write(operations.enableTotp, 'directory', async (tx, call) => {
    const person = await lockedSelf(tx, call.caller)
    if (isProblem(person)) return person
    if (!deps.sealer) return NO_SECRETS_KEY
    if (!person.totpPending) return NO_PENDING_TOTP
    const secret = Buffer.from(deps.sealer.open(person.totpPending, totpContext(person.id)), 'base64')
    const step = stepOfCode(secret, call.body.code, deps.clock(), null)
    if (step === null) return invalid([{ pointer: '/code', code: 'wrongCode', message: WRONG_CODE.detail }])
    const codes = makeRecoveryCodes()
    await saveSecondFactor(tx, person.id, {
      totpSecret: person.totpPending,
      totpLastStep: step,
      recoveryHashes: codes.map(hashOfRecoveryCode),
    })
    await endOtherSessions(tx, call.caller, true)
    return { answer: { recoveryCodes: codes }, audit: { target: targetOf(person) } }
  })

  api.write(operations.disableTotp, 'directory', async (tx, call) => {
    const person = await lockedSelf(tx, call.caller)
    if (isProblem(person)) return person
    if (person.totpSecret === null) return NO_SECOND_FACTOR
    await saveSecondFactor(tx, person.id, { totpSecret: null, totpLastStep: null, recoveryHashes: [] })
    await endOtherSessions(tx, call.caller, false)
    return { answer: {}, audit: { target: targetOf(person) } }
  })

  api.write(operations.renewRecoveryCodes, 'directory', async (tx, call) => {
    const person = await lockedSelf(tx, call.caller)
    if (isProblem(person)) return person
    const { totpSecret, totpLastStep } = person
    if (totpSecret === null) return NO_SECOND_FACTOR
    const codes = makeRecoveryCodes()
    const recoveryHashes = codes.map(hashOfRecoveryCode)
    await saveSecondFactor(tx, person.id, { totpSecret, totpLastStep, recoveryHashes })
    return { answer: { recoveryCodes: codes }, audit: { target: targetOf(person) } }
  })
}

async function lockedSelf(tx: Tx, { personId }: Caller): Promise<Person | Problem> {
  const person = personId === null ? null : await lockPerson(tx, personId)
  return person ?? NOT_SIGNED_IN
}

/** Sessions of the old way are ended; this one goes on with what it now has. */
async function endOtherSessions(
  tx: Tx,
  { personId, session }: Caller,
  hasSecondFactor: boolean,
): Promise<void> {
  if (personId === null || !session) return
  await deleteSessionsOf(tx, personId, session)
  await markSecondFactor(tx, session, hasSecondFactor)
}

async function changePassword(call: Call<typeof operations.changePassword>, deps: PeopleDeps) {
  const { directory } = deps.cells
  const { personId, session } = call.caller
  const person = personId === null ? null : await directory.read([], (tx) => findPerson(tx, personId))
  if (!person || !session) return NOT_SIGNED_IN
  const { currentPassword, password } = call.body
  const weak = await problemOfNewPassword(directory, person, password)
  if (weak) return weak
  const proved = await deps.proof.byPassword(person.email, currentPassword, {
    ...senderOfVisit(call),
    session,
  })
  if (isProblem(proved)) {
    return proved.name === 'unauthenticated'
      ? invalid([{ pointer: '/currentPassword', code: 'wrongPassword', message: WRONG_CURRENT_PASSWORD }])
      : proved
  }
  const hash = await deps.proof.hash(password, call.address)
  if (isProblem(hash)) return hash
  const now = deps.clock()
  return directory.transaction(person.tenantIds, async (tx) => {
    await savePassword(tx, person.id, hash, now)
    await deleteSessionsOf(tx, person.id, session)
    await deleteResetsOf(tx, person.id)
    await revokeTokensWithPassword(tx, call, person, now)
    await deleteDevicesOf(tx, person.id, deviceHashOf(call))
    await forgive(tx, countersOfSession(session), now)
    await tellOfPerson(tx, call, person, { action: 'person.changePassword', now })
    return { answer: {} }
  })
}
