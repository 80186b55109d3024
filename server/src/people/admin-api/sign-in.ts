import { crc32 } from 'node:zlib'
import { isProblem, type Problem } from '../../contract/admin-api/problem.ts'
import { tooManyRequests } from '../../contract/admin-api/texts.ts'
import { BatcherFullError } from '../../platform/batcher.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import type { Sealer } from '../../platform/sealing.ts'
import { networkOf } from '../network.ts'
import type { PasswordHasher } from '../password-hash.ts'
import { type Person, totpContext } from '../person.ts'
import { countForAccount, countForNetwork, type SignInLimit } from '../rules/sign-in-limit.ts'
import { hashOf, hashOfRecoveryCode } from '../secrets.ts'
import { clearLimit, findLimit, giveBackTry, lockLimit, saveLimit, touchLimit } from '../store/limits.ts'
import {
  countFailedSignIn,
  findPersonByEmail,
  lockPerson,
  saveRehash,
  saveSecondFactor,
} from '../store/persons.ts'
import { stepOfCode } from '../totp.ts'
import { NO_SECRETS_KEY, WRONG_CODE, WRONG_PASSWORD } from './texts.ts'

export interface ProofDeps {
  readonly directory: Database
  readonly hasher: PasswordHasher
  readonly clock: Clock
  /** null: no key is configured, so that there are no second factors. */
  readonly sealer: Sealer | null
}

/** What a person gives to prove that it is them: of these, one. */
export interface FactorGiven {
  readonly code?: string | undefined
  readonly recoveryCode?: string | undefined
}

/**
 * Says whether a person is who they say. Every try is counted before it is looked at, for the account and for the
 * network; whoever calls it forgives the tries when all that is asked for was right.
 */
export class Proof {
  readonly #deps: ProofDeps

  constructor(deps: ProofDeps) {
    this.#deps = deps
  }

  /** The person, if the password is right. It takes as long where there is no such person. */
  async byPassword(email: string, password: string, address: string): Promise<Person | Problem> {
    const { directory, hasher, clock } = this.#deps
    const now = clock()
    const blocked = await this.#blocked(email, address, now)
    if (blocked) return blocked
    const found = await directory.transaction([], async (tx) => {
      const problem = await countTry(tx, email, address, now)
      return problem ?? { person: await findPersonByEmail(tx, email) }
    })
    if (isProblem(found)) return found
    const { person } = found
    const stored = person?.passwordHash ?? null
    try {
      const { isRight, isOutdated } = await hasher.verify(password, stored, turnOf(address))
      if (isRight && person && stored !== null) {
        return isOutdated
          ? { ...person, passwordHash: await this.#rehash(person.id, stored, password, address) }
          : person
      }
    } catch (error) {
      if (!(error instanceof BatcherFullError)) throw error
      await directory.transaction([], (tx) => giveBack(tx, email, address, now))
      return tooManyRequests(1)
    }
    await directory.transaction([], async (tx) => {
      await countFailedSignIn(tx, email, now)
      // Otherwise the wait for the disk, which only a transaction that writes has, would tell who has an account here.
      await touchLimit(tx, accountKey(email))
    })
    return WRONG_PASSWORD
  }

  /** The hash of a new password, or a refusal while too many others are made. */
  async hash(password: string, address: string): Promise<string | Problem> {
    try {
      return await this.#deps.hasher.hash(password, turnOf(address))
    } catch (error) {
      if (error instanceof BatcherFullError) return tooManyRequests(1)
      throw error
    }
  }

  /** Uses up a code, in the caller's transaction; the person is locked by then. */
  async useFactor(tx: Tx, person: Person, given: FactorGiven): Promise<Problem | null> {
    const { sealer, clock } = this.#deps
    const { totpSecret, totpLastStep, recoveryHashes } = person
    if (totpSecret === null) return WRONG_CODE
    if (given.recoveryCode !== undefined) {
      const hash = hashOfRecoveryCode(given.recoveryCode)
      const rest = recoveryHashes.filter((known) => !known.equals(hash))
      if (rest.length === recoveryHashes.length) return WRONG_CODE
      await saveSecondFactor(tx, person.id, { totpSecret, totpLastStep, recoveryHashes: rest })
      return null
    }
    if (!sealer) return NO_SECRETS_KEY
    const secret = Buffer.from(sealer.open(totpSecret, totpContext(person.id)), 'base64')
    const step = stepOfCode(secret, given.code ?? '', clock(), totpLastStep)
    if (step === null) return WRONG_CODE
    await saveSecondFactor(tx, person.id, { totpSecret, totpLastStep: step, recoveryHashes })
    return null
  }

  /** A code of a person who is signed in already. */
  async byCode(personId: number, code: string, address: string): Promise<Person | Problem> {
    const { directory, clock } = this.#deps
    const now = clock()
    return directory.transaction([], async (tx) => {
      const person = await lockPerson(tx, personId)
      if (!person) return WRONG_CODE
      const counted = await countTry(tx, person.email, address, now)
      if (counted) return counted
      const problem = await this.useFactor(tx, person, { code })
      if (problem) return problem
      await forgive(tx, person.email, address, now)
      return person
    })
  }

  /** A flood is told off without a write. */
  #blocked(email: string, address: string, now: Instant): Promise<Problem | null> {
    return this.#deps.directory.read([], async (tx) => {
      const [account, network] = await Promise.all([
        findLimit(tx, accountKey(email)),
        findLimit(tx, networkKey(address)),
      ])
      return problemOfCounts(countForAccount(account, now), countForNetwork(network, now))
    })
  }

  async #rehash(personId: number, from: string, password: string, address: string): Promise<string> {
    const to = await this.#deps.hasher.hash(password, turnOf(address))
    await this.#deps.directory.transaction([], (tx) => saveRehash(tx, personId, from, to))
    return to
  }
}

function accountKey(email: string): Buffer {
  return hashOf(`account ${email}`)
}

function networkKey(address: string): Buffer {
  return hashOf(`network ${networkOf(address)}`)
}

/** Whose turn a hash takes. */
function turnOf(address: string): number {
  return crc32(networkOf(address))
}

/** Counts a try as a failure; a problem: it may not be tried now, and is not counted. */
async function countTry(tx: Tx, email: string, address: string, now: Instant): Promise<Problem | null> {
  const keys = { account: accountKey(email), network: networkKey(address) }
  // Accounts before networks, always: so no two wait for each other.
  const account = countForAccount(await lockLimit(tx, keys.account), now)
  const network = countForNetwork(await lockLimit(tx, keys.network), now)
  const problem = problemOfCounts(account, network)
  if (problem) return problem
  for (const [key, counted] of [
    [keys.account, account],
    [keys.network, network],
  ] as const) {
    if ('next' in counted) await saveLimit(tx, key, counted.next)
  }
  return null
}

type Counted = { readonly next: SignInLimit } | { readonly retryAfterMs: number }

function problemOfCounts(...counts: readonly Counted[]): Problem | null {
  const waitMs = Math.max(...counts.map((count) => ('retryAfterMs' in count ? count.retryAfterMs : 0)))
  if (waitMs <= 0) return null
  return { ...tooManyRequests(Math.ceil(waitMs / 1_000)), securityEvent: 'sign-in throttled' }
}

/** All that was asked for was right: the account's failures are forgotten, and the network has one less. */
export async function forgive(tx: Tx, email: string, address: string, now: Instant): Promise<void> {
  await clearLimit(tx, accountKey(email))
  await giveBackTry(tx, networkKey(address), now)
}

/** It was not looked at. */
async function giveBack(tx: Tx, email: string, address: string, now: Instant): Promise<void> {
  await giveBackTry(tx, accountKey(email), now)
  await giveBackTry(tx, networkKey(address), now)
}
