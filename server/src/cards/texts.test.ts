import { describe, expect, it } from 'vitest'
import { LOCALES } from '../contract/locale.ts'
import { decimalFromText, ZERO } from '../platform/decimal.ts'
import { STAMP_TYPE, type StampType } from './card.ts'
import { type StampStory, textOfStamps } from './texts.ts'

const BRAZIL = { currency: 'BRL', timeZone: 'America/Sao_Paulo' } as const

function story(type: StampType, stamps: string, more: Partial<StampStory> = {}): StampStory {
  return {
    type,
    stamps: decimalFromText(stamps),
    order: '1041',
    debt: ZERO,
    owed: ZERO,
    writtenOff: ZERO,
    ...more,
  }
}

const four = decimalFromText('4')

describe('the sentence of a record', () => {
  it.each([
    [story(STAMP_TYPE.order, '1'), '1 stamp for order “1041”'],
    [story(STAMP_TYPE.order, '3', { order: null }), '3 stamps for an order'],
    [story(STAMP_TYPE.orderChanged, '2'), '2 stamps more: order “1041” was changed'],
    [
      story(STAMP_TYPE.orderCancelled, '-4', { debt: four, owed: four }),
      '4 stamps taken back: order “1041” was returned; 4 are owed',
    ],
    [
      story(STAMP_TYPE.orderCancelled, '-4', { debt: four }),
      '4 stamps taken back: order “1041” was returned; 4 were owed and paid since',
    ],
    [
      story(STAMP_TYPE.orderCancelled, '0', { writtenOff: four }),
      '0 stamps taken back: order “1041” was returned; 4 were written off',
    ],
    [story(STAMP_TYPE.erased, '-2'), '2 stamps removed: the customer was erased'],
    [story(STAMP_TYPE.joined, '0'), 'Older stamps are kept as one entry'],
  ])('%#: %s', (told, text) => {
    expect(textOfStamps(told, false, { ...BRAZIL, locale: 'en' })).toBe(text)
  })

  it('is another one for each type, in each language, of stamps and of money', () => {
    for (const locale of LOCALES) {
      for (const isMoney of [false, true]) {
        // Of stamps that were joined there is nothing to count.
        const types = Object.values(STAMP_TYPE).filter((type) => type !== STAMP_TYPE.joined)
        const texts = types.map((type) =>
          textOfStamps(story(type, '-10', { owed: four, writtenOff: four }), isMoney, { ...BRAZIL, locale }),
        )
        expect(new Set(texts).size).toBe(texts.length)
        for (const text of texts) expect(text).toMatch(isMoney ? /10[.,]00.*4[.,]00/ : /10 .*4/)
      }
    }
  })
})
