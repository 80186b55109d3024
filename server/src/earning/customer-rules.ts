import type { Locale } from '../contract/locale.ts'
import { ENGLISH } from './english.ts'
import type { RuleWords } from './language.ts'
import { PORTUGUESE } from './portuguese.ts'
import { ENGLISH_PRIZES, PORTUGUESE_PRIZES, SPANISH_PRIZES } from './prize-words.ts'
import {
  ENGLISH_REFERRALS_OF_YOURS,
  PORTUGUESE_REFERRALS_OF_YOURS,
  SPANISH_REFERRALS_OF_YOURS,
} from './referral-words.ts'
import { SPANISH } from './spanish.ts'

/* The sentences of rules as a shop tells them to its customers: what “customers” do, the reader does. */

/** What is left out stands behind a colon, so that one name and several read alike. */
const WORDS: Readonly<Record<Locale, RuleWords>> = {
  en: {
    ...ENGLISH.rules,
    referral: ENGLISH_REFERRALS_OF_YOURS,
    templates: {
      ...ENGLISH.rules.templates,
      purchase: `{points} for every {perAmount} you spend[, rounded {rounding}][, on orders from {minimumOrder}]${ENGLISH_PRIZES.validity.points}`,
      exclude: 'Not counted towards {outOf}: {excluded}{when}.',
      cap: 'At most {points} {per} from purchases.',
      product: '{ids}: {bonusAmount} {bonus}{when}{limit}{stacks}.',
      tier: 'In {ids} you earn {bonusAmount} {bonus}{when}{limit}{stacks}.',
      firstPurchase: 'Your first order earns {bonusAmount} {bonus}{when}{stacks}.',
      signup: 'You get {prize} {kind}{validity}',
      birthday: 'You get {prize} {kind}{validity}',
      tierReached: 'When you reach {ids} you get {prize}{validity}',
      referral: `You get {points} {kind}{asks}${ENGLISH_PRIZES.validity.points}{gifts}`,
      quiz: `You earn points for answering quizzes${ENGLISH_PRIZES.validity.points}`,
      custom: `You get {points} for {key}[, {perDay} a day][, {ever} in all]${ENGLISH_PRIZES.validity.points}`,
    },
    kinds: { ...ENGLISH.rules.kinds, product: 'among', birthday: 'on your birthday' },
    more: (count, isPerLine) => `${ENGLISH.rules.more(count, false)}${isPerLine ? ' each' : ''}`,
    when: { ...ENGLISH.rules.when, tiers: ', in {tiers}', firstOrders: ', on your {firstOrders}' },
    excluded: {
      product: '',
      brand: 'products of brand',
      category: 'products of category',
      marked: 'items marked by the shop',
      shipping: 'shipping costs',
      all: 'whole orders',
    },
  },
  'pt-BR': {
    ...PORTUGUESE.rules,
    referral: PORTUGUESE_REFERRALS_OF_YOURS,
    templates: {
      ...PORTUGUESE.rules.templates,
      purchase: `{points} a cada {perAmount} em compras[, arredondado {rounding}][, em pedidos a partir de {minimumOrder}]${PORTUGUESE_PRIZES.validity.points}`,
      exclude: 'Não contam para {outOf}: {excluded}{when}.',
      cap: 'No máximo {points} {per} em compras.',
      product: '{ids}: {bonusAmount} {bonus}{when}{limit}{stacks}.',
      tier: 'No nível {ids}, você ganha {bonusAmount} {bonus}{when}{limit}{stacks}.',
      firstPurchase: 'Seu primeiro pedido ganha {bonusAmount} {bonus}{when}{stacks}.',
      signup: 'Você ganha {prize} {kind}{validity}',
      birthday: 'Você ganha {prize} {kind}{validity}',
      tierReached: 'Ao chegar ao nível {ids}, você ganha {prize}{validity}',
      referral: `Você ganha {points} {kind}{asks}${PORTUGUESE_PRIZES.validity.points}{gifts}`,
      quiz: `Você ganha os pontos de cada quiz que responder${PORTUGUESE_PRIZES.validity.points}`,
      custom: `Você ganha {points} por {key}[, {perDay} por dia][, {ever} no total]${PORTUGUESE_PRIZES.validity.points}`,
    },
    kinds: { ...PORTUGUESE.rules.kinds, product: 'entre', birthday: 'no seu aniversário' },
    more: (count, isPerLine) => `${PORTUGUESE.rules.more(count, false)}${isPerLine ? ' cada um' : ''}`,
    when: { ...PORTUGUESE.rules.when, tiers: ', no nível {tiers}', firstOrders: ', {firstOrders}' },
    firstOrders: ({ text, isOne }) =>
      isOne ? 'no seu primeiro pedido' : `nos seus primeiros ${text} pedidos`,
    excluded: {
      product: '',
      brand: 'produtos da marca',
      category: 'produtos da categoria',
      marked: 'itens que a loja marca',
      shipping: 'custos de envio',
      all: 'pedidos inteiros',
    },
  },
  es: {
    ...SPANISH.rules,
    referral: SPANISH_REFERRALS_OF_YOURS,
    templates: {
      ...SPANISH.rules.templates,
      purchase: `{points} por cada {perAmount} que gasta[, redondeado {rounding}][, en pedidos desde {minimumOrder}]${SPANISH_PRIZES.validity.points}`,
      exclude: 'No cuentan para {outOf}: {excluded}{when}.',
      cap: 'Como máximo {points} {per} en compras.',
      product: '{ids}: {bonusAmount} {bonus}{when}{limit}{stacks}.',
      tier: 'En el nivel {ids} gana {bonusAmount} {bonus}{when}{limit}{stacks}.',
      firstPurchase: 'Su primer pedido gana {bonusAmount} {bonus}{when}{stacks}.',
      signup: 'Recibe {prize} {kind}{validity}',
      birthday: 'Recibe {prize} {kind}{validity}',
      tierReached: 'Al llegar al nivel {ids} recibe {prize}{validity}',
      referral: `Recibe {points} {kind}{asks}${SPANISH_PRIZES.validity.points}{gifts}`,
      quiz: `Gana los puntos de cada cuestionario que responda${SPANISH_PRIZES.validity.points}`,
      custom: `Recibe {points} por {key}[, {perDay} por día][, {ever} en total]${SPANISH_PRIZES.validity.points}`,
    },
    kinds: { ...SPANISH.rules.kinds, product: 'entre' },
    more: (count, isPerLine) => `${SPANISH.rules.more(count, false)}${isPerLine ? ' cada uno' : ''}`,
    when: { ...SPANISH.rules.when, tiers: ', en el nivel {tiers}', firstOrders: ', en {firstOrders}' },
    firstOrders: ({ text, isOne }) => (isOne ? 'su primer pedido' : `sus primeros ${text} pedidos`),
    excluded: {
      product: '',
      brand: 'productos de la marca',
      category: 'productos de la categoría',
      marked: 'artículos que la tienda marca',
      shipping: 'gastos de envío',
      all: 'pedidos enteros',
    },
  },
}

/** Where what is picked has no name, and “selected brands” stands for it. */
const UNNAMED: Readonly<Record<Locale, Readonly<Record<'kinds' | 'excluded', object>>>> = {
  en: {
    kinds: { brand: 'of', category: 'in' },
    excluded: { brand: 'products of', category: 'products in' },
  },
  'pt-BR': {
    kinds: { brand: 'de', category: 'em' },
    excluded: { brand: 'produtos de', category: 'produtos em' },
  },
  es: {
    kinds: { brand: 'de', category: 'en' },
    excluded: { brand: 'productos de', category: 'productos en' },
  },
}

export function customersRuleWords(locale: Locale, isUnnamed: boolean): RuleWords {
  const words = WORDS[locale]
  if (!isUnnamed) return words
  const { kinds, excluded } = UNNAMED[locale]
  return { ...words, kinds: { ...words.kinds, ...kinds }, excluded: { ...words.excluded, ...excluded } }
}
