import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { makeSecret, signatureOf, signingKey } from './signature.ts'

it('verifies with the official package, for any secret and any body, also beside another secret', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 24, maxLength: 64 }),
      fc.uint8Array({ minLength: 24, maxLength: 64 }),
      fc.json(),
      (mine, other, body) => {
        const secret = makeSecret(mine)
        const now = Math.floor(Date.now() / 1_000)
        const keys = [makeSecret(other), secret].map(signingKey)
        const headers = {
          'webhook-id': 'evt_1_2',
          'webhook-timestamp': String(now),
          'webhook-signature': signatureOf(keys, 'evt_1_2', now, body),
        }
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
        expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow()
        expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'evt_1_3' })).toThrow()
      },
    ),
    { numRuns: 200 },
  )
})
