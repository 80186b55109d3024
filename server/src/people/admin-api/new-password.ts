import { invalid, type Problem } from '../../contract/problem.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { isCommonPassword } from '../common-passwords.ts'
import type { Person } from '../person.ts'
import { fieldProblemOfPassword } from '../rules/password.ts'
import { insertAudit } from '../store/audit.ts'
import { membershipsOf } from '../store/memberships.ts'
import { revokeTokensEverywhere } from '../store/tokens.ts'
import { actorOf, entryOf, type Visit } from './open-session.ts'

/** Why a person can't have this password; null: they can. */
export async function problemOfNewPassword(
  directory: Database,
  person: Pick<Person, 'id' | 'email' | 'tenantIds' | 'totpSecret'>,
  password: string,
): Promise<Problem | null> {
  const memberships =
    person.tenantIds.length === 0
      ? []
      : await directory.read(person.tenantIds, (tx) => membershipsOf(tx, person.id))
  return problemOfPasswordOf(password, {
    email: person.email,
    tenantNames: memberships.map(({ tenant }) => tenant.name),
    hasSecondFactor: person.totpSecret !== null,
  })
}

export function problemOfPasswordOf(
  password: string,
  of: { readonly email: string; readonly tenantNames: readonly string[]; readonly hasSecondFactor: boolean },
): Problem | null {
  const found = fieldProblemOfPassword('/password', password, { ...of, isCommon: isCommonPassword })
  return found && invalid([found])
}

/**
 * A new password ends the person's own tokens: anyone who knew the old one could have created them. The transaction is
 * bound to the person's merchants, and the audit of each says what ended.
 */
export async function revokeTokensWithPassword(
  tx: Tx,
  visit: Pick<Visit, 'requestId' | 'address'>,
  person: Pick<Person, 'id' | 'name' | 'tenantIds'>,
  now: Instant,
): Promise<void> {
  const revoked = await revokeTokensEverywhere(tx, person.tenantIds, person.id, now)
  for (const { tenantId, id, label } of revoked) {
    const target = { kind: 'token', id: String(id), label }
    const facts = { action: 'token.revoke', target, note: 'password changed' }
    await insertAudit(tx, 'directory', tenantId, [entryOf(visit, actorOf(person), now, facts)])
  }
}
