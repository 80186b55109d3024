import type { Clock } from '../platform/clock.ts'
import { senderOf } from '../platform/http/address.ts'
import type { Database } from '../platform/postgres/database.ts'
import { credentialsFromHeader, isSecret, isSecretOf, tenantOfToken } from './credentials.ts'
import { DirectoryWatch } from './directory-watch.ts'
import { KeyUses } from './key-uses.ts'
import { type KnownKey, type KnownKeys, knownKeys, type LookUp } from './known-keys.ts'
import { failuresInProcess, type LoginFailures, type Wait } from './login-failures.ts'
import type { Tenant } from './tenant.ts'
import { ConcurrencyLimit } from './throttle.ts'

export type Authentication =
  | Accepted
  /** `token`: null where what was sent can't be a token of this server. */
  | { readonly outcome: 'refused'; readonly token: string | null }
  | {
      readonly outcome: 'throttled'
      readonly token: string
      readonly by: 'token' | 'address'
      readonly retryAfterSeconds: number
    }

export interface Accepted {
  readonly outcome: 'accepted'
  readonly tenant: Tenant
  readonly token: string
  readonly keyId: number
  /** What the key may do, as bits: see key-scope.ts. */
  readonly scopes: number
}

/**
 * Look-ups of one sender at a time, fewer than the failures it may have: after a restart, when no key is known yet, a
 * burst of good requests waits its turn instead of using up what is for failures.
 */
const LOOK_UPS_OF_SENDER = 20

/**
 * A sender that knows the secret that was right a moment ago is not guessing, and is never throttled: behind a proxy
 * all merchants may have one address, and the failures of others must not stop a shop.
 */
export class Authenticator {
  /** What else is trusted as keys are asks it too. */
  readonly watch: DirectoryWatch
  readonly #keys: KnownKeys
  readonly #uses: KeyUses
  readonly #failures: LoginFailures
  readonly #timeOfDay: Clock
  readonly #lookUps = new ConcurrencyLimit(LOOK_UPS_OF_SENDER)

  /** `clock` measures how long ago something was; `timeOfDay` says when keys end. */
  constructor(
    directory: Database,
    clock: Clock,
    timeOfDay: Clock,
    failures: LoginFailures = failuresInProcess(clock),
  ) {
    this.watch = new DirectoryWatch(directory, clock)
    this.#keys = knownKeys(directory, this.watch)
    this.#uses = new KeyUses(directory, timeOfDay)
    this.#failures = failures
    this.#timeOfDay = timeOfDay
  }

  async close(): Promise<void> {
    this.watch.close()
    await this.#uses.close()
  }

  /** There is no address any more where the sender has hung up already. */
  authenticate(
    header: string | undefined,
    address: string | undefined,
  ): Promise<Authentication> | Authentication {
    const credentials = credentialsFromHeader(header)
    if (!credentials) return { outcome: 'refused', token: null }
    const { token, secret } = credentials
    const key = this.#keys.trusted(token)
    if (key && this.#isGood(key, secret)) return this.#accept(key, token)
    return this.#authenticateSlowly(token, secret, address)
  }

  #isGood(key: KnownKey, secret: string): boolean {
    if (key.expiresAt !== null && key.expiresAt <= this.#timeOfDay()) return false
    return isSecretOf(secret, key.secretHash)
  }

  #accept(key: KnownKey, token: string): Accepted {
    if (!key.isNoted) this.#uses.note(key)
    return { outcome: 'accepted', tenant: key.tenant, token, keyId: key.keyId, scopes: key.scopes }
  }

  async #authenticateSlowly(token: string, secret: string, address = 'unknown'): Promise<Authentication> {
    const tenantId = tenantOfToken(token)
    if (tenantId === null || !isSecret(secret)) return { outcome: 'refused', token: null }
    const sender = senderOf(address)
    const wanted = { tenantId, token, sender }
    const last = this.#keys.last(token)
    if (last && isSecretOf(secret, last.secretHash)) {
      const key = await this.#keys.find(wanted)
      if (key && this.#isGood(key, secret)) return this.#accept(key, token)
    }
    return this.#lookUps.run(sender, () => this.#lookUp(wanted, secret))
  }

  async #lookUp(wanted: LookUp, secret: string): Promise<Authentication> {
    const { token } = wanted
    const attempt = { token, sender: wanted.sender }
    const wait = await this.#failures.begin(attempt)
    if (wait) return throttled(token, wait)
    let isFailure = false
    try {
      const key = await this.#keys.find(wanted)
      isFailure = !key || !this.#isGood(key, secret)
      if (key && !isFailure) return this.#accept(key, token)
      return { outcome: 'refused', token }
    } finally {
      this.#failures.end(attempt, isFailure)
    }
  }
}

function throttled(token: string, { by, retryAfterMs }: Wait): Authentication {
  return { outcome: 'throttled', token, by, retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) }
}
