import { crc32 } from 'node:zlib'
import { tooManyRequests } from '../../contract/admin-api/texts.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { BatcherFullError } from '../../platform/batcher.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import type { Sealer } from '../../platform/sealing.ts'
import { networkOf } from '../network.ts'
import type { PasswordHasher } from '../password-hash.ts'
import { type Person, totpContext } from '../person.ts'
import {
  type Counted,
  countForAccount,
  countForNetwork,
  countForSender,
  type SignInLimit,
} from '../rules/sign-in-limit.ts'
import { hashOf, hashOfRecoveryCode } from '../secrets.ts'
import { isKnownDevice } from '../store/devices.ts'
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

/** Where a try comes from. */
export interface Sender {
  readonly address: string
  /** The session in which it is tried, as its hash; null: not signed in. */
  readonly session: Buffer | null
  /** The browser, if it was given a cookie before, as its hash. */
  readonly device: Buffer | null
}

/**
 * Says whether a person is who they say. Every try is counted before it is looked at (`countersOf`); the caller
 * forgives the tries when all that is asked for was right.
 */
export class Proof {
  readonly #deps: ProofDeps

  constructor(deps: ProofDeps) {
    this.#deps = deps
  }

  /** The person, if the password is right. It takes as long where there is no such person. */
  async byPassword(email: string, password: string, sender: Sender): Promise<Person | Problem> {
    const { directory, hasher, clock } = this.#deps
    const { address } = sender
    const now = clock()
    const counters = await this.#unlessBlocked(email, sender, now)
    if (isProblem(counters)) return counters
    const found = await directory.transaction([], async (tx) => {
      const problem = await countTry(tx, counters, now)
      return problem ?? { person: await findPersonByEmail(tx, email) }
    })
    if (isProblem(found)) return found
    const { person } = found
    const stored = person?.passwordHash ?? null
    try {
      const { isRight, isOutdated } = await hasher.verify(password, stored, turnOf(address))
      if (isRight && person && stored !== null) {
        const problem = await this.#countSignInByCode(person, counters, now)
        if (problem) return problem
        return isOutdated
          ? { ...person, passwordHash: await this.#rehash(person.id, stored, password, address) }
          : person
      }
    } catch (error) {
      if (!(error instanceof BatcherFullError)) throw error
      await directory.transaction([], (tx) => giveBack(tx, counters, now))
      return tooManyRequests(1)
    }
    await directory.transaction([], async (tx) => {
      await countFailedSignIn(tx, email, now)
      // Otherwise the wait for the disk, which only a transaction that writes has, would tell who has an account here.
      if (counters[0]) await touchLimit(tx, counters[0].key)
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
  async byCode(personId: number, code: string, session: Buffer): Promise<Person | Problem> {
    const { directory, clock } = this.#deps
    const now = clock()
    return directory.transaction([], async (tx) => {
      const person = await lockPerson(tx, personId)
      if (!person) return WRONG_CODE
      const counters = countersOfSession(session)
      const counted = await countTry(tx, counters, now)
      if (counted) return counted
      const problem = await this.useFactor(tx, person, { code })
      if (problem) return problem
      await forgive(tx, counters, now)
      return person
    })
  }

  /** What counts for this sender. A flood is told off without a write. */
  #unlessBlocked(email: string, sender: Sender, now: Instant): Promise<readonly Counter[] | Problem> {
    return this.#deps.directory.read([], async (tx) => {
      const counters = await countersOf(tx, email, sender, now)
      const limits = await Promise.all(counters.map(({ key }) => findLimit(tx, key)))
      const counted = counters.map(({ count }, index) => count(limits[index] ?? null, now))
      return problemOfCounts(counted) ?? counters
    })
  }

  /**
   * Who knows the password and guesses codes begins again with the password after a few of them. So sign-ins that wait
   * for a code are counted for the account, strictly, until one of them has given it.
   */
  async #countSignInByCode(
    person: Person,
    counters: readonly Counter[],
    now: Instant,
  ): Promise<Problem | null> {
    const isOfStranger = counters.length > 1
    if (person.totpSecret === null || !isOfStranger) return null
    const counter = { key: codeKey(person.email), count: countForSender, isCleared: true }
    return this.#deps.directory.transaction([], (tx) => countTry(tx, [counter], now))
  }

  async #rehash(personId: number, from: string, password: string, address: string): Promise<string> {
    const to = await this.#deps.hasher.hash(password, turnOf(address))
    await this.#deps.directory.transaction([], (tx) => saveRehash(tx, personId, from, to))
    return to
  }
}

/** Something that is counted when a password or a code is tried. */
interface Counter {
  readonly key: Buffer
  readonly count: (last: SignInLimit | null, now: Instant) => Counted
  /** Whether all is forgotten when the person has proved who they are; otherwise there is one try less. */
  readonly isCleared: boolean
}

/**
 * What strangers do must not stop the person: one who is signed in, or uses a browser in which they have been, is
 * counted apart. All others are counted for the account in their network, and with all that strangers try for the
 * account and in the network.
 */
async function countersOf(
  tx: Tx,
  email: string,
  { address, session, device }: Sender,
  now: Instant,
): Promise<readonly Counter[]> {
  if (session) return countersOfSession(session)
  const isKnown = device !== null && (await isKnownDevice(tx, device, email, now))
  if (isKnown) {
    return [
      { key: hashOf(`device ${device.toString('hex')} ${email}`), count: countForSender, isCleared: true },
    ]
  }
  const network = networkOf(address)
  // Always in this order: so no two wait for each other.
  return [
    { key: hashOf(`account ${email} from ${network}`), count: countForSender, isCleared: true },
    { key: hashOf(`account ${email}`), count: countForAccount, isCleared: false },
    { key: hashOf(`network ${network}`), count: countForNetwork, isCleared: false },
  ]
}

export function countersOfSession(session: Buffer): readonly Counter[] {
  return [{ key: hashOf(`session ${session.toString('hex')}`), count: countForSender, isCleared: true }]
}

/** Of sign-ins that wait for a second factor. */
function codeKey(email: string): Buffer {
  return hashOf(`code ${email}`)
}

/** Whose turn a hash takes. */
function turnOf(address: string): number {
  return crc32(networkOf(address))
}

/** Counts a try as a failure; a problem: it may not be tried now, and is not counted. */
async function countTry(tx: Tx, counters: readonly Counter[], now: Instant): Promise<Problem | null> {
  const counted: Counted[] = []
  for (const { key, count } of counters) counted.push(count(await lockLimit(tx, key), now))
  const problem = problemOfCounts(counted)
  if (problem) return problem
  for (const [index, { key }] of counters.entries()) {
    const one = counted[index]
    if (one && 'next' in one) await saveLimit(tx, key, one.next)
  }
  return null
}

function problemOfCounts(counts: readonly Counted[]): Problem | null {
  const waitMs = Math.max(...counts.map((count) => ('retryAfterMs' in count ? count.retryAfterMs : 0)))
  if (waitMs <= 0) return null
  return { ...tooManyRequests(Math.ceil(waitMs / 1_000)), securityEvent: 'sign-in throttled' }
}

/** All that was asked for was right. */
export async function forgive(tx: Tx, counters: readonly Counter[], now: Instant): Promise<void> {
  for (const { key, isCleared } of counters) {
    if (isCleared) await clearLimit(tx, key)
    else await giveBackTry(tx, key, now)
  }
}

/** The same at a sign-in, before the browser is known. */
export async function forgiveSignIn(tx: Tx, email: string, sender: Sender, now: Instant): Promise<void> {
  await forgive(tx, await countersOf(tx, email, sender, now), now)
  await clearLimit(tx, codeKey(email))
}

/** Undo the count: the password was never checked. */
async function giveBack(tx: Tx, counters: readonly Counter[], now: Instant): Promise<void> {
  for (const { key } of counters) await giveBackTry(tx, key, now)
}
