import { onTestFinished } from 'vitest'
import { freePort } from '../../../server/test/support/free-port.ts'
import { program, type Shop } from '../../../server/test/support/shop.ts'
import { deliver, subscribe } from '../../../server/test/support/webhooks.ts'
import type { useClients } from './use-client.ts'

/** A merchant of these days with a webhook endpoint at an example that is yet to be started. */
export async function openExampleShop(test: ReturnType<typeof useClients>, webhookPath: string) {
  test.api.now = Date.now()
  const shop: Shop = await test.open(program())
  await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })
  const port = await freePort()
  const { secret } = await subscribe(test.api, shop.tenantId, `http://127.0.0.1:${port}${webhookPath}`)
  const delivery = await deliver(test.api)
  onTestFinished(() => delivery.stop())
  const environment = {
    PUNCHCARD_URL: test.url,
    PUNCHCARD_TOKEN: shop.key.token,
    PUNCHCARD_KEY: shop.key.secret,
    PUNCHCARD_WEBHOOK_SECRET: secret,
  }
  return { shop, port, environment }
}
