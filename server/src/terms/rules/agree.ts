import type { Instant } from '../../platform/clock.ts'
import type { Consent } from '../terms.ts'

type Agreed = Pick<Consent, 'kind' | 'version' | 'at' | 'keyId'>

/** With one more; the same list where it stands already, as it was first given. */
export function agree(before: readonly Consent[], { kind, version, at, keyId }: Agreed): readonly Consent[] {
  const isSame = (one: Consent): boolean => one.kind === kind && one.version === version
  if (before.some((one) => isSame(one) && one.withdrawnAt === null)) return before
  return [...before.filter((one) => !isSame(one)), { kind, version, at, keyId, withdrawnAt: null }]
}

/** Without any that stands; the same list where none does. */
export function withdraw(before: readonly Consent[], at: Instant): readonly Consent[] {
  if (before.every(({ withdrawnAt }) => withdrawnAt !== null)) return before
  return before.map((one) => (one.withdrawnAt === null ? { ...one, withdrawnAt: at } : one))
}
