import type { CustomerId } from '../../contract/ids.ts'
import { type Problem, problem } from '../../contract/problem.ts'
import type { Clock } from '../../platform/clock.ts'
import { openOctets, sealOctets } from '../../platform/sealing.ts'
import type { KnownShop } from '../known-shops.ts'
import { keyToSeal } from '../storefront-token.ts'

/** Whose page of which list goes on. */
export interface CursorOf {
  readonly shop: KnownShop
  readonly customerId: CustomerId
  /** The id of the operation. */
  readonly list: string
}

export type CursorKeys = readonly (string | number | null)[]

const SHAPE = /^([1-9]\d{0,8})\.([A-Za-z0-9_-]{40,})$/

/**
 * Where a list goes on, for one customer alone. It is sealed with the key of the shop's tokens, because a browser must
 * not read the numbers of records in it, and ends with that key.
 */
export class Cursors {
  readonly #clock: Clock

  /** The real time, also for sandboxes. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  write(of: CursorOf, keys: CursorKeys): string | null {
    const key = keyToSeal(of.shop.keys, this.#clock())
    // A shop without a key has no tokens either.
    if (!key) return null
    const sealed = sealOctets(key.secret, Buffer.from(JSON.stringify(keys)), contextOf(of))
    return `${key.number}.${sealed.toString('base64url')}`
  }

  /** null: from the beginning. */
  read(of: CursorOf, cursor: string | undefined): CursorKeys | null | Problem {
    if (cursor === undefined) return null
    const [, number, sealed = ''] = SHAPE.exec(cursor) ?? []
    const key = of.shop.keys.find((one) => String(one.number) === number)
    const opened = key && openOctets(key.secret, Buffer.from(sealed, 'base64url'), contextOf(of))
    return opened ? (JSON.parse(opened.toString()) as CursorKeys) : CURSOR_OF_OTHER_LIST
  }
}

function contextOf({ shop, customerId, list }: CursorOf): string {
  return `cursor ${shop.tenant.id} ${customerId} ${list}`
}

/** Whatever is wrong with it: an ended key, another customer, another list. */
const CURSOR_OF_OTHER_LIST = problem('validation', {
  en: 'The cursor is of another list, or too old: begin again without it.',
  'pt-BR': 'O cursor é de outra lista ou antigo demais: comece de novo sem ele.',
  es: 'El cursor es de otra lista o demasiado antiguo: comience de nuevo sin él.',
})
