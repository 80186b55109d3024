import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

/** Hides what has to be read again, such as the secret that signs webhooks, from readers of the database alone. */
export interface Sealer {
  /** `context` says what it belongs to: what was sealed for one place can't be opened in another. */
  seal(text: string, context: string): Buffer
  open(sealed: Uint8Array, context: string): string
}

export class SealingError extends Error {
  override readonly name = 'SealingError'
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 1

/** The keys in a text like `base64,base64`, or null where one is not 32 bytes. */
export function readSealingKeys(text: string): Buffer[] | null {
  const keys = text.split(',').map((key) => Buffer.from(key.trim(), 'base64'))
  return keys.every((key) => key.length === KEY_BYTES) ? keys : null
}

export function makeSealingKey(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}

/** AES-256-GCM. The first key seals; all of them open, so that a key can be replaced while the old one is known. */
export function createSealer(keys: readonly Buffer[]): Sealer {
  const [first] = keys
  if (!first) throw new Error('a sealer needs a key')
  return {
    seal(text, context) {
      return Buffer.concat([Buffer.from([VERSION]), sealOctets(first, Buffer.from(text), context)])
    },
    open(sealed, context) {
      for (const key of keys) {
        const text = tryOpen(key, Buffer.from(sealed), context)
        if (text !== null) return text
      }
      throw new SealingError('PUNCHCARD_SECRETS_KEY does not open what was sealed with another key.')
    },
  }
}

function tryOpen(key: Buffer, sealed: Buffer, context: string): string | null {
  return sealed[0] === VERSION
    ? (openOctets(key, sealed.subarray(1), context)?.toString('utf8') ?? null)
    : null
}

/**
 * With one key that the caller keeps: nonce, tag, and what is hidden. What is sealed with often is a `KeyObject`: of octets
 * Node makes one each time, and opening a token took 39 µs instead of 9.
 */
export function sealOctets(key: Buffer | KeyObject, octets: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const hidden = [cipher.update(octets), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...hidden])
}

/** null: it was sealed with another key, for another context, or was changed. */
export function openOctets(key: Buffer | KeyObject, sealed: Uint8Array, context: string): Buffer | null {
  const headLength = NONCE_BYTES + TAG_BYTES
  if (sealed.length < headLength) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(NONCE_BYTES, headLength))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headLength)), decipher.final()])
  } catch {
    return null
  }
}
