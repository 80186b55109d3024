import { createHash } from 'node:crypto'
import { tarHeader, tarPadding } from '../../jobs/rules/tar.ts'
import type { Instant } from '../../platform/clock.ts'

export interface Entry {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** A part of the archive: entries one behind the other. */
export class Archive {
  readonly #modifiedAt: number
  readonly #octets: Buffer[] = []

  constructor(at: Instant) {
    this.#modifiedAt = Math.floor(at / 1_000)
  }

  add(name: string, octets: Buffer): Entry {
    const bytes = octets.length
    this.#octets.push(tarHeader({ name, bytes, modifiedAt: this.#modifiedAt }), octets, tarPadding(bytes))
    return { name, bytes, sha256: createHash('sha256').update(octets).digest('hex') }
  }

  octets(): Buffer {
    return Buffer.concat(this.#octets)
  }
}
