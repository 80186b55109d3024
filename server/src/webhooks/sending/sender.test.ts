import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../platform/system-clock.ts'
import { createSender } from './sender.ts'
import { makeSecret, signingKey } from './signature.ts'

const KEY = signingKey(makeSecret(Buffer.alloc(32, 7)))

/** What is kept of the answer to one webhook. */
async function keptOf(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sender = createSender({
    url: `http://127.0.0.1:${port}/hook`,
    headers: {},
    keysAt: () => [KEY],
    reach: { isPrivateAllowed: true },
    connections: 1,
    clock: systemClock,
    userAgent: 'Punchcard/test',
  })
  onTestFinished(async () => {
    await sender.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { outcome, text } = await sender.send({
    id: 'evt_1_2_3',
    topic: 'Point_Add',
    sequence: 3,
    body: '{}',
  })
  expect(outcome.kind).toBe('received')
  return text
}

/** In parts that arrive one after the other. */
async function write(response: ServerResponse, parts: readonly (string | Buffer)[]): Promise<void> {
  for (const part of parts) {
    await new Promise((resolve) => response.write(part, resolve))
    // Time itself: what is written at once arrives at once.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  response.end()
}

it.each([204, 200])('keeps an empty text of an answer without a body: %i', async (status) => {
  expect(await keptOf((response) => response.writeHead(status).end())).toBe('')
})

it('keeps a short answer, without the zero bytes that PostgreSQL does not take', async () => {
  expect(await keptOf((response) => response.end('o\0k, obrigado!'))).toBe('ok, obrigado!')
})

it('keeps the first 1,024 bytes of an answer, in one part or in several', async () => {
  const long = 'a'.repeat(3_000)
  expect(await keptOf((response) => response.end(long))).toBe('a'.repeat(1_024))
  expect(await keptOf((response) => void write(response, ['b'.repeat(1_000), long]))).toBe(
    'b'.repeat(1_000) + 'a'.repeat(24),
  )
})

it('keeps a character whose bytes arrive apart', async () => {
  const bytes = Buffer.from('ção')
  expect(await keptOf((response) => void write(response, [bytes.subarray(0, 2), bytes.subarray(2)]))).toBe(
    'ção',
  )
})
