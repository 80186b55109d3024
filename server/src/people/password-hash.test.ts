import { argon2Sync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { BatcherFullError } from '../platform/batcher.ts'
import { PasswordHasher } from './password-hash.ts'

describe('a hashed password', () => {
  const hasher = new PasswordHasher()

  it('is right for itself alone, and never twice the same', async () => {
    const [one, two] = await Promise.all([
      hasher.hash('um pato lê jornal', 1),
      hasher.hash('um pato lê jornal', 1),
    ])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
    expect(await hasher.verify('um pato lê jornal', one, 1)).toEqual({ isRight: true, isOutdated: false })
    expect(await hasher.verify('um pato le jornal', one, 1)).toEqual({ isRight: false, isOutdated: false })
  })

  it('is the same however its accents were typed', async () => {
    const stored = await hasher.hash('lê'.normalize('NFC'), 1)
    expect((await hasher.verify('lê'.normalize('NFD'), stored, 1)).isRight).toBe(true)
  })

  it('of older parameters is right, and asks to be hashed anew', async () => {
    const nonce = Buffer.alloc(16, 7)
    const hash = argon2Sync('argon2id', {
      message: 'old',
      nonce,
      memory: 8_192,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    })
    const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
    const stored = `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(hash)}`
    expect(await hasher.verify('old', stored, 1)).toEqual({ isRight: true, isOutdated: true })
    expect(await hasher.verify('new', stored, 1)).toEqual({ isRight: false, isOutdated: false })
  })

  it.each([null, '', 'plain', '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA'])(
    '%s is right for nothing',
    async (stored) => {
      for (const password of ['', 'plain', 'password']) {
        expect((await hasher.verify(password, stored, 1)).isRight).toBe(false)
      }
    },
  )
})

it('two are hashed at a time; a flood is refused, and a person from elsewhere has a turn in it', async () => {
  const hasher = new PasswordHasher()
  const flood = Promise.allSettled(Array.from({ length: 200 }, () => hasher.hash('x', 1)))
  await hasher.hash('y', 2)
  // The two at work, their successors, this one, and what a busy machine did before it told: not all 27.
  expect(hasher.hashed).toBeLessThanOrEqual(12)
  const outcomes = await flood
  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused.length).toBe(200 - 2 - 25)
  expect(refused.every(({ reason }) => reason instanceof BatcherFullError)).toBe(true)
})
