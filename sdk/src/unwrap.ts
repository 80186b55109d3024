import type { Outcome } from './call.ts'
import type { Input, Wrapping } from './operation.ts'

type Body = Readonly<Record<string, unknown>>

export interface Refused {
  readonly code: number
  readonly message: string
}

const WARNING = 1

/** Whether it can be an answer of an operation: anything may stand between us and the server. */
export function isAnswer(wrapping: Wrapping, body: unknown): body is Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const { HasError } = body as Body
  if (wrapping === 'bare' || wrapping === 'redeemed') return HasError === undefined || HasError === true
  return typeof HasError === 'boolean'
}

/** null: it was not refused. The number stands in one of three places. */
export function refusalOf(body: Body): Refused | null {
  if (body.HasError !== true) return null
  const { ErrorCode, ErrorMessage, ErrorMessages, ErrorDescriptions } = body
  const [line] = (ErrorMessages ?? []) as readonly string[]
  const [described] = (ErrorDescriptions ?? []) as readonly { readonly Description?: number }[]
  // In lists: `NUMBER NAME: text`.
  const [, number, text] = /^(\d+) \w+: (.*)$/s.exec(line ?? '') ?? []
  return {
    code: Number(ErrorCode ?? described?.Description ?? number ?? -1),
    message: String(ErrorMessage || text || line || 'The operation was refused.'),
  }
}

export function outcomeOf({ Code, CodeName, Severity }: Body): Outcome | null {
  if (typeof Code !== 'string') return null
  return { code: Code, name: String(CodeName), isWarning: Severity === WARNING }
}

/** What is inside an answer that is no refusal. */
export function resultOf(wrapping: Wrapping, body: Body, headers: Headers, { body: sent }: Input): unknown {
  const [item] = (body.Items ?? []) as readonly unknown[]
  switch (wrapping) {
    case 'result':
      return body.Result
    case 'item':
      return item
    case 'page':
    case 'bulk': {
      const { HasError: _, ErrorMessages: __, ...page } = body
      return page
    }
    case 'redeemed':
      return {
        OriginalKey: (sent as Body).OriginalKey,
        ExternalCode: headers.get('punchcard-external-code') ?? '',
        CouponCode: couponCodeOf(item),
        Reward: item,
      }
    case 'bare':
      return body
  }
}

/** A redemption is answered with one list of one coupon. */
function couponCodeOf(item: unknown): string {
  const { PreGeneratedCouponLists: [list] = [] } = item as {
    readonly PreGeneratedCouponLists?: readonly {
      readonly PreGeneratedCoupons?: readonly { readonly CouponCode?: string }[]
    }[]
  }
  return list?.PreGeneratedCoupons?.[0]?.CouponCode ?? ''
}
