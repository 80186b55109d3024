import type { Input } from './operation.ts'
import type { OperationId } from './operations.gen.ts'

export interface CallOptions {
  /** Gives the call up; it is then rejected with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** For the whole call with its repetitions. */
  readonly timeoutMs?: number | undefined
  /** For one attempt. */
  readonly attemptTimeoutMs?: number | undefined
  /** How often a failed attempt is repeated at most; 0: never. Busy or unreachable servers are waited for in time. */
  readonly retries?: number | undefined
}

/** A page of a list. */
export interface Page<Item> {
  readonly Items: Item[]
  readonly TotalItemCount: number
  readonly PageSize: number
  readonly PageNumber: number
  readonly HasNextPage: boolean
}

/** What became of one item of a list that was sent. */
export interface BulkItem<Result> {
  /** Its place in what was sent, from 0. */
  readonly Index: number
  readonly OriginalId: string | null
  readonly HasError: boolean
  /** As the single operation has it; 103: not tried, send it again. */
  readonly ErrorCode: number | null
  readonly ErrorMessage: string | null
  readonly Result: Result | null
  /** Members that the operation does not know and ignored. */
  readonly Ignored?: readonly string[]
}

export interface Bulk<Result> extends Page<BulkItem<Result>> {
  readonly SucceededCount: number
  readonly FailedCount: number
}

/** A reward that was redeemed, and what names the redemption. */
export interface Redeemed<Reward> {
  /** The key that was sent, or that was made for the call. Keep it: the redemption is cancelled by it. */
  readonly OriginalKey: string
  /** For the order's `Coupon`. */
  readonly ExternalCode: string
  /** What the customer is given. */
  readonly CouponCode: string
  /** The configuration as it now stands for this customer. */
  readonly Reward: Reward
}

/** A result, and what was said beside it. */
export interface Answer<Result> {
  readonly result: Result
  /** Of operations with codes of their own, such as `06 ProductCreated`; null of all others. */
  readonly outcome: Outcome | null
  /** The number of the customer's last event that the result contains; null where it is not about one customer. */
  readonly customerSequence: number | null
  readonly requestId: string | null
  /** 1, or more where the call was repeated. */
  readonly attempts: number
}

export interface Outcome {
  readonly code: string
  readonly name: string
  /** It was done, or was no error, but perhaps not as expected: nothing was reserved, nothing has changed. */
  readonly isWarning: boolean
}

export type Send = <Result>(id: OperationId, input: Input, options?: CallOptions) => Call<Result>

/** What a method returns: a promise of the result. `answer()` has also what was said beside it. */
export class Call<Result> implements Promise<Result> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #answer: Promise<Answer<Result>>

  constructor(answer: Promise<Answer<Result>>) {
    this.#answer = answer
  }

  /** The result with warnings, request id and the number of attempts. */
  answer(): Promise<Answer<Result>> {
    return this.#answer
  }

  // biome-ignore lint/suspicious/noThenProperty: this is what makes it a promise.
  then<Then = Result, Otherwise = never>(
    onResult?: ((result: Result) => Then | PromiseLike<Then>) | null,
    onError?: ((error: unknown) => Otherwise | PromiseLike<Otherwise>) | null,
  ): Promise<Then | Otherwise> {
    return this.#answer.then(({ result }) => result).then(onResult, onError)
  }

  catch<Otherwise = never>(
    onError?: ((error: unknown) => Otherwise | PromiseLike<Otherwise>) | null,
  ): Promise<Result | Otherwise> {
    return this.then(null, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Result> {
    return this.then().finally(onEnd)
  }
}
