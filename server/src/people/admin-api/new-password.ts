import { invalid, type Problem } from '../../contract/admin-api/problem.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { isCommonPassword } from '../common-passwords.ts'
import type { Person } from '../person.ts'
import { fieldProblemOfPassword } from '../rules/password.ts'
import { membershipsOf } from '../store/memberships.ts'

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
