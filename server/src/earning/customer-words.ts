import type { Locale } from '../contract/locale.ts'
import { ENGLISH } from './english.ts'
import type { Extra, Language, LineBonusFacts, OrderBonusFacts, PurchaseFacts, Reasons } from './language.ts'
import { listed } from './listed.ts'
import { PORTUGUESE } from './portuguese.ts'
import { SPANISH } from './spanish.ts'

/**
 * Reasons as the customer reads them in a shop: each is a line beside its points. Branches, keys, the reasons of
 * changes by hand and what a merchant's people call things stay out.
 */
const REASONS: Readonly<Record<Locale, Reasons>> = {
  en: reasonsOf(ENGLISH, {
    every: 'for every',
    and: 'and',
    of: {
      product: () => 'of selected products',
      brand: (names, isOne) =>
        names === null ? 'of selected brands' : `${isOne ? 'of brand' : 'of brands'} ${names}`,
      category: (names, isOne) =>
        names === null ? 'of selected categories' : `${isOne ? 'of category' : 'of categories'} ${names}`,
    },
    lines: ({ text, isOne }) => `${text} ${isOne ? 'item' : 'items'}`,
    each: (points) => `${points} each`,
    branch: 'for buying at this store',
    custom: 'for an activity of the program',
    recorded: 'what the order had earned',
    otherRecord: 'taken from pending points instead',
    notEnrolled: 'not earned: you weren’t enrolled then',
    writtenOff: 'spent already, so not taken back',
    partReturned: (amount) => `${amount} returned`,
    reward: (name) => `Reward “${name}”`,
    cashback: (amount) => `${amount} of cashback`,
    refunded: (name, amount) => `${amount} of cashback back from “${name}”, because items were returned`,
    returned: (name, date) => `back from “${name}” of ${date}`,
    expired: (points, date, order) =>
      `what was left of ${points} from ${date}${order === null ? '' : ` (order ${order})`}`,
    adjustment: 'adjustment',
    imported: 'brought over from before',
    import: 'moved from your previous program',
    importUndone: 'import undone',
    elsewhere: 'earned with this order in your previous program',
    unexplained: 'no details were kept',
  }),
  'pt-BR': reasonsOf(PORTUGUESE, {
    every: 'a cada',
    and: 'e',
    of: {
      product: () => 'de produtos selecionados',
      brand: (names, isOne) =>
        names === null ? 'de marcas selecionadas' : `${isOne ? 'da marca' : 'das marcas'} ${names}`,
      category: (names, isOne) =>
        names === null
          ? 'de categorias selecionadas'
          : `${isOne ? 'da categoria' : 'das categorias'} ${names}`,
    },
    lines: ({ text, isOne }) => `${text} ${isOne ? 'item' : 'itens'}`,
    each: (points) => `${points} cada`,
    branch: 'por comprar nesta loja',
    custom: 'por uma atividade do programa',
    recorded: 'o que o pedido tinha gerado',
    otherRecord: 'retirados dos pontos pendentes',
    notEnrolled: 'não ganhos: você não participava naquele momento',
    writtenOff: 'já usados, por isso não foram retirados',
    partReturned: (amount) => `${amount} em devolução`,
    reward: (name) => `Recompensa “${name}”`,
    cashback: (amount) => `${amount} de cashback`,
    refunded: (name, amount) => `${amount} de cashback de volta de “${name}”, porque itens foram devolvidos`,
    returned: (name, date) => `de volta de “${name}” de ${date}`,
    expired: (points, date, order) =>
      `o que restava de ${points} de ${date}${order === null ? '' : ` (pedido ${order})`}`,
    adjustment: 'ajuste',
    imported: 'trazidos de antes',
    import: 'trazidos do programa anterior',
    importUndone: 'importação desfeita',
    elsewhere: 'ganhos com este pedido no programa anterior',
    unexplained: 'sem detalhes guardados',
  }),
  es: reasonsOf(SPANISH, {
    every: 'por cada',
    and: 'y',
    of: {
      product: () => 'de productos seleccionados',
      brand: (names, isOne) =>
        names === null ? 'de marcas seleccionadas' : `${isOne ? 'de la marca' : 'de las marcas'} ${names}`,
      category: (names, isOne) =>
        names === null
          ? 'de categorías seleccionadas'
          : `${isOne ? 'de la categoría' : 'de las categorías'} ${names}`,
    },
    lines: ({ text, isOne }) => `${text} ${isOne ? 'artículo' : 'artículos'}`,
    each: (points) => `${points} cada uno`,
    branch: 'por comprar en esta tienda',
    custom: 'por una actividad del programa',
    recorded: 'lo que el pedido había generado',
    otherRecord: 'retirados de los puntos pendientes',
    notEnrolled: 'no ganados: usted no participaba en ese momento',
    writtenOff: 'ya usados, por eso no se retiraron',
    partReturned: (amount) => `${amount} en devolución`,
    reward: (name) => `Recompensa “${name}”`,
    cashback: (amount) => `${amount} de cashback`,
    refunded: (name, amount) =>
      `${amount} de cashback de vuelta de “${name}”, porque se devolvieron artículos`,
    returned: (name, date) => `de vuelta de “${name}” del ${date}`,
    expired: (points, date, order) =>
      `lo que quedaba de ${points} del ${date}${order === null ? '' : ` (pedido ${order})`}`,
    adjustment: 'ajuste',
    imported: 'traídos de antes',
    import: 'traídos del programa anterior',
    importUndone: 'importación deshecha',
    elsewhere: 'ganados con este pedido en el programa anterior',
    unexplained: 'sin detalles guardados',
  }),
}

/** The language, with the reasons as the customer reads them. */
const LANGUAGES: Readonly<Record<Locale, Language>> = {
  en: { ...ENGLISH, reasons: REASONS.en },
  'pt-BR': { ...PORTUGUESE, reasons: REASONS['pt-BR'] },
  es: { ...SPANISH, reasons: REASONS.es },
}

export function customersLanguage(locale: Locale): Language {
  return LANGUAGES[locale]
}

/** What the customer's voice says in its own way; the rest is said as to everyone. */
interface Voice {
  readonly every: string
  readonly and: string
  /** `names`: null where there are many. */
  readonly of: Readonly<
    Record<'product' | 'brand' | 'category', (names: string | null, isOne: boolean) => string>
  >
  readonly lines: (count: { readonly text: string; readonly isOne: boolean }) => string
  readonly each: (points: string) => string
  readonly branch: string
  readonly custom: string
  readonly recorded: string
  readonly otherRecord: string
  readonly notEnrolled: string
  readonly writtenOff: string
  readonly partReturned: (amount: string) => string
  readonly reward: (name: string) => string
  readonly cashback: (amount: string) => string
  readonly refunded: (name: string, amount: string) => string
  readonly returned: (name: string, date: string) => string
  readonly expired: (points: string, date: string, order: string | null) => string
  readonly adjustment: string
  readonly imported: string
  readonly import: string
  readonly importUndone: string
  readonly elsewhere: string
  readonly unexplained: string
}

/** More names make no line. */
const NAMES_MAX = 3

function reasonsOf({ points, reasons }: Language, voice: Voice): Reasons {
  const purchase = ({ amount, rate }: PurchaseFacts): string =>
    rate === null ? amount : `${amount} × ${points(rate.points)} ${voice.every} ${rate.perAmount}`
  const lineBonus = (kind: 'product' | 'brand' | 'category', facts: LineBonusFacts): string => {
    const { ids } = facts
    const names = ids.length > 0 && ids.length <= NAMES_MAX ? listed([...ids], voice.and) : null
    const what = voice.of[kind](names, ids.length === 1)
    if ('count' in facts) {
      const each = facts.each === null ? '' : `, ${voice.each(points(facts.each))}`
      return `${voice.lines(facts.count)} ${what}${each}`
    }
    return `${facts.amount} ${what}${timesText(facts.multiplier)}`
  }
  const branch = ({ amount, multiplier }: OrderBonusFacts): string =>
    amount === null
      ? `${voice.branch}${timesText(multiplier)}`
      : `${amount}${timesText(multiplier)}, ${voice.branch}`
  const adjustment = (): string => voice.adjustment
  return {
    ...reasons,
    purchase,
    product: (facts) => lineBonus('product', facts),
    brand: (facts) => lineBonus('brand', facts),
    category: (facts) => lineBonus('category', facts),
    branch,
    exclude: ({ amount }) => reasons.exclude({ amount, what: null }),
    custom: () => voice.custom,
    recorded: () => voice.recorded,
    otherRecord: () => voice.otherRecord,
    notEnrolled: () => voice.notEnrolled,
    writtenOff: () => voice.writtenOff,
    partReturned: ({ amount }) => voice.partReturned(amount),
    reward: ({ name, cashback }) => (cashback === null ? voice.reward(name) : voice.cashback(cashback)),
    refunded: ({ name, cashback }) => voice.refunded(name, cashback),
    returned: ({ name, date }) => voice.returned(name, date),
    expired: (facts) => voice.expired(points(facts.points), facts.date, facts.order),
    adjustment,
    cashbackChange: adjustment,
    pointsChange: adjustment,
    merged: adjustment,
    imported: () => voice.imported,
    import: () => voice.import,
    importUndone: () => voice.importUndone,
    elsewhere: () => voice.elsewhere,
    unexplained: () => voice.unexplained,
  }
}

function timesText(multiplier: Extra['multiplier']): string {
  return multiplier === null ? '' : `, ${multiplier}`
}
