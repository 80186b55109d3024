import type { Events } from './types.gen.ts'

/** One event, as `events.list` has it too: what handles one handles the other. */
export type PunchcardEvent = Events['Items'][number]

export interface ReceivedWebhook {
  /** Of the endpoint, as it was shown: `whsec_…`. Several while you put a new one in place. */
  readonly secret: string | readonly string[] | undefined
  /** Of the request, as the framework has them. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** As it arrived, before it is parsed. */
  readonly body: string | Uint8Array
  /** How far the sender's clock may be from ours. Default: five minutes. */
  readonly toleranceSeconds?: number | undefined
  /** In milliseconds since 1970. Default: the clock. */
  readonly now?: number | undefined
}

/** It is not from Punchcard, or too old, or was changed on the way. Answer with 400, and do nothing else. */
export class PunchcardWebhookError extends Error {
  override readonly name = 'PunchcardWebhookError'
}

const PREFIX = 'whsec_'
const TOLERANCE_SECONDS = 5 * 60
/** There is one for each live secret; more are from a stranger who wants us to compute. */
const SIGNATURES_MAX = 8
const TOPICS: readonly string[] = [
  'Point_Add',
  'Point_Update',
  'Point_Removed',
  'Stamp_Add',
  'Stamp_Removed',
  'Card_Completed',
  'Reward_Given',
  'Reward_TakenBack',
  'Points_Expiring',
]

/** The event, if it is signed with the secret and sent within the tolerance; otherwise it throws. */
export async function verifyWebhook(received: ReceivedWebhook): Promise<PunchcardEvent> {
  const { secret, headers, body, toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() } = received
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const isRecent = Math.abs(now / 1_000 - Number(timestamp)) <= toleranceSeconds
  if (!/^\d{1,12}$/.test(timestamp) || !isRecent) {
    throw new PunchcardWebhookError('The header webhook-timestamp is missing or too far from now.')
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const secrets = [secret ?? ''].flat()
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature'))
  if (id === '' || !(await isSignedByOne(secrets, signatures, signed))) {
    throw new PunchcardWebhookError('The header webhook-signature has no signature with this secret.')
  }
  return {
    EventId: id,
    Topic: topicOf(headerOf(headers, 'punchcard-topic')),
    CustomerSequence: Number(headerOf(headers, 'punchcard-customer-sequence')),
    Payload: JSON.parse(new TextDecoder().decode(bytes)),
  }
}

/** The topic is not signed, so it is looked at. */
function topicOf(topic: string): PunchcardEvent['Topic'] {
  if (!TOPICS.includes(topic)) {
    throw new PunchcardWebhookError(`The header punchcard-topic is missing or unknown: “${topic}”.`)
  }
  return topic as PunchcardEvent['Topic']
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  // Not by class: frameworks bring a `Headers` of their own.
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? ''
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  const [only, ...others] = [value].flat()
  return typeof only === 'string' && others.length === 0 ? only : ''
}

function signaturesIn(header: string): Uint8Array<ArrayBuffer>[] {
  return header
    .split(' ', SIGNATURES_MAX)
    .filter((part) => part.startsWith('v1,'))
    .flatMap((part) => fromBase64(part.slice('v1,'.length)) ?? [])
}

/** Compared by WebCrypto, which takes the same time wherever they differ. */
async function isSignedByOne(
  secrets: readonly string[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const secret of secrets) {
    const key = await keyOf(secret)
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
    }
  }
  return false
}

async function keyOf(secret: string) {
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : null
  if (!bytes || bytes.length === 0) {
    throw new TypeError('`secret` is not the secret of an endpoint, which begins with whsec_.')
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** null: it is none. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
