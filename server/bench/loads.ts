/** What the load processes are told to send. */
export interface OrderLoad {
  readonly ports: readonly number[]
  readonly connections: number
  readonly seconds: number
  /** Not more than so many. */
  readonly perSecond?: number
  readonly authorizations: readonly string[]
  readonly customersPerTenant: number
  /** All orders are this one customer's, of the first tenant. */
  readonly isHot: boolean
  /** So many of a thousand orders are refused ones. */
  readonly refusedPerMille: number
  /** Distinguishes the order ids of one run from those of another. */
  readonly run: string
}

export interface ReadLoad {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly authorizations: readonly string[]
}

export interface RedemptionLoad {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** The reward and the `Authorization` header of each. */
  readonly merchants: readonly string[]
  readonly buyers: number
  /** Distinguishes the keys of one run from those of another. */
  readonly run: string
}

/** Orders in lists. */
export interface ListLoad {
  readonly listPort: number
  readonly connections: number
  readonly seconds: number
  readonly authorizations: readonly string[]
  readonly customersPerTenant: number
  /** Of each list. */
  readonly items: number
  /** Distinguishes the order ids of one run from those of another. */
  readonly run: string
}

/** Balances of the customers r1, r2 … */
export interface BalanceLoad {
  readonly balancePort: number
  readonly connections: number
  readonly seconds: number
  readonly authorizations: readonly string[]
  /** How many of them each merchant has. */
  readonly readers: number
}

/** What browsers ask of one shop, and its backend for them. */
export interface VisitorLoad {
  readonly visitorPort: number
  readonly connections: number
  readonly seconds: number
  readonly perSecond: number
  readonly slug: string
  /** Of the shop's backend. */
  readonly authorization: string
  /** Of the customers c1, c2 … */
  readonly tokens: readonly string[]
  /** Each has an address of its own. */
  readonly strangers: number
}

/** These requests in turn, each as it goes over the wire. */
export interface RequestLoad {
  readonly requestPort: number
  readonly connections: number
  readonly seconds: number
  /** Not more than so many. */
  readonly perSecond?: number
  readonly requests: readonly string[]
  /** What every answer has to have. */
  readonly status: number
}

export type AnyLoad =
  | RequestLoad
  | VisitorLoad
  | OrderLoad
  | ReadLoad
  | RedemptionLoad
  | ListLoad
  | BalanceLoad
