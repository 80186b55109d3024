import { isProblem } from '../../contract/problem.ts'
import { accessHashOf } from '../manage.ts'
import { hashOf } from '../secrets.ts'
import { deleteDevicesOf } from '../store/devices.ts'
import { findPerson, lockPerson, savePassword } from '../store/persons.ts'
import { findReset, useReset } from '../store/resets.ts'
import { deleteSessionsOf } from '../store/sessions.ts'
import type { AdminApi, Call } from './api.ts'
import type { PeopleDeps } from './deps.ts'
import { problemOfNewPassword, revokeTokensWithPassword } from './new-password.ts'
import { cookieOf, openSession, tellOfPerson } from './open-session.ts'
import { askForReset, completeReset } from './people-schema.ts'
import { ASK_AN_OWNER, LINK_OVER } from './texts.ts'

/** A new password for a person who has lost theirs. */
export function resetRoutes(api: AdminApi, deps: PeopleDeps): void {
  // No e-mail is sent by this server: whatever the address, a person has to be asked.
  api.custom(askForReset, async (call) => ({ answer: { message: ASK_AN_OWNER[call.locale] } }))

  api.custom(completeReset, (call) => complete(call, deps))
}

async function complete(call: Call<typeof completeReset>, deps: PeopleDeps) {
  const cookie = cookieOf(call)
  if (isProblem(cookie)) return cookie
  const { directory } = deps.cells
  const tokenHash = hashOf(call.body.token)
  const person = await directory.read([], async (tx) => {
    const personId = await findReset(tx, tokenHash, deps.clock())
    return personId === null ? null : findPerson(tx, personId)
  })
  if (!person) return LINK_OVER
  const weak = await problemOfNewPassword(directory, person, call.body.password)
  if (weak) return weak
  const hash = await deps.proof.hash(call.body.password, call.address)
  if (isProblem(hash)) return hash
  const now = deps.clock()
  return directory.transaction(person.tenantIds, async (tx) => {
    const locked = await lockPerson(tx, person.id)
    const madeFor = await useReset(tx, tokenHash, now)
    if (!locked || !madeFor) return LINK_OVER
    // Who has joined or left a merchant meanwhile gets a new link: this one was made to open less, or more.
    const isSameSet = new Set(locked.tenantIds).symmetricDifference(new Set(person.tenantIds)).size === 0
    if (!isSameSet || !(await accessHashOf(tx, locked)).equals(madeFor)) return LINK_OVER
    await savePassword(tx, locked.id, hash, now)
    await deleteSessionsOf(tx, locked.id, null)
    await deleteDevicesOf(tx, locked.id, null)
    await revokeTokensWithPassword(tx, call, locked, now)
    await tellOfPerson(tx, call, locked, { action: 'person.completeReset', now })
    const opening = { visit: call, cookie, now, trustsDevice: false, isFactorGiven: false }
    const { answer, headers } = await openSession(tx, locked, opening)
    return { answer: { state: answer.state }, headers }
  })
}
