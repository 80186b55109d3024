import { expect, it } from 'vitest'
import { makeSecret, signatureOf, signingKey } from '../../server/src/webhooks/sending/signature.ts'
import { type PunchcardEvent, type ReceivedWebhook, verifyWebhook } from '../src/punchcard.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const SECONDS = NOW / 1_000
const [secret, other, third] = [1, 2, 3].map((byte) => makeSecret(Buffer.alloc(32, byte))) as [
  string,
  string,
  string,
]
const PAYLOAD = { Points: 1, Customer: { Name: 'Ação' } }
const BODY = JSON.stringify(PAYLOAD)

function received(
  signers: readonly string[],
  more: Partial<ReceivedWebhook> & { at?: number } = {},
): ReceivedWebhook {
  const { at = SECONDS, ...rest } = more
  return {
    secret,
    body: BODY,
    now: NOW,
    headers: {
      'webhook-id': 'evt_7_4711_3',
      'webhook-timestamp': String(at),
      'webhook-signature': signatureOf(signers.map(signingKey), 'evt_7_4711_3', at, BODY),
      'punchcard-topic': 'Point_Add',
      'punchcard-customer-sequence': '3',
    },
    ...rest,
  }
}

const EVENT = { EventId: 'evt_7_4711_3', Topic: 'Point_Add', CustomerSequence: 3, Payload: PAYLOAD }
const headersWith = (more: Record<string, string | string[] | undefined>) => ({
  ...(received([secret]).headers as Record<string, string>),
  ...more,
})

it.each<[string, ReceivedWebhook]>([
  ['text', received([secret])],
  ['bytes', received([secret], { body: new TextEncoder().encode(BODY) })],
  ['a buffer', received([secret], { body: Buffer.from(BODY) })],
  ['Headers', received([secret], { headers: new Headers(headersWith({}) as Record<string, string>) })],
  [
    'headers in other letters',
    received([secret], {
      headers: Object.fromEntries(
        Object.entries(headersWith({})).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    }),
  ],
  [
    'headers as lists of one',
    received([secret], { headers: headersWith({ 'webhook-id': ['evt_7_4711_3'] }) }),
  ],
  ['two signatures while the server rotates', received([other, secret])],
  ['two secrets while the receiver rotates', received([other], { secret: [secret, other] })],
  ['a timestamp at the edge of the tolerance', received([secret], { at: SECONDS - 300 })],
  ['a tolerance of one’s own', received([secret], { at: SECONDS - 900, toleranceSeconds: 900 })],
])('%s is taken', async (_what, webhook) => {
  expect(await verifyWebhook(webhook)).toEqual(EVENT)
})

const { 'webhook-signature': right } = received([secret]).headers as Record<string, string>

it.each<[string, ReceivedWebhook, string]>([
  ['another secret', received([other]), 'signature'],
  ['a changed body', received([secret], { body: `${BODY} ` }), 'signature'],
  ['another id', received([secret], { headers: headersWith({ 'webhook-id': 'evt_7_4711_4' }) }), 'signature'],
  ['no id', received([secret], { headers: headersWith({ 'webhook-id': undefined }) }), 'signature'],
  [
    'two ids',
    received([secret], { headers: headersWith({ 'webhook-id': ['evt_7_4711_3', 'x'] }) }),
    'signature',
  ],
  [
    'no signature',
    received([secret], { headers: headersWith({ 'webhook-signature': undefined }) }),
    'signature',
  ],
  [
    'a signature of another version',
    received([secret], { headers: headersWith({ 'webhook-signature': right?.replace('v1', 'v2') }) }),
    'signature',
  ],
  [
    'a signature that is no base64',
    received([secret], { headers: headersWith({ 'webhook-signature': 'v1,%%%' }) }),
    'signature',
  ],
  [
    'a part of the signature',
    received([secret], { headers: headersWith({ 'webhook-signature': right?.slice(0, 23) }) }),
    'signature',
  ],
  [
    'a right signature behind many wrong ones',
    received([secret], { headers: headersWith({ 'webhook-signature': `${'v1,AAAA '.repeat(8)}${right}` }) }),
    'signature',
  ],
  ['an old request', received([secret], { at: SECONDS - 301 }), 'timestamp'],
  ['one from the future', received([secret], { at: SECONDS + 301 }), 'timestamp'],
  ['no timestamp', received([secret], { headers: headersWith({ 'webhook-timestamp': '' }) }), 'timestamp'],
  [
    'a timestamp that is no number',
    received([secret], { headers: headersWith({ 'webhook-timestamp': `${SECONDS}.0` }) }),
    'timestamp',
  ],
  ['no headers', received([secret], { headers: {} }), 'timestamp'],
  [
    'an unknown topic',
    received([secret], { headers: headersWith({ 'punchcard-topic': 'Point_Gift' }) }),
    'topic',
  ],
])('%s is refused', async (_what, webhook, says) => {
  await expect(verifyWebhook(webhook)).rejects.toMatchObject({
    name: 'PunchcardWebhookError',
    message: expect.stringContaining(says),
  })
})

it.each(['', 'whsec_', 'whsec_%', third.slice(6)])('“%s” is no secret', async (wrong) => {
  await expect(verifyWebhook(received([secret], { secret: wrong }))).rejects.toThrow('whsec_')
})

/** Compiles where a topic tells what its payload has. */
function told(event: PunchcardEvent): string | number {
  switch (event.Topic) {
    case 'Reward_Given':
    case 'Reward_TakenBack':
      return event.Payload.Coupon.CouponCode
    case 'Card_Completed':
      return event.Payload.Prize.Title ?? ''
    case 'Stamp_Add':
    case 'Stamp_Removed':
      return event.Payload.StampsOnCard
    case 'Points_Expiring':
      return event.Payload.ExpirationDate
    default:
      return event.Payload.PointsBalance.PointsBalance
  }
}

it('has the payload of its topic', async () => {
  const body = JSON.stringify({ Coupon: { CouponCode: 'CAFE8RT2' } })
  const signature = signatureOf([signingKey(secret)], 'evt_7_4711_3', SECONDS, body)
  const headers = headersWith({ 'punchcard-topic': 'Reward_Given', 'webhook-signature': signature })
  expect(told(await verifyWebhook(received([secret], { body, headers })))).toBe('CAFE8RT2')
})
