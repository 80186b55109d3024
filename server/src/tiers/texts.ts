import type { Locale } from '../contract/locale.ts'
import type { Count } from '../earning/language.ts'
import type { Words } from '../earning/words.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import { GOAL_MEASURE, type Goal } from './tier.ts'
import type { MeasureName } from './tier-input.ts'

const MEASURES: Readonly<Record<Locale, Readonly<Record<MeasureName, string>>>> = {
  'pt-BR': { spend: 'Compras', orders: 'Pedidos', points: 'Pontos' },
  en: { spend: 'Purchases', orders: 'Orders', points: 'Points' },
  es: { spend: 'Compras', orders: 'Pedidos', points: 'Puntos' },
}

/** What a goal is called that the merchant has given no name, like “Compras em 12 meses”. */
export function goalName(measure: MeasureName, months: number, locale: Locale): string {
  return GOALS[locale].within(MEASURES[locale][measure], months)
}

interface GoalWords {
  within(what: string, months: number): string
  orders(count: Count): string
  toGo(missing: string, tier: string): string
  of(value: string, goal: string): string
  readonly reached: string
}

const GOALS: Readonly<Record<Locale, GoalWords>> = {
  'pt-BR': {
    within: (what, months) => `${what} em ${months === 1 ? '1 mês' : `${months} meses`}`,
    orders: ({ text, isOne }) => `${text} ${isOne ? 'pedido' : 'pedidos'}`,
    toGo: (missing, tier) => `Faltam ${missing} para ${tier}`,
    of: (value, goal) => `${value} de ${goal}`,
    reached: 'Meta alcançada',
  },
  en: {
    within: (what, months) => `${what} in ${months === 1 ? '1 month' : `${months} months`}`,
    orders: ({ text, isOne }) => `${text} ${isOne ? 'order' : 'orders'}`,
    toGo: (missing, tier) => `${missing} to go until ${tier}`,
    of: (value, goal) => `${value} of ${goal}`,
    reached: 'Goal reached',
  },
  es: {
    within: (what, months) => `${what} en ${months === 1 ? '1 mes' : `${months} meses`}`,
    orders: ({ text, isOne }) => `${text} ${isOne ? 'pedido' : 'pedidos'}`,
    toGo: (missing, tier) => `Faltan ${missing} para ${tier}`,
    of: (value, goal) => `${value} de ${goal}`,
    reached: 'Meta alcanzada',
  },
}

/** In whose words a customer's progress is told. */
export interface GoalContext {
  readonly locale: Locale
  readonly words: Words
  readonly pointsName: { readonly one: string; readonly many: string }
}

/** `R$ 587.40 to go until Gold`, and `R$ 1,412.60 of R$ 2,000.00 in 12 months`. */
export function goalTexts(
  { goal, value, tier }: { readonly goal: Goal; readonly value: Decimal; readonly tier: string },
  context: GoalContext,
): { readonly text: string; readonly of: string } {
  const { within, toGo, of, reached } = GOALS[context.locale]
  const counted = value < ZERO ? ZERO : value
  const missing = goal.value - counted
  return {
    text: missing > ZERO ? toGo(quantityText(missing, goal, context), tier) : reached,
    of: within(of(numberText(counted, goal, context), quantityText(goal.value, goal, context)), goal.months),
  }
}

/** `R$ 2,000.00 in 12 months`. */
export function goalText(goal: Goal, context: GoalContext): string {
  return GOALS[context.locale].within(quantityText(goal.value, goal, context), goal.months)
}

function quantityText(value: Decimal, { measure }: Goal, { locale, words, pointsName }: GoalContext): string {
  const count = words.count(value)
  switch (measure) {
    case GOAL_MEASURE.spend:
      return words.money(value)
    case GOAL_MEASURE.orders:
      return GOALS[locale].orders(count)
    case GOAL_MEASURE.points:
      return `${count.text} ${count.isOne ? pointsName.one : pointsName.many}`
  }
}

/** Without what is counted, which is said once. */
function numberText(value: Decimal, { measure }: Goal, { words }: GoalContext): string {
  return measure === GOAL_MEASURE.spend ? words.money(value) : words.count(value).text
}
