import type { KeyObject } from 'node:crypto'
import type { Instant } from '../platform/clock.ts'
import type { Sealer } from '../platform/sealing.ts'
import { signingKey } from './signature.ts'
import type { SealedEndpoint } from './store.ts'

/** What is sealed belongs to its tenant: moved to another's row, it does not open. */
export function sealingContext(what: 'secret' | 'headers', tenantId: number): string {
  return `webhook ${what} of tenant ${tenantId}`
}

/** An endpoint that can be sent to. */
export interface OpenEndpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The newest first; during a rotation two. */
  readonly keysAt: (now: Instant) => readonly KeyObject[]
}

export function unsealEndpoint(endpoint: SealedEndpoint, sealer: Sealer): OpenEndpoint {
  const { tenantId, url, sealedHeaders, sealedSecret, sealedPreviousSecret, previousSecretUntil } = endpoint
  const keyOf = (sealed: Buffer): KeyObject =>
    signingKey(sealer.open(sealed, sealingContext('secret', tenantId)))
  const present = [keyOf(sealedSecret)]
  const until = previousSecretUntil ?? 0
  const both = sealedPreviousSecret ? [...present, keyOf(sealedPreviousSecret)] : present
  return {
    url,
    headers: sealedHeaders ? openHeaders(sealedHeaders, tenantId, sealer) : {},
    keysAt: (now) => (now < until ? both : present),
  }
}

export function openHeaders(sealed: Buffer, tenantId: number, sealer: Sealer): Record<string, string> {
  return JSON.parse(sealer.open(sealed, sealingContext('headers', tenantId)))
}
