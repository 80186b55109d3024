import { BulkQueue } from './bulk.ts'
import { Call, type Page, type Send } from './call.ts'
import {
  AccountOperations,
  CardsOperations,
  CheckoutOperations,
  CouponsOperations,
  CustomersOperations,
  EventsOperations,
  ObjectivesOperations,
  OrdersOperations,
  PosOperations,
  ProductsOperations,
  QuizzesOperations,
  ReferralsOperations,
  RewardsOperations,
  StorefrontOperations,
  TiersOperations,
} from './groups.gen.ts'
import { OPERATIONS } from './operations.gen.ts'
import { Transport } from './transport.ts'

export type { Answer, Bulk, BulkItem, Call, CallOptions, Outcome, Page, Redeemed } from './call.ts'
export { OperationType, OrderState, PointType, RewardType } from './constants.ts'
export {
  PunchcardConnectionError,
  PunchcardError,
  PunchcardHttpError,
  PunchcardRefusal,
  PunchcardTimeoutError,
} from './errors.ts'
export { type EveryEventOptions, everyEvent } from './every-event.ts'
export { ERROR_CODES, type ErrorName, type OperationId } from './operations.gen.ts'
export {
  asExpress,
  type MintsTokens,
  type TokenRequest,
  type TokenRoute,
  type TokenRouteOptions,
  type TokenScope,
  tokenRoute,
} from './token-route.ts'
export type * from './types.gen.ts'
export { type PunchcardEvent, PunchcardWebhookError, type ReceivedWebhook, verifyWebhook } from './webhook.ts'

/** `url`, `token` and `key` may come right from the environment: a missing one is refused at once. */
export interface PunchcardOptions {
  /** Where the server is, such as `https://loyalty.example`. */
  readonly url: string | undefined
  /** The API token, `pct_…`. */
  readonly token: string | undefined
  /** The API key that belongs to it, `pcs_…`. It is secret: never send it to a browser. */
  readonly key: string | undefined
  /** For a whole call with its repetitions. Default: 30 s; lists of many items: 180 s. */
  readonly timeoutMs?: number | undefined
  /** For one attempt. Default: 10 s; lists of many items: 90 s. */
  readonly attemptTimeoutMs?: number | undefined
  /**
   * How often a failed attempt is repeated at most. Default: 3. A server that is busy (429, 503) or refuses connections
   * is waited for as long as `timeoutMs` allows; 0: nothing is repeated.
   */
  readonly retries?: number | undefined
  /** In which language refusals are told: `pt-BR`, `es` or `en`. Default: English, with more detail. */
  readonly language?: string | undefined
  /** In place of the global one. */
  readonly fetch?: typeof fetch | undefined
}

/** The private API of a Punchcard server, for the backend of a merchant. */
export class Punchcard {
  readonly account: AccountOperations
  readonly checkout: CheckoutOperations
  readonly coupons: CouponsOperations
  readonly customers: CustomersOperations
  readonly events: EventsOperations
  readonly objectives: ObjectivesOperations
  readonly cards: CardsOperations
  readonly orders: OrdersOperations
  readonly pos: PosOperations
  readonly products: ProductsOperations
  readonly quizzes: QuizzesOperations
  readonly rewards: RewardsOperations
  readonly storefront: StorefrontOperations
  readonly referrals: ReferralsOperations
  readonly tiers: TiersOperations

  constructor(options: PunchcardOptions) {
    const transport = new Transport({
      baseUrl: baseOf(options.url),
      authorization: authorizationOf(options),
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      timeoutMs: options.timeoutMs ?? 30_000,
      attemptTimeoutMs: options.attemptTimeoutMs ?? 10_000,
      retries: options.retries ?? 3,
      language: options.language,
    })
    const lists = new BulkQueue(transport)
    const send = ((id, input, callOptions) =>
      new Call(
        OPERATIONS[id].wrapping === 'bulk'
          ? lists.send(id, input.body as readonly unknown[], callOptions)
          : transport.send(id, input, callOptions),
      )) as Send
    this.account = new AccountOperations(send)
    this.checkout = new CheckoutOperations(send)
    this.coupons = new CouponsOperations(send)
    this.customers = new CustomersOperations(send)
    this.events = new EventsOperations(send)
    this.objectives = new ObjectivesOperations(send)
    this.cards = new CardsOperations(send)
    this.orders = new OrdersOperations(send)
    this.pos = new PosOperations(send)
    this.products = new ProductsOperations(send)
    this.quizzes = new QuizzesOperations(send)
    this.rewards = new RewardsOperations(send)
    this.storefront = new StorefrontOperations(send)
    this.referrals = new ReferralsOperations(send)
    this.tiers = new TiersOperations(send)
  }
}

/**
 * The items of all pages of a list, one after the other, up to the 10,000 that the API goes through by pages:
 * `for await (const order of everyItem((page) => punchcard.customers.orders('ana', page)))`.
 */
export async function* everyItem<Item>(
  list: (page: { PageNumber: number; PageSize: number }) => PromiseLike<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  for (let PageNumber = 1; ; PageNumber += 1) {
    const page = await list({ PageNumber, PageSize: 50 })
    yield* page.Items
    if (!page.HasNextPage) return
  }
}

function baseOf(url: string | undefined): string {
  if (!url || !/^https?:$/.test(protocolOf(url)) || /[?#]/.test(url)) {
    throw new TypeError(`\`url\` must be an address like https://loyalty.example, and is “${url}”.`)
  }
  return url.replace(/\/+$/, '')
}

function protocolOf(url: string): string {
  try {
    return new URL(url).protocol
  } catch {
    return ''
  }
}

function authorizationOf({ token, key }: PunchcardOptions): string {
  for (const [name, value] of Object.entries({ token, key })) {
    if (typeof value !== 'string' || !/^[!-9;-~]+$/.test(value)) {
      throw new TypeError(`\`${name}\` must be given as \`punchcard key create\` or the panel has shown it.`)
    }
  }
  return `Basic ${btoa(`${token}:${key}`)}`
}
