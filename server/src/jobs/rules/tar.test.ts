import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { TAR_END, tarBytes, tarHeader, tarPadding } from './tar.ts'

it('is an archive that tar itself reads, of the size that was told', () => {
  const files = [
    { name: 'orders.csv', octets: Buffer.from('a,b\r\n'.repeat(200)) },
    { name: 'empty.csv', octets: Buffer.alloc(0) },
    { name: 'block.csv', octets: Buffer.alloc(1_024, 'x') },
  ]
  const entries = files.map(({ name, octets }) => ({ name, bytes: octets.length, modifiedAt: 1_780_000_000 }))
  const archive = Buffer.concat([
    ...entries.flatMap((entry, index) => [
      tarHeader(entry),
      files[index]?.octets ?? Buffer.alloc(0),
      tarPadding(entry.bytes),
    ]),
    TAR_END,
  ])
  expect(archive).toHaveLength(tarBytes(entries))
  const tar = (...args: string[]) => execFileSync('tar', args, { input: archive })
  expect(String(tar('-t')).trim().split('\n')).toEqual(files.map(({ name }) => name))
  for (const { name, octets } of files) expect(tar('-xO', name).equals(octets)).toBe(true)
  const listed = String(execFileSync('tar', ['-tv', '--utc'], { input: archive }))
  expect(listed).toMatch(/^-rw-r--r--.* 1000 2026-05-28 .* orders\.csv$/m)
})

it('refuses a name that its header has no room for', () => {
  expect(() => tarHeader({ name: 'x'.repeat(101), bytes: 1, modifiedAt: 0 })).toThrow('too long')
})
