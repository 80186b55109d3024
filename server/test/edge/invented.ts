import { randomBytes } from 'node:crypto'
import { makeCredentials, SECRET_BYTES, TOKEN_BYTES } from '../../src/tenancy/credentials.ts'

/** A login of the right form that nobody was ever given, and another one each time. */
export function inventedAuthorization(tenantId = 1): string {
  const { token, secret } = makeCredentials(tenantId, 'live', {
    token: randomBytes(TOKEN_BYTES),
    secret: randomBytes(SECRET_BYTES),
  })
  return `Basic ${Buffer.from(`${token}:${secret}`).toString('base64')}`
}
