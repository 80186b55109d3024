import { spokenLanguage } from '../locales/i18n.ts'

/** What a shop calls with: one of the merchant's API keys. */
export interface ShopKey {
  readonly token: string
  readonly secret: string
}

export interface ShopCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
}

export type ShopAnswer =
  /** The balance of the customer whose order it was. */
  | { readonly state: 'accepted'; readonly balance: number | null }
  | { readonly state: 'wrongKey' | 'offline' }
  | { readonly state: 'refused'; readonly why: string }

export const TEST_CUSTOMER = 'test-customer'

/** Reads, and changes nothing. */
export const FIRST_CALL: ShopCall = { method: 'GET', path: '/v1/pvt/RewardConfigurations?IsActive=true' }

/** An order that is complete, so that it earns at once. Sent twice within a minute it is the same order. */
export function testOrder(now: Date): ShopCall {
  const moment = `${now.toISOString().slice(0, 19)}Z`
  return {
    method: 'POST',
    path: '/v1/pvt/POS/orders',
    body: {
      OriginalId: `test-${moment.slice(0, 16)}`,
      OrderTotal: 100,
      IsCompleted: true,
      OrderPlacementDate: moment,
      OrderCompletedDate: moment,
      Customer: { OriginalId: TEST_CUSTOMER, Name: 'Ana' },
    },
  }
}

/** The call as a command that a developer runs. */
export function asCommand({ path, body }: ShopCall, { token, secret }: ShopKey): string {
  const start = `curl -u ${token}:${secret} '${location.origin}${path}'`
  return body ? `${start} -H 'Content-Type: application/json' -d '${JSON.stringify(body, null, 2)}'` : start
}

/** Calls as the shop would: with the key alone, without the session of who is signed in. */
export async function callAsShop(
  { method, path, body }: ShopCall,
  { token, secret }: ShopKey,
): Promise<ShopAnswer> {
  try {
    const response = await fetch(path, {
      method,
      credentials: 'omit',
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        'accept-language': spokenLanguage(),
        authorization: `Basic ${base64(`${token}:${secret}`)}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return read(response.status, await response.json())
  } catch {
    return { state: 'offline' }
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

interface Envelope {
  readonly HasError?: boolean
  readonly ErrorMessage?: string | null
  readonly ErrorMessages?: readonly string[]
  readonly Result?: { readonly Customer?: { readonly PointsBalance?: number } } | null
}

function read(status: number, envelope: Envelope): ShopAnswer {
  if (status === 401) return { state: 'wrongKey' }
  if (status >= 400 || envelope.HasError) {
    return { state: 'refused', why: envelope.ErrorMessage ?? envelope.ErrorMessages?.[0] ?? `HTTP ${status}` }
  }
  return { state: 'accepted', balance: envelope.Result?.Customer?.PointsBalance ?? null }
}
