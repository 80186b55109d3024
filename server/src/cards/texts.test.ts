import { describe, expect, it } from 'vitest'
import { LOCALES, type Locale } from '../contract/locale.ts'
import { wordsFor } from '../earning/words.ts'
import { decimalFromText, ZERO } from '../platform/decimal.ts'
import { STAMP_TYPE, type StampType } from './card.ts'
import { type RecordTold, sentenceOfStamps } from './texts.ts'

const contextOf = (locale: Locale, isMoney = false) => ({
  locale,
  isMoney,
  words: wordsFor({ locale, currency: 'BRL', timeZone: 'America/Sao_Paulo' }),
})
const titleOf = (rewardId: number): string | undefined => (rewardId === 7 ? 'House coffee' : undefined)

/** Unless it says otherwise, its stamps are all paid. */
function record(type: StampType, stamps: string, more: Partial<RecordTold> = {}): RecordTold {
  const change = decimalFromText(stamps)
  return {
    type,
    stamps: change,
    order: '1041',
    key: null,
    debt: ZERO,
    writtenOff: ZERO,
    origins: [{ used: -change }],
    explanation: null,
    at: Date.UTC(2026, 11, 1, 3),
    ...more,
  }
}

const [two, four] = [decimalFromText('2'), decimalFromText('4')]
const { order, orderChanged, orderCancelled, byHand, byHandUndone, full, ended, erased, joined } = STAMP_TYPE

describe('the sentence of a record', () => {
  it.each([
    [record(order, '1'), '1 stamp for order “1041”'],
    [record(order, '3', { order: null }), '3 stamps for an order'],
    [record(orderChanged, '2'), '2 stamps more: order “1041” was changed'],
    [record(orderChanged, '-2'), '2 stamps taken back: order “1041” was changed or returned in part'],
    [
      record(orderCancelled, '-4', { debt: four, origins: [] }),
      '4 stamps taken back: order “1041” was returned; 4 are owed',
    ],
    [
      record(orderCancelled, '-4', { debt: four, origins: [{ used: two }] }),
      '4 stamps taken back: order “1041” was returned; 2 are owed',
    ],
    [
      record(orderCancelled, '-4', { debt: four }),
      '4 stamps taken back: order “1041” was returned; 4 were owed and paid since',
    ],
    [
      record(orderCancelled, '0', { writtenOff: four }),
      '0 stamps taken back: order “1041” was returned; 4 were written off',
    ],
    [record(byHand, '2', { key: 'r-1' }), '2 stamps given by the shop (“r-1”)'],
    [record(byHand, '2'), '2 stamps given by the shop'],
    [record(byHand, '2', { explanation: { reason: 'goodwill' } }), '2 stamps given by hand (goodwill)'],
    [record(byHand, '-2', { explanation: { reason: 'of old' } }), '2 stamps taken by hand (other reason)'],
    [record(byHandUndone, '-2', { key: 'r-1' }), '2 stamps taken back: the shop cancelled “r-1”'],
    [record(byHandUndone, '-2'), '2 stamps taken back: the shop cancelled what it had given'],
    [record(full, '-10'), '10 stamps used: the card was full'],
    [
      record(full, '-10', { explanation: { prize: { points: '100', reward: 7 } } }),
      '10 stamps used: the card was full and earned 100 points and “House coffee”',
    ],
    [record(ended, '-2'), '2 stamps expired on 1 Dec 2026'],
    [record(erased, '-2'), '2 stamps removed: the customer was erased'],
    [record(joined, '0'), 'Older stamps are kept as one entry'],
  ])('%#', (told, text) => {
    expect(sentenceOfStamps(told, contextOf('en'), titleOf)).toBe(text)
  })

  it('is another one for each type, in each language, of stamps and of money', () => {
    for (const locale of LOCALES) {
      for (const isMoney of [false, true]) {
        // Of stamps that were joined there is nothing to count.
        const types = Object.values(STAMP_TYPE).filter((type) => type !== joined)
        const texts = types.map((type) =>
          sentenceOfStamps(
            record(type, '-10', { origins: [{ used: decimalFromText('6') }], writtenOff: four }),
            contextOf(locale, isMoney),
            titleOf,
          ),
        )
        expect(new Set(texts).size).toBe(texts.length)
        for (const text of texts) expect(text).toMatch(isMoney ? /10[.,]00.*4[.,]00.*4[.,]00/ : /10 .*4.*4/)
      }
    }
  })
})
