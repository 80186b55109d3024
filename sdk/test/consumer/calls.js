/** The same calls in every runtime, whichever way the library was loaded; what came of them. */
export async function callAll(
  { Punchcard, verifyWebhook, PunchcardAdmin },
  { url, silentUrl, token, key, now },
) {
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
  const waiting = new Punchcard({ url: silentUrl, token, key })
  const late = await failureOf(waiting.account.get({ timeoutMs: 50, retries: 0 }))

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

  const admin = new PunchcardAdmin({ url, token: 'pat_1' })
  const denied = await failureOf(admin.call('session.get'))
  if (denied.status === 200) throw denied

  return {
    points: order.Customer.PointsBalance,
    refused: [refusal.name, refusal.codeName, refusal.requestId !== null],
    timedOut: late.name,
    event: event.Topic,
    forged: forged.name,
  }
}

/** From a command line, with what is given there. */
export async function print(library) {
  const [given] = globalThis.Deno?.args ?? process.argv.slice(2)
  // biome-ignore lint/suspicious/noConsole: every runtime has it.
  console.log(JSON.stringify(await callAll(library, JSON.parse(given))))
}
