/** What is logged of a fault names no person, whatever the database says of it. */
import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { clientOf } from '../support/client-of.ts'
import { program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()

function logged(error: unknown): string {
  let text = ''
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  createLogger({ level: 'info', destination }).error({ err: error }, 'request failed')
  return text
}

async function errorOf(text: string, tenantId: number): Promise<Error & { detail?: string }> {
  const client = clientOf(shops.api.databaseUrl)
  await client.connect()
  try {
    await client.query(text, [tenantId])
    throw new Error('the database took it')
  } catch (error) {
    return error as Error
  } finally {
    await client.end()
  }
}

it('not the row that broke a rule, alone, as a cause, or among others', async () => {
  const shop = await shops.open(program())
  await shop.completed('o1', 'ana', 10, { Customer: { OriginalId: 'ana', Email: 'ana@home.example' } })
  const error = await errorOf('update customer set order_count = -1 where tenant_id = $1', shop.tenantId)
  expect(error.detail).toContain('ana@home.example')
  for (const one of [error, new Error('batch', { cause: error }), new AggregateError([error], 'several')]) {
    const text = logged(one)
    expect(text).not.toContain('ana@home.example')
    expect(text).toContain('"code":"23514"')
    expect(text).toContain('customer_order_count_check')
  }
  expect(logged('just a text')).toContain('just a text')
})
