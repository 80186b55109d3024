import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Instant } from '../platform/clock.ts'

/* One-time codes of authenticator apps: RFC 6238 with SHA-1, six digits and steps of 30 seconds, as all apps do it. */

const STEP_MS = 30_000
const DIGITS = 6
/** A phone's clock may be late or early by one step. */
const STEPS_AROUND = [0, -1, 1]

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function stepAt(now: Instant): number {
  return Math.floor(now / STEP_MS)
}

/** The code of a step: HOTP (RFC 4226) with the step as its counter. */
export function codeOfStep(secret: Uint8Array, step: number, digits: number = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The step that a code belongs to; null: it is no code of this moment, or of a step that was used already. The caller
 * keeps the step, so that a code read over a shoulder is of no use.
 */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  now: Instant,
  lastStep: number | null,
): number | null {
  const given = Buffer.from(code)
  let found: number | null = null
  for (const around of STEPS_AROUND) {
    const step = stepAt(now) + around
    const right = Buffer.from(codeOfStep(secret, step))
    const isIt = given.length === right.length && timingSafeEqual(given, right)
    if (isIt && (lastStep === null || step > lastStep)) found ??= step
  }
  return found
}

export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
}

/** What a QR code holds, so that an app can read it. */
export function totpAddress(secretText: string, email: string): string {
  const issuer = 'Punchcard'
  const label = `${issuer}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${secretText}&issuer=${issuer}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1_000}`
}
