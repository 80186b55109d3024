/**
 * Who is signed in, and what is in the basket, in the memory of this process. In your shop it is in your database, and
 * people prove who they are: here they choose it.
 */
import { randomUUID } from 'node:crypto'

const known = new Map()

export const sessions = {
  get: ({ headers }) => known.get(/(?:^|; )session=([\w-]+)/.exec(headers.cookie ?? '')?.[1]),

  /** Of a visitor, whose basket is empty, unless told otherwise. `who` is another text for each sign-in. */
  begin(response, { customerId = null, basket = newBasket() } = {}) {
    const id = randomUUID()
    const session = { customerId, basket, who: randomUUID().slice(0, 8), sequence: null }
    known.set(id, session)
    response.cookie('session', id, { httpOnly: true, sameSite: 'lax' })
    return session
  },
}

/** Its id is the order's id: an order that is sent twice counts once. `cashback` is what is reserved for it. */
export function newBasket() {
  return { id: randomUUID().slice(0, 8), items: [], cashback: null }
}
