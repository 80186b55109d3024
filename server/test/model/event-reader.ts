/** Somebody who pulls the events of a merchant, while they happen and afterwards (the further operation 52). */
import { expect } from 'vitest'
import type { Random } from '../../src/platform/random.ts'
import type { Events } from '../../src/webhooks/private-api/schema.ts'
import type { JsonClient } from '../support/json-client.ts'
import { moneyNumber, toNumber } from './arithmetic.ts'
import type { EventMade } from './ledger.ts'
import type { Customer, Shop } from './shop.ts'

type Pulled = Events['Items'][number]

const PATH = '/v1/pvt/Events'
const MOST = 500

export class EventReader {
  readonly #sender: JsonClient
  readonly #random: Random
  /** By the number of the customer, as they came. */
  readonly #seen = new Map<number, string[]>()
  #cursor: string | null = null

  constructor(sender: JsonClient, random: Random) {
    this.#sender = sender
    this.#random = random
  }

  /** A page after what was read; now and then the same page once more. */
  async readOn(url: string): Promise<boolean> {
    const { Items, NextCursor, HasMore } = await this.#page(url, this.#cursor, this.#random.between(1, MOST))
    for (const item of Items) this.#take(item)
    if (this.#random.chance(10)) {
      const again = await this.#page(url, this.#cursor, MOST)
      // It may end sooner, where a transaction has begun that could still write in between.
      const length = Math.min(Items.length, again.Items.length)
      expect(again.Items.slice(0, length).map(nameOf)).toEqual(Items.slice(0, length).map(nameOf))
    }
    this.#cursor = NextCursor
    return HasMore
  }

  /** No event of a customer is left out, none comes twice, and none before another. */
  #take(item: Pulled): void {
    const { Id } = item.Payload.Customer
    const before = this.#seen.get(Id) ?? []
    expect(item.CustomerSequence, `the next event of customer ${Id}`).toBe(before.length + 1)
    this.#seen.set(Id, [...before, lineOf(item)])
  }

  /** All of them, by the customer as it is now: what the model has, and what was read while it happened. */
  async expectAll(url: string, { customers }: Shop): Promise<void> {
    const expected = [...customers.values()].filter(({ account }) => account.events.length > 0).map(stateOf)
    // What is not under way any more may be read a moment later.
    await expect.poll(() => this.#count(url), { timeout: 30_000 }).toBe(countOf(expected))
    while (await this.readOn(url)) {}
    const items = await this.#all(url)
    // Who was merged is told by the id that it had, which the customer who stayed may have by now.
    const merged = new Set(expected.flatMap(({ mergedId }) => mergedId ?? []))
    const byCustomer = Map.groupBy(items, ({ Payload: { Customer } }) =>
      merged.has(Customer.PublicId) ? Customer.PublicId : Customer.OriginalId,
    )
    for (const { name, mergedId, events, ...person } of expected) {
      const own = byCustomer.get(mergedId ?? name) ?? []
      if (mergedId !== null) expect(own[0]?.Payload.Customer.OriginalId).toBe(name)
      expect(own.map(lineOf), `the events of ${name}`).toEqual(events)
      for (const { Payload } of own) expect(personOf(Payload.Customer)).toEqual(person)
      expect(this.#seen.get(own[0]?.Payload.Customer.Id ?? 0)).toEqual(events)
    }
    const added = await this.#all(url, ['Point_Add'])
    expect(added.map(nameOf)).toEqual(items.filter(({ Topic }) => Topic === 'Point_Add').map(nameOf))
  }

  async expectRefusals(url: string): Promise<void> {
    for (const [query, code] of Object.entries({
      'PageSize=501': 45,
      'Topic=Nothing': 120,
      'Cursor=x': 10,
    })) {
      const { body } = await this.#sender.send('GET', `${url}${PATH}?${query}`)
      expect(body.ErrorCode, query).toBe(code)
    }
  }

  async #count(url: string): Promise<number> {
    return (await this.#all(url)).length
  }

  async #all(url: string, topics: readonly string[] = []): Promise<Pulled[]> {
    const items: Pulled[] = []
    for (let cursor: string | null = null, hasMore = true; hasMore; ) {
      const page = await this.#page(url, cursor, MOST, topics)
      for (const item of page.Items) items.push(item)
      cursor = page.NextCursor
      hasMore = page.HasMore
    }
    return items
  }

  async #page(
    url: string,
    cursor: string | null,
    size: number,
    topics: readonly string[] = [],
  ): Promise<Events> {
    const query = new URLSearchParams([
      ['PageSize', String(size)],
      ...(cursor === null ? [] : [['Cursor', cursor] as [string, string]]),
      ...topics.map((topic): [string, string] => ['Topic', topic]),
    ])
    const { body } = await this.#sender.send<Events>('GET', `${url}${PATH}?${query}`)
    if (!body.Result) throw new Error(`events were refused: ${body.ErrorMessage}`)
    return body.Result
  }
}

function nameOf({ EventId }: Pulled): string {
  return EventId
}

function lineOf({ Topic, Payload }: Pulled): string {
  if (!('PointType' in Payload)) throw new Error('an event of no points')
  const { PointType, Points, Cashback, PointsBalance } = Payload
  return line(Topic, PointType, Points, Cashback, PointsBalance.PointsBalance)
}

function lineOfModel({ topic, type, amount, balance }: EventMade): string {
  return line(topic, type, toNumber(amount.points), moneyNumber(amount.cashback), toNumber(balance.points))
}

function line(topic: string, type: number, points: number, cashback: number, balance: number): string {
  return `${topic} of type ${type}: ${points} / ${cashback}, then ${balance}`
}

function personOf({ Name, Email }: Pulled['Payload']['Customer']) {
  return { person: Name, email: Email }
}

function stateOf({ originalId, publicId, merged, name, email, account }: Customer) {
  return {
    name: merged?.named ?? originalId,
    mergedId: merged && publicId,
    person: name,
    email,
    events: account.events.map(lineOfModel),
  }
}

function countOf(all: readonly ReturnType<typeof stateOf>[]): number {
  return all.reduce((sum, { events }) => sum + events.length, 0)
}
