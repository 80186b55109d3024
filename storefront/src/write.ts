import { update } from './block.ts'
import { type Answered, isPersonal, shop } from './shop.ts'
import { FRESH_MS } from './times.ts'

/** What the server has said of something that a customer did. */
export interface Written {
  /** 0: there was no answer. Then, and above 499, it may have been done: sent again, it has to be the same. */
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: what asks for it looks at what it needs.
  readonly body?: any
}

/** Whether the token is good for that, as far as is known here. */
export const may = (scope: string): boolean => shop.inside()[0]?.scopes?.includes(scope) ?? true

/** Then everything about the customer is asked for again, but for a balance that is in the answer. */
export async function write(path: string, body?: object): Promise<Written> {
  const { session } = shop
  const [, facts, authorize, call, keep] = shop.inside()
  const whose = (): string => JSON.stringify(facts.get('me')?.data)
  const before = whose()
  const send = async (refused: string): Promise<Answered> => {
    const bearer = await authorize(refused)
    // A new token may be another person's, who has seen nothing of this.
    if (bearer === null || session !== shop.session || whose() !== before) throw 0
    const answered = await call(path, bearer, {
      method: 'POST',
      // Its type is sent along.
      ...(body && { body: new Blob([JSON.stringify(body)], { type: 'application/json' }) }),
    })
    // Also one who was known to the shop alone and has bought meanwhile has a token that is good for less.
    return /40[13]/.test(`${answered[0].status}`) && !refused ? send(bearer) : answered
  }
  let written: Written = { status: 0 }
  try {
    const [{ status, ok }, answer] = await send('')
    if (!ok || answer) written = { status, body: answer }
  } catch {
    // There was no answer, or nothing was sent.
  }
  if (session !== shop.session) return written
  if (written.status === 401) shop.signOut()
  // What is known is shown on. They are other facts, because answers that are on their way may be from before.
  for (const [name, { data, at }] of facts) {
    if (isPersonal(name) && data) facts.set(name, { data, at: at - FRESH_MS, tries: 0, due: 0 })
  }
  // What else is in an answer is not the balance, by which it is known whose it is.
  const { referral: _referral, ...me } = written.body?.me ?? written.body ?? {}
  if (me.state) facts.set('me', { data: me, at: Date.now(), tries: 0, due: 0 })
  keep()
  update()
  return written
}
