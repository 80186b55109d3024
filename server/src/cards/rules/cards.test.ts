import { describe, expect, it } from 'vitest'
import { CardsAtWork } from '../../../test/support/cards-at-work.ts'

const COFFEES = { counts: 'items', of: 'category', ids: ['coffee'], stamps: 10, points: '100' }
const SPENT = { counts: 'spend', perAmount: '300', stamps: 1, once: true, points: '100' }
const [A, B, C, D] = [1, 2, 3, 4] as const

describe('taking back after a card was full', () => {
  it('C1: an unused prize is undone, and the card is full again later', () => {
    const shop = new CardsAtWork(COFFEES).order(A, 4).order(B, 6)
    expect(shop.shown).toBe('0 on, 0 owed, 1 prize')
    expect(shop.points).toBe(100)
    shop.order(A, 0)
    expect(shop.shown).toBe('6 on, 0 owed, 0 prizes')
    expect(shop.points).toBe(0)
    shop.order(C, 4)
    expect(shop.shown).toBe('0 on, 0 owed, 1 prize')
  })

  it('C2: what a used prize took is owed, and paid by what comes', () => {
    const shop = new CardsAtWork(COFFEES).order(A, 4).order(B, 6).useNewestPrize().order(A, 0)
    expect(shop.shown).toBe('0 on, 4 owed, 1 prize')
    expect(shop.order(C, 3).shown).toBe('0 on, 1 owed, 1 prize')
    expect(shop.order(D, 5).shown).toBe('4 on, 0 owed, 1 prize')
  })

  it('C3: with clamp it is written off', () => {
    const shop = new CardsAtWork(COFFEES)
    shop.policy = 'clamp'
    shop.order(A, 4).order(B, 6).useNewestPrize().order(A, 0)
    expect(shop.shown).toBe('0 on, 0 owed, 1 prize')
    expect(shop.writtenOff).toBe(4)
    expect(shop.order(C, 3).shown).toBe('3 on, 0 owed, 1 prize')
  })

  it('C4: stamps of the next card pay first, and the prize stays', () => {
    const shop = new CardsAtWork(COFFEES).order(A, 4).order(B, 6).order(C, 4).order(A, 0)
    expect(shop.shown).toBe('0 on, 0 owed, 1 prize')
  })

  it('C5: where they are too few, the prize is undone', () => {
    const shop = new CardsAtWork(COFFEES).order(A, 4).order(B, 6).order(C, 3).order(A, 0)
    expect(shop.shown).toBe('9 on, 0 owed, 0 prizes')
  })

  it('C6: one order fills two cards, and undoes one of them', () => {
    const shop = new CardsAtWork(COFFEES).order(A, 23)
    expect(shop.shown).toBe('3 on, 0 owed, 2 prizes')
    expect(shop.points).toBe(200)
    const older = shop.prizes[1]
    expect(shop.order(A, 18).shown).toBe('8 on, 0 owed, 1 prize')
    expect(shop.points).toBe(100)
    expect(shop.prizes, 'the newest goes first').toEqual([older])
  })

  it('what would have ended since it filled a card ends when its prize is undone, and is taken back no second time', () => {
    const shop = new CardsAtWork({ ...COFFEES, stampsGoodDays: 30 })
    shop.on(0).order(A, 4).on(20).order(B, 6)
    expect(shop.shown).toBe('0 on, 0 owed, 1 prize')
    expect(shop.on(35).order(A, 0).shown).toBe('6 on, 0 owed, 0 prizes')
  })

  it('C7: stamps that have ended are not taken back', () => {
    const shop = new CardsAtWork({ ...COFFEES, stampsGoodDays: 30 })
    shop.on(0).order(A, 3).on(20).order(B, 2).on(31).order(C, 6)
    expect(shop.shown).toBe('8 on, 0 owed, 0 prizes')
    expect(shop.on(32).order(A, 0).shown).toBe('8 on, 0 owed, 0 prizes')
  })

  it('C8: a card of money that is given once opens again when its prize is undone', () => {
    const shop = new CardsAtWork(SPENT).order(A, 150).order(B, 200)
    expect(shop.shown).toBe('50 on, 0 owed, 1 prize')
    expect(shop.order(B, 140).shown).toBe('290 on, 0 owed, 0 prizes')
    expect(shop.order(C, 10).shown).toBe('0 on, 0 owed, 1 prize')
  })

  it('C9: with a used prize the rest is owed, and only that is paid', () => {
    const shop = new CardsAtWork(SPENT).order(A, 150).order(B, 200).useNewestPrize().order(B, 140)
    expect(shop.shown).toBe('0 on, 10 owed, 1 prize')
    expect(shop.order(C, 10).shown).toBe('0 on, 0 owed, 1 prize')
    expect(shop.order(D, 10).shown).toBe('0 on, 0 owed, 1 prize')
  })
})

describe('many at once', () => {
  it('what is joined is good as long as the later of the two', () => {
    const shop = new CardsAtWork({
      counts: 'spend',
      perAmount: '1000',
      stamps: 50,
      stampsGoodDays: 30,
      points: '1',
    })
    shop.on(0).order(1, 2).on(1)
    for (let id = 2; id <= 501; id += 1) shop.order(id, 2)
    expect(shop.on(31).settle().shown).toBe('1002 on, 0 owed, 0 prizes')
    expect(shop.on(32).settle().shown).toBe('0 on, 0 owed, 0 prizes')
  })

  it('beyond 500, stamps that end first are joined, and nothing is lost', () => {
    const shop = new CardsAtWork({ counts: 'spend', perAmount: '1000', stamps: 50, points: '100' })
    const orders = Array.from({ length: 520 }, (_, index) => index + 1)
    for (const id of orders) shop.order(id, 2)
    expect(shop.shown).toBe('1040 on, 0 owed, 0 prizes')
    expect(shop.card?.account.lots).toHaveLength(500)
    shop.order(600, 50_000)
    expect(shop.shown).toBe('1040 on, 0 owed, 1 prize')
    shop.order(1, 0)
    expect(shop.shown).toBe('1038 on, 0 owed, 1 prize')
    shop.order(600, 0)
    expect(shop.shown).toBe('1038 on, 0 owed, 0 prizes')
    for (const id of orders) shop.order(id, 0)
    expect(shop.shown).toBe('0 on, 0 owed, 0 prizes')
  })

  it('Quantity 999 fills a card of 10 twenty times, and the next stamp goes on from there', () => {
    const shop = new CardsAtWork(COFFEES).order(A, 999)
    expect(shop.shown).toBe('799 on, 0 owed, 20 prizes')
    expect(shop.order(B, 1).shown).toBe('600 on, 0 owed, 40 prizes')
  })
})
