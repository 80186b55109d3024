import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { expect, it, onTestFinished } from 'vitest'
import { Exporter, SPANS_WAITING_MAX } from './exporter.ts'
import { KIND, Span } from './span.ts'

interface Sent {
  readonly path: string
  readonly key: string | undefined
  readonly body: string
}

/** A collector that answers as it is told. */
async function startCollector(answer: (response: ServerResponse) => void) {
  const sent: Sent[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      sent.push({ path: request.url ?? '', key: request.headers['api-key'] as string | undefined, body })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sent }
}

function openExporter(endpoint: string) {
  const registry = new Registry()
  const troubles: string[] = []
  const exporter = new Exporter(
    {
      endpoint,
      headers: { 'api-key': 'secret' },
      serviceName: 'punchcard-serve',
      version: '1.2.3',
      onTrouble: (reason) => troubles.push(reason),
    },
    registry,
  )
  const end = (name: string): void =>
    new Span({ name, kind: KIND.internal, attributes: { size: 3, of: 'a' } }, (span) =>
      exporter.add(span),
    ).end()
  const counted = async (outcome: string): Promise<number> => {
    const text = await registry.metrics()
    return Number(new RegExp(`^punchcard_spans_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1])
  }
  return { exporter, end, counted, troubles }
}

it('sends spans as OTLP in JSON, the last ones when it is closed', async () => {
  const { endpoint, sent } = await startCollector((response) => response.end('{}'))
  const { exporter, end, counted } = openExporter(endpoint)
  end('batch till')
  await exporter.close()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ path: '/v1/traces', key: 'secret' })
  const { resourceSpans } = JSON.parse(sent[0]?.body ?? '')
  expect(resourceSpans).toEqual([
    {
      resource: {
        attributes: [
          { key: 'service.name', value: { stringValue: 'punchcard-serve' } },
          { key: 'service.version', value: { stringValue: '1.2.3' } },
        ],
      },
      scopeSpans: [
        {
          scope: { name: 'punchcard', version: '1.2.3' },
          spans: [
            {
              traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
              spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
              name: 'batch till',
              kind: 1,
              startTimeUnixNano: expect.stringMatching(/^\d{19}$/),
              endTimeUnixNano: expect.stringMatching(/^\d{19}$/),
              attributes: [
                { key: 'size', value: { intValue: '3' } },
                { key: 'of', value: { stringValue: 'a' } },
              ],
            },
          ],
        },
      ],
    },
  ])
  expect(await counted('sent')).toBe(1)
})

it('drops what a collector that hangs does not take, and ends all the same', async () => {
  const { endpoint, sent } = await startCollector(() => {})
  const { exporter, end, counted } = openExporter(endpoint)
  const more = 5_000
  // The first 512 are under way when the others come.
  for (let index = 0; index < 512 + SPANS_WAITING_MAX + more; index += 1) end('request')
  expect(await counted('dropped')).toBe(more)
  await expect.poll(() => sent.length).toBe(1)
  const startedAt = performance.now()
  await exporter.close()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

it('drops what a collector refuses, says so once in a while, and goes on when it answers again', async () => {
  let status = 500
  const { endpoint } = await startCollector((response) => response.writeHead(status).end())
  const { exporter, end, counted, troubles } = openExporter(endpoint)
  end('request')
  await expect.poll(() => counted('dropped'), { timeout: 10_000 }).toBe(1)
  expect(troubles).toEqual(['it answers 500'])
  status = 200
  end('request')
  await expect.poll(() => counted('sent'), { timeout: 10_000 }).toBe(1)
  await exporter.close()
})
