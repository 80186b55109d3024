import { createHmac, type KeyObject } from 'node:crypto'
import type { ImportKind } from './import.ts'

/** By what a line is known when it comes again. */
export type LineName =
  /** A column of the file that the merchant has chosen for it. */
  | { readonly by: 'key'; readonly kind: ImportKind; readonly key: string }
  /** The line of an earlier import that it corrects, like `12:87`: it may be equal to one that was done. */
  | { readonly by: 'correction'; readonly line: string }
  /** All that it does, and which one of the equal lines of its file it is. */
  | {
      readonly by: 'content'
      readonly kind: ImportKind
      readonly values: readonly (string | null)[]
      readonly ordinal: number
    }

const KEY_BYTES = 16

/**
 * What is kept of a line, so that it has one effect: without the salt it doesn't tell what the line said. The salt is a
 * key object, because Node needs five times as long with its octets.
 */
export function lineKey(salt: KeyObject, name: LineName): Buffer {
  return createHmac('sha256', salt)
    .update(JSON.stringify(partsOf(name)))
    .digest()
    .subarray(0, KEY_BYTES)
}

function partsOf(name: LineName): readonly unknown[] {
  switch (name.by) {
    case 'key':
      return [name.by, name.kind, name.key]
    case 'correction':
      return [name.by, name.line]
    case 'content':
      return [name.by, name.kind, name.ordinal, ...name.values]
  }
}
