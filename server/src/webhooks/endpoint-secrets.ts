import type { KeyObject } from 'node:crypto'
import type { TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Sealer } from '../platform/sealing.ts'
import { signingKey } from './sending/signature.ts'
import type { SealedEndpoint } from './store/endpoints.ts'

/** What is sealed belongs to its tenant: moved to another's row, it does not open. */
export function sealingContext(what: 'secret' | 'headers', tenantId: TenantId): string {
  return `webhook ${what} of tenant ${tenantId}`
}

/** An endpoint that can be sent to. */
export interface OpenEndpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The newest first; during a rotation two. */
  readonly keysAt: (now: Instant) => readonly KeyObject[]
}

/** A secret that has ended is not opened any more: the key that sealed it may be gone. */
export function unsealEndpoint(endpoint: SealedEndpoint, sealer: Sealer, now: Instant): OpenEndpoint {
  const { tenantId, url, sealedHeaders, sealedSecret, sealedPreviousSecret, previousSecretUntil } = endpoint
  const keyOf = (sealed: Buffer): KeyObject =>
    signingKey(sealer.open(sealed, sealingContext('secret', tenantId)))
  const present = [keyOf(sealedSecret)]
  const until = previousSecretUntil ?? 0
  const both = sealedPreviousSecret && now < until ? [...present, keyOf(sealedPreviousSecret)] : present
  return {
    url,
    headers: sealedHeaders ? openHeaders(sealedHeaders, tenantId, sealer) : {},
    keysAt: (at) => (at < until ? both : present),
  }
}

/** The same with everything sealed anew by the sealer's first key; a secret that has ended is left out. */
export function resealed(endpoint: SealedEndpoint, sealer: Sealer, now: Instant): SealedEndpoint {
  const { tenantId, sealedHeaders, sealedSecret, sealedPreviousSecret, previousSecretUntil } = endpoint
  const anew = (sealed: Buffer, what: 'secret' | 'headers'): Buffer => {
    const context = sealingContext(what, tenantId)
    return sealer.seal(sealer.open(sealed, context), context)
  }
  const isPreviousGood = previousSecretUntil !== null && now < previousSecretUntil
  return {
    ...endpoint,
    sealedHeaders: sealedHeaders && anew(sealedHeaders, 'headers'),
    sealedSecret: anew(sealedSecret, 'secret'),
    sealedPreviousSecret:
      isPreviousGood && sealedPreviousSecret ? anew(sealedPreviousSecret, 'secret') : null,
    previousSecretUntil: isPreviousGood ? previousSecretUntil : null,
  }
}

export function openHeaders(sealed: Buffer, tenantId: TenantId, sealer: Sealer): Record<string, string> {
  return JSON.parse(sealer.open(sealed, sealingContext('headers', tenantId)))
}
