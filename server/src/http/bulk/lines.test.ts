import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
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
})
