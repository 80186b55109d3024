import type { CardWords } from './language.ts'

/* The sentences of cards, in each language. */

const ENGLISH_TAIL = '{limited}[; stamps {stampsGoodDays}]{grace}[; {once}]'

export const ENGLISH_CARDS: CardWords = {
  templates: {
    items: `Every {counts} {of} {ids} gives a stamp{when}; {stamps} stamps earn {prize}${ENGLISH_TAIL}`,
    orders: `Every {counts}{pick} gives a stamp{when}; {stamps} stamps earn {prize}${ENGLISH_TAIL}`,
    spend: `Every {perAmount} {counts}{pick} gives a stamp{when}; {stamps} stamps earn {prize}${ENGLISH_TAIL}`,
    whole: `{perAmount} {counts} in all{pick}{when} earns {prize}${ENGLISH_TAIL}`,
  },
  counts: { items: 'item', orders: 'order', spend: 'spent' },
  pick: { orders: ' with a product {of} {ids}', spend: ' on products {of} {ids}' },
  limited: ', at most {limitStamps} {limitPer}',
  grace: '[; stamps are good for {graceDays} after it ends]',
  stamps: ({ text, isOne }) => `${text} ${isOne ? 'stamp' : 'stamps'}`,
  days: ({ text, isOne }) => `${text} ${isOne ? 'day' : 'days'}`,
  untilItEnds: 'don’t expire before it ends',
  once: { true: 'once per customer', false: 'every time it is full' },
}

const PORTUGUESE_TAIL = '{limited}[; os carimbos {stampsGoodDays}]{grace}[; {once}]'

export const PORTUGUESE_CARDS: CardWords = {
  templates: {
    items: `Cada {counts} {of} {ids} dá um carimbo{when}; {stamps} carimbos valem {prize}${PORTUGUESE_TAIL}`,
    orders: `Cada {counts}{pick} dá um carimbo{when}; {stamps} carimbos valem {prize}${PORTUGUESE_TAIL}`,
    spend: `Cada {perAmount} {counts}{pick} dá um carimbo{when}; {stamps} carimbos valem {prize}${PORTUGUESE_TAIL}`,
    whole: `{perAmount} {counts} no total{pick}{when} valem {prize}${PORTUGUESE_TAIL}`,
  },
  counts: { items: 'item', orders: 'pedido', spend: 'em compras' },
  pick: { orders: ' com um produto {of} {ids}', spend: ' de produtos {of} {ids}' },
  limited: ', no máximo {limitStamps} {limitPer}',
  grace: '[; os carimbos valem por {graceDays} depois do fim]',
  stamps: ({ text, isOne }) => `${text} ${isOne ? 'carimbo' : 'carimbos'}`,
  days: ({ text, isOne }) => `${text} ${isOne ? 'dia' : 'dias'}`,
  untilItEnds: 'não expiram antes do fim',
  once: { true: 'uma vez por cliente', false: 'toda vez que completar' },
}

const SPANISH_TAIL = '{limited}[; los sellos {stampsGoodDays}]{grace}[; {once}]'

export const SPANISH_CARDS: CardWords = {
  templates: {
    items: `Cada {counts} {of} {ids} da un sello{when}; {stamps} sellos valen {prize}${SPANISH_TAIL}`,
    orders: `Cada {counts}{pick} da un sello{when}; {stamps} sellos valen {prize}${SPANISH_TAIL}`,
    spend: `Cada {perAmount} {counts}{pick} da un sello{when}; {stamps} sellos valen {prize}${SPANISH_TAIL}`,
    whole: `{perAmount} {counts} en total{pick}{when} valen {prize}${SPANISH_TAIL}`,
  },
  counts: { items: 'artículo', orders: 'pedido', spend: 'en compras' },
  pick: { orders: ' con un producto {of} {ids}', spend: ' de productos {of} {ids}' },
  limited: ', como máximo {limitStamps} {limitPer}',
  grace: '[; los sellos valen por {graceDays} después del final]',
  stamps: ({ text, isOne }) => `${text} ${isOne ? 'sello' : 'sellos'}`,
  days: ({ text, isOne }) => `${text} ${isOne ? 'día' : 'días'}`,
  untilItEnds: 'no vencen antes del final',
  once: { true: 'una vez por cliente', false: 'cada vez que la complete' },
}
