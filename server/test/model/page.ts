/** The page of the shop in a customer's browser: it asks with a token that the shop's backend has got for it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonClient } from '../support/json-client.ts'
import { NOT_TAKEN } from './not-taken.ts'

export interface PageAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export interface Page {
  send(method: 'GET' | 'POST', path: string, body?: object): Promise<PageAnswer>
}

const TOO_BUSY_MS = 20
const ALL = ['read', 'redeem', 'quiz', 'join']

/** Each request goes to another process than the one before: all of them take each other's tokens. */
export function openPage(sender: JsonClient, urls: readonly string[], customer: string): Page {
  let turn = 0
  const next = (): string => urls[turn++ % urls.length] ?? ''
  const minted = patiently(() =>
    sender.post<{ Token: string }>(next(), '/v1/pvt/Token', { CustomerId: customer, Scopes: ALL }),
  )
  return {
    async send(method, path, body) {
      const { Result } = (await minted).body
      return patiently(async () => {
        const answered = await fetch(`${next()}/v1/pub/me${path}`, {
          method,
          headers: { authorization: `Bearer ${Result?.Token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
        return { status: answered.status, body: (await answered.json()) as PageAnswer['body'] }
      })
    },
  }
}

async function patiently<T extends { readonly status: number }>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await send()
    if (!NOT_TAKEN.includes(answer.status)) return answer
    await sleep(TOO_BUSY_MS)
  }
}
