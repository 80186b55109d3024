import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { FairQueue } from '../platform/fair-queue.ts'

/* argon2id, as OWASP recommends it for log-ins. A hash is kept with its parameters, so that they can be raised. */

interface Parameters {
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

const PRESENT: Parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/**
 * Each hash takes 19 MiB and one of Node's four threads for about 50 ms: with two at a time, a flood of sign-ins
 * leaves threads for everything else.
 */
const AT_ONCE = 2
const WAITING_MAX = 50

const hashWith = promisify(argon2)

export interface Verified {
  readonly isRight: boolean
  /** Made with other parameters than today's: to be hashed anew while the password is known. */
  readonly isOutdated: boolean
}

export class PasswordHasher {
  /** Networks take turns, so that the sign-ins of one delay only themselves. */
  readonly #queue = new FairQueue({ atOnce: AT_ONCE, waitingMax: WAITING_MAX })
  #hashed = 0

  /** How many hashes were made: what a flood has cost. */
  get hashed(): number {
    return this.#hashed
  }

  /** Rejects with BatcherFullError where too many wait. `group`: whose turn it takes. */
  hash(password: string, group: number): Promise<string> {
    return this.#run(group, async () =>
      write(PRESENT, await derive(password, randomBytes(SALT_BYTES), PRESENT)),
    )
  }

  /** `stored`: null where there is no such person, or no password yet. It takes as long, and is never right. */
  verify(password: string, stored: string | null, group: number): Promise<Verified> {
    return this.#run(group, async () => {
      const { parameters, salt, hash } = read(stored ?? NOBODY) ?? { ...NOTHING, hash: null }
      const derived = await derive(password, salt, parameters)
      const isRight = stored !== null && hash !== null && timingSafeEqual(derived.hash, hash)
      return { isRight, isOutdated: isRight && !isPresent(parameters) }
    })
  }

  #run<Result>(group: number, work: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(group, () => {
      this.#hashed += 1
      return work()
    })
  }
}

interface Derived {
  readonly salt: Buffer
  readonly hash: Buffer
}

async function derive(password: string, salt: Buffer, parameters: Parameters): Promise<Derived> {
  // The same password typed on two systems may come as other code points.
  const message = password.normalize('NFC')
  const hash = await hashWith('argon2id', { message, nonce: salt, tagLength: HASH_BYTES, ...parameters })
  return { salt, hash }
}

/** The usual way to write it: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. */
function write({ memory, passes, parallelism }: Parameters, { salt, hash }: Derived): string {
  const [saltText, hashText] = [salt, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${saltText}$${hashText}`
}

const WRITTEN = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/

function read(stored: string): ({ readonly parameters: Parameters } & Derived) | null {
  const found = WRITTEN.exec(stored)
  if (!found) return null
  const [, memory, passes, parallelism, salt = '', hash = ''] = found
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function isPresent(parameters: Parameters): boolean {
  const names = Object.keys(PRESENT) as (keyof Parameters)[]
  return names.every((name) => parameters[name] === PRESENT[name])
}

const NOTHING = { parameters: PRESENT, salt: Buffer.alloc(SALT_BYTES) }
/** Of no password: what a sign-in of a stranger is compared with, so that it takes as long. */
const NOBODY = write(PRESENT, { salt: NOTHING.salt, hash: Buffer.alloc(HASH_BYTES) })
