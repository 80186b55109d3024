/** The same calls in every runtime. */
import { Punchcard, verifyWebhook } from '@punchcard-loyalty/client'

const given = globalThis.Deno?.args ?? process.argv.slice(2)
const { url, token, key, now } = JSON.parse(given[0])
const punchcard = new Punchcard({ url, token, key })
const failureOf = (call) =>
  call.then(
    () => null,
    (error) => error,
  )

const order = await punchcard.orders.place({
  OriginalId: 'o-1',
  OrderTotal: 80,
  IsCompleted: true,
  OrderPlacementDate: new Date(now),
  OrderCompletedDate: new Date(now),
  Customer: { OriginalId: 'ana' },
})
const refusal = await failureOf(punchcard.orders.get('none'))
const late = await failureOf(punchcard.account.get({ timeoutMs: 0.01, retries: 0 }))

const body = '{"Points":1}'
const seconds = Math.floor(Date.now() / 1000)
const bytes = new Uint8Array(32).fill(1)
const hmac = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
const signed = await crypto.subtle.sign('HMAC', hmac, new TextEncoder().encode(`evt_1.${seconds}.${body}`))
const webhook = {
  secret: `whsec_${btoa(String.fromCharCode(...bytes))}`,
  body,
  headers: new Headers({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signed)))}`,
    'punchcard-topic': 'Point_Add',
    'punchcard-customer-sequence': '1',
  }),
}
const event = await verifyWebhook(webhook)
const forged = await failureOf(verifyWebhook({ ...webhook, body: '{"Points":2}' }))

// biome-ignore lint/suspicious/noConsole: every runtime has it.
console.log(
  JSON.stringify({
    points: order.Customer.PointsBalance,
    refused: [refusal.name, refusal.codeName, refusal.requestId !== null],
    timedOut: late.name,
    event: event.Topic,
    forged: forged.name,
  }),
)
