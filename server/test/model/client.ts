/** One client of the model test: it makes up commands, and knows from the model how each must be answered. */
import type { Random } from '../../src/platform/random.ts'
import type { Answer } from '../support/json-client.ts'
import { units } from './arithmetic.ts'
import { lookAtCards } from './cards-client.ts'
import { askProductPoints, askTiers, saveAnyProduct } from './catalog-client.ts'
import { openBaskets } from './checkout.ts'
import { buyBasket, giveCodeUp, refreshAny, removeAny, reserveAny } from './checkout-client.ts'
import type { ModelCommand, OwnCustomer, Scene, ServerIds } from './command.ts'
import {
  addCashback,
  askForStranger,
  change,
  redeemAnyReward,
  removeCashback,
  repeatKey,
  sendAnyAnswer,
  sendAnyCoupon,
} from './counter-client.ts'
import { createAnyCustomer, updateAnyCustomer, upsertAnyCustomer } from './customer-client.ts'
import { adjustAny } from './desk-client.ts'
import { eraseAny, touchErased } from './erase-client.ts'
import { type AnyResult, publicIdIn } from './essence.ts'
import { hasUnknownGifts, lookAtGifts } from './gifts-client.ts'
import { importAndClaim, importAny, undoAnyImport } from './import-client.ts'
import { fill, sendCustomers, sendOneOrderOften, sendOrders, sendProducts } from './list-client.ts'
import { mergeAny } from './merge-client.ts'
import { readMore } from './more-reads-client.ts'
import {
  cancelAnyOrder,
  cancelBadly,
  repeatOrder,
  sendNewOrder,
  sendOrderOfOther,
  sendUpdate,
} from './order-client.ts'
import { checkAnyCoupon, readAny } from './read-client.ts'
import { returnAnyPart } from './return-client.ts'
import type { Shop } from './shop.ts'
import { answerInPage, joinInPage, leaveInPage, lookInPage, redeemInPage } from './storefront-client.ts'
import { redeemAtTill, undoAnyUse, useAnyCoupon } from './till-client.ts'
import { addPoints, cancelAnyReward, grantAnyReview, removePoints } from './undo-client.ts'

type Action = (scene: Scene, now: number) => ModelCommand

/** How often each is sent. */
const WEIGHTS = {
  sendNewOrder: 26,
  sendUpdate: 24,
  repeatOrder: 3,
  sendOrderOfOther: 2,
  cancelAnyOrder: 10,
  cancelBadly: 2,
  returnAnyPart: 12,
  saveAnyProduct: 5,
  askProductPoints: 2,
  askTiers: 4,
  addCashback: 5,
  removeCashback: 9,
  repeatKey: 2,
  askForStranger: 1,
  redeemAnyReward: 18,
  cancelAnyReward: 6,
  addPoints: 3,
  adjustAny: 5,
  removePoints: 4,
  grantAnyReview: 6,
  importAny: 7,
  undoAnyImport: 4,
  importAndClaim: 2,
  createAnyCustomer: 4,
  updateAnyCustomer: 5,
  upsertAnyCustomer: 4,
  sendAnyCoupon: 7,
  redeemAtTill: 7,
  useAnyCoupon: 8,
  undoAnyUse: 4,
  sendAnyAnswer: 3,
  reserveAny: 9,
  refreshAny: 3,
  removeAny: 2,
  giveCodeUp: 4,
  eraseAny: 2,
  mergeAny: 6,
  touchErased: 4,
  sendOrders: 5,
  sendOneOrderOften: 4,
  sendCustomers: 2,
  sendProducts: 2,
  readAny: 8,
  readMore: 9,
  checkAnyCoupon: 3,
  lookAtCards: 5,
  redeemInPage: 12,
  answerInPage: 3,
  joinInPage: 5,
  leaveInPage: 2,
  lookInPage: 4,
} as const

const ACTIONS: Readonly<Record<Exclude<keyof typeof WEIGHTS, 'repeatKey'>, Action>> = {
  sendNewOrder,
  sendUpdate,
  repeatOrder,
  sendOrderOfOther,
  cancelAnyOrder,
  cancelBadly,
  returnAnyPart,
  saveAnyProduct,
  askProductPoints,
  askTiers,
  addCashback,
  removeCashback,
  askForStranger,
  redeemAnyReward,
  cancelAnyReward,
  addPoints,
  adjustAny,
  removePoints,
  grantAnyReview,
  importAny,
  undoAnyImport,
  importAndClaim,
  createAnyCustomer,
  updateAnyCustomer,
  upsertAnyCustomer,
  sendAnyCoupon,
  redeemAtTill,
  useAnyCoupon,
  undoAnyUse,
  sendAnyAnswer,
  reserveAny,
  refreshAny,
  removeAny,
  giveCodeUp,
  eraseAny,
  mergeAny,
  touchErased,
  sendOrders,
  sendOneOrderOften,
  sendCustomers,
  sendProducts,
  readAny,
  readMore,
  checkAnyCoupon,
  lookAtCards,
  redeemInPage,
  answerInPage,
  joinInPage,
  leaveInPage,
  lookInPage,
}

const BASKET_WEIGHTS = {
  reserveAny: 22,
  refreshAny: 26,
  removeAny: 8,
  buyBasket: 24,
  giveCodeUp: 6,
  useAnyCoupon: 5,
  cancelAnyReward: 5,
  removeCashback: 4,
  eraseAny: 2,
  mergeAny: 4,
} as const

const ABOUT_BASKETS: Readonly<Record<keyof typeof BASKET_WEIGHTS, Action>> = {
  reserveAny,
  refreshAny,
  removeAny,
  buyBasket,
  giveCodeUp,
  useAnyCoupon,
  cancelAnyReward,
  removeCashback,
  eraseAny,
  mergeAny,
}

/** Of all customers so many have 100 to 300 lots. */
const FILLED_PERCENT = 8

export interface ModelShop {
  readonly shop: Shop
  readonly ids: ServerIds
}

export class ModelClient {
  readonly name: string
  readonly random: Random
  readonly #shops: readonly ModelShop[]
  #customers: readonly OwnCustomer[]
  #count = 0

  constructor(name: string, random: Random, shops: readonly ModelShop[], customersPerShop: number) {
    this.name = name
    this.random = random
    this.#shops = shops
    this.#customers = shops.flatMap((_, shop) =>
      Array.from({ length: customersPerShop }, (_, index) => ({
        shop,
        id: `${name}-${index}`,
        person: `${name}-${index}`,
        orders: new Map(),
        coupons: [],
        sales: [],
      })),
    )
  }

  /** What cards have given since it was last looked at. */
  *lookAtAllGifts(now: number): Generator<ModelCommand> {
    for (const customer of this.#customers) {
      if (this.#hasUnknownGifts(customer, now)) yield lookAtGifts(this.#sceneOf(customer), now)
    }
  }

  /** Makes up a command and lets the model do it. Often it is about a basket: those are open for a short time only. */
  next(now: number): ModelCommand {
    const withGifts = this.#customers.find((one) => this.#hasUnknownGifts(one, now))
    if (withGifts) return lookAtGifts(this.#sceneOf(withGifts), now)
    const withBasket = this.random.chance(20) ? this.#customers.filter((one) => this.#hasBasket(one)) : []
    if (withBasket.length > 0) {
      const scene = this.#sceneOf(this.random.one(withBasket))
      return ABOUT_BASKETS[this.random.weighted(BASKET_WEIGHTS)](scene, now)
    }
    const scene = this.#sceneOf(this.random.one(this.#customers))
    const action = this.random.weighted(WEIGHTS)
    if (action !== 'repeatKey') return ACTIONS[action](scene, now)
    const own = [...scene.shop.changes.keys()].filter((key) => key.startsWith(`${this.name}-`))
    return repeatKey(scene, own, now)
  }

  /** What only an answer tells, whatever was asked. */
  learn({ shop, customer }: ModelCommand, answer: Answer<AnyResult>): void {
    const told = publicIdIn(answer)
    const known = this.#shops[shop]?.shop.customers.get(customer)
    if (told && known?.originalId === told.name) known.publicId = told.publicId
  }

  /** A few customers have many lots from the beginning: more than are loaded at first. */
  *fillSome(now: number): Generator<ModelCommand> {
    for (const customer of this.#customers) {
      if (this.random.chance(FILLED_PERCENT)) yield* fill(this.#sceneOf(customer), now)
    }
  }

  /** For settling every account at the end: a change that each customer can make. */
  *touchAll(now: number): Generator<ModelCommand> {
    for (const customer of this.#customers) {
      const scene = this.#sceneOf(customer)
      yield change(scene, units(1), false, `last-${scene.newKey()}`, now)
    }
  }

  #hasUnknownGifts({ shop, id }: OwnCustomer, now: number): boolean {
    const known = this.#shops[shop]?.shop.customers.get(id)
    return known !== undefined && hasUnknownGifts(known, now)
  }

  #hasBasket({ shop, id }: OwnCustomer): boolean {
    const known = this.#shops[shop]?.shop.customers.get(id)
    return known !== undefined && openBaskets(known).length > 0
  }

  #sceneOf(customer: OwnCustomer): Scene {
    const own = this.#shops[customer.shop]
    if (!own) throw new Error(`no shop ${customer.shop}`)
    this.#count += 1
    const { name, random } = this
    const key = `${customer.id}-${this.#count}`
    const customers = this.#customers.filter(({ shop }) => shop === customer.shop)
    const secondOf = ({ shop, person }: OwnCustomer): OwnCustomer => {
      const second = { shop, id: `${key}-second`, person, orders: new Map(), coupons: [], sales: [] }
      this.#customers = [...this.#customers, second]
      return second
    }
    const forget = (gone: OwnCustomer): void => {
      this.#customers = this.#customers.filter((one) => one !== gone)
    }
    return { random, name, ...own, customer, customers, newKey: () => key, secondOf, forget }
  }
}
