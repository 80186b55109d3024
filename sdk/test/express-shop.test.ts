/** examples/express-shop, started as its README says, at a real server with a worker that delivers. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startExample } from './support/example.ts'
import { openExampleShop } from './support/example-shop.ts'
import { useClients } from './support/use-client.ts'

const FOLDER = join(import.meta.dirname, '../../examples/express-shop')
const test = useClients()

it('a customer buys, pays with cashback, and the shop hears of it', async () => {
  const { shop, port, environment } = await openExampleShop(test, '/webhooks')
  const started = { command: process.execPath, flags: ['shop.js'], folder: FOLDER, port, environment }
  const example = await startExample(started)
  const none = await example.send('POST', '/baskets/b-0/cashback', { customer: 'ana', total: 30 })
  expect(none).toMatchObject({ status: 409, answer: { error: expect.stringContaining('ana') } })

  const first = await example.send('POST', '/baskets/b-1/order', { customer: 'ana', paid: 80 })
  expect(first).toEqual({ status: 200, answer: { order: 'b-1', points: 80 } })
  const cashback = await example.send('POST', '/baskets/b-2/cashback', { customer: 'ana', total: 30 })
  expect(cashback).toMatchObject({ status: 200, answer: { discount: 8 } })
  for (const _twice of [1, 2]) {
    const second = await example.send('POST', '/baskets/b-2/order', { customer: 'ana', paid: 22 })
    expect(second).toEqual({ status: 200, answer: { order: 'b-2', points: 22 } })
  }
  await expect
    .poll(() => example.send('GET', '/customers/ana/balance'), { timeout: 20_000 })
    .toEqual({ status: 200, answer: { PointsBalance: 22, CashbackBalance: 2.2, sequence: 3 } })
  expect(await shop.story('ana')).toEqual(['+80 / +8 → 80 / 8', '-80 / -8 → 0 / 0', '+22 / +2.2 → 22 / 2.2'])

  const forged = await example.send('POST', '/webhooks', { Points: 1_000_000 })
  expect(forged.status).toBe(400)
})
