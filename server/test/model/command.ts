/** A request that a client has made up, and how the model says it must be answered. */
import type { Random } from '../../src/platform/random.ts'
import type { Manager } from '../support/admin.ts'
import type { Answer } from '../support/json-client.ts'
import type { ModelCoupon } from './counter.ts'
import type { AnyResult, Essence } from './essence.ts'
import type { SentOrder } from './orders.ts'
import type { Page } from './page.ts'
import type { SentBalance, Shop } from './shop.ts'

export interface ModelCommand {
  /** The shop, by its place among the merchants. */
  readonly shop: number
  /** Whose it is. */
  readonly customer: string
  /** For counting: what kind of command it is. */
  readonly action: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: object
  /** A list that is sent as lines of JSON. */
  readonly isLines?: boolean
  /** In place of a request to the private API: what the merchant's people do, and what came of it. */
  readonly ask?: (desk: Desk) => Promise<Essence>
  readonly expected: Essence
  /** What of the answer is compared, where its shape alone does not tell. */
  readonly read?: (body: Readonly<Record<string, unknown>>) => Essence
  /** What is remarkable about it. */
  readonly traits?: readonly string[]
  /** For what only the answer tells. */
  readonly onAnswer?: (answer: Answer<AnyResult>) => void
}

/** Where the merchant's people work: the management API. */
export interface Desk {
  readonly manager: Manager
  /** The number of a customer, by the id in the merchant's store. */
  numberOf(id: string): Promise<number>
  /** What is good of each of a customer's cards, what is owed, and how many prizes stand. */
  cardsOf(id: string): Promise<Essence>
  /** What cards have given a customer, when all that is due is given: oldest first. */
  giftsOf(id: string): Promise<readonly GiftMade[]>
  /** The page of the shop, for the customer of this id who is signed in there. */
  pageOf(id: string): Page
  /** One line of a file of opening balances, as a worker does it. Returns what became of it. */
  importBalance(importId: number, sent: SentBalance, webhooks: 'silent' | 'send'): Promise<string>
  undoImport(importId: number): Promise<Essence>
  /** A request of the shop's backend. */
  send(path: string, body: object): Promise<Answer<AnyResult>>
  /** What only other answers tell. */
  externalCodeOf(code: string): Promise<string>
  publicIdOf(id: string): Promise<string>
}

export interface GiftMade {
  readonly rule: number
  readonly state: string
  /** null: it was not given. */
  readonly given: {
    readonly key: string
    readonly number: number
    readonly externalCode: string
    readonly code: string
  } | null
}

/** The ids that the server has given to what a shop offers, by name. */
export interface ServerIds {
  readonly rewards: ReadonlyMap<string, number>
  /** The one question of each quiz. */
  readonly questions: ReadonlyMap<string, number>
  readonly quizzes: ReadonlyMap<string, number>
  readonly tiers: ReadonlyMap<string, number>
}

/** A customer of one client alone, so that the order of its commands is known. */
export interface OwnCustomer {
  readonly shop: number
  readonly id: string
  /** Who it is: a person may have a second account for a while. */
  readonly person: string
  /** Of each order the body that was last sent. */
  readonly orders: Map<string, SentOrder>
  /** Issued or made for this customer. */
  readonly coupons: ModelCoupon[]
  /** Announced at a till with a code, and not sent as orders yet. */
  readonly sales: Sale[]
}

export interface Sale {
  readonly id: string
  readonly code: string
}

/** What a command is made up from. */
export interface Scene {
  readonly random: Random
  /** Of the client; its products begin with it. */
  readonly name: string
  readonly shop: Shop
  readonly ids: ServerIds
  readonly customer: OwnCustomer
  /** All of the client's in this shop. */
  readonly customers: readonly OwnCustomer[]
  readonly newKey: () => string
  /** Begins a second account of the same person. */
  readonly secondOf: (customer: OwnCustomer) => OwnCustomer
  /** There is no such account any more. */
  readonly forget: (customer: OwnCustomer) => void
}

/** The products of a client: their place in the catalogue changes in an order that it knows. */
export function productsOf(client: string): string[] {
  return [0, 1, 2].map((number) => `${client}-product-${number}`)
}

export const BRANDS = ['acme', 'zeta'] as const
export const ROOT_CATEGORIES = ['drinks', 'food'] as const
export const PAYMENT_METHODS = ['visa', 'pix', 'cash'] as const
export const BRANCHES = ['north', 'south'] as const
