import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { BULK_BYTES_MAX } from '../../contract/private-api/bulk.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { Lines } from './lines.ts'

const stream = (): Readable => new Readable({ read: () => {} })

async function textsOf(lines: Lines): Promise<string[]> {
  const texts: string[] = []
  for await (const line of lines) texts.push(String(line))
  return texts
}

describe('the lines of a body', () => {
  it('end with the last, whether or not a newline follows it', async () => {
    const sent = stream()
    const lines = new Lines(sent)
    sent.push('{"a":1}\n{"b"')
    sent.push(':2}')
    sent.push(null)
    expect(await textsOf(lines)).toEqual(['{"a":1}', '{"b":2}'])
  })

  it('leave out the one that was being sent when the sender hung up, also where it looks whole', async () => {
    const sent = stream()
    const lines = new Lines(sent)
    sent.push('{"a":1}\n{"b":2}')
    expect(await lines.hasAny()).toBe(true)
    sent.destroy()
    expect(await textsOf(lines)).toEqual(['{"a":1}'])
  })

  it('end with the 1,001st, and what comes after it changes nothing', async () => {
    const sent = stream()
    const lines = new Lines(sent)
    sent.push('{}\n'.repeat(1_003))
    sent.push(' '.repeat(BULK_BYTES_MAX))
    sent.push(null)
    const texts: unknown[] = []
    for await (const line of lines) texts.push(isRefusal(line) ? line.message : String(line))
    expect(texts).toHaveLength(1_001)
    expect(texts.at(-1)).toContain('has more than 1000 items')
  })
})
