import type { Locale } from '../contract/locale.ts'

/** Members whose change is said with what they are now and what they were, both written. */
export const CHANGED_MEMBERS = [
  'name',
  'points',
  'perAmount',
  'minimumOrder',
  'rounding',
  'waitingDays',
  'validityDays',
  'ids',
  'multiplier',
  'bonus',
  'startsAt',
  'endsAt',
  'key',
  'limits/perDay',
  'limits/ever',
] as const
export type ChangedMember = (typeof CHANGED_MEMBERS)[number]

/** How differences between two programs are said in one language. */
export interface ChangeWords {
  readonly members: Readonly<Record<ChangedMember, (after: string, before: string) => string>>
  readonly switchedOn: string
  readonly switchedOff: string
  /** What a rule without a name is called. */
  rule(id: number): string
  ofRule(rule: string, change: string): string
  added(sentence: string): string
  removed(sentence: string): string
  readonly cashbackOn: (value: string) => string
  readonly cashbackOff: string
  pointValue(after: string, before: string): string
  readonly order: string
}

const ENGLISH_CHANGES: ChangeWords = {
  members: {
    name: (after, before) => `is called «${after}» instead of «${before}»`,
    points: (after, before) => `${after} instead of ${before}`,
    perAmount: (after, before) => `for every ${after} instead of ${before}`,
    minimumOrder: (after, before) => `on orders from ${after} instead of ${before}`,
    rounding: (after, before) => `rounded ${after} instead of ${before}`,
    waitingDays: (after, before) => `points open ${after} instead of ${before}`,
    validityDays: (after, before) => `points are good ${after} instead of ${before}`,
    ids: (after, before) => `for ${after} instead of ${before}`,
    multiplier: (after, before) => `${after}× instead of ${before}×`,
    bonus: (after, before) => `${after} instead of ${before}`,
    startsAt: (after, before) => `from ${after} instead of ${before}`,
    endsAt: (after, before) => `to ${after} instead of ${before}`,
    key: (after, before) => `for ${after} instead of ${before}`,
    'limits/perDay': (after, before) => `${after} a day instead of ${before}`,
    'limits/ever': (after, before) => `${after} in all instead of ${before}`,
  },
  switchedOn: 'is switched on',
  switchedOff: 'is switched off',
  rule: (id) => `rule ${id}`,
  ofRule: (rule, change) => `${rule}: ${change}`,
  added: (sentence) => `New: ${sentence}`,
  removed: (sentence) => `No longer: ${sentence}`,
  cashbackOn: (value) => `Points are worth cashback: ${value} each`,
  cashbackOff: 'Points are no longer worth cashback',
  pointValue: (after, before) => `A point is worth ${after} instead of ${before}`,
  order: 'The rules stand in another order',
}

const PORTUGUESE_CHANGES: ChangeWords = {
  members: {
    name: (after, before) => `chama-se «${after}» em vez de «${before}»`,
    points: (after, before) => `${after} em vez de ${before}`,
    perAmount: (after, before) => `a cada ${after} em vez de ${before}`,
    minimumOrder: (after, before) => `em pedidos a partir de ${after} em vez de ${before}`,
    rounding: (after, before) => `arredondado ${after} em vez de ${before}`,
    waitingDays: (after, before) => `pontos disponíveis ${after} em vez de ${before}`,
    validityDays: (after, before) => `pontos valem ${after} em vez de ${before}`,
    ids: (after, before) => `para ${after} em vez de ${before}`,
    multiplier: (after, before) => `${after}× em vez de ${before}×`,
    bonus: (after, before) => `${after} em vez de ${before}`,
    startsAt: (after, before) => `de ${after} em vez de ${before}`,
    endsAt: (after, before) => `até ${after} em vez de ${before}`,
    key: (after, before) => `por ${after} em vez de ${before}`,
    'limits/perDay': (after, before) => `${after} por dia em vez de ${before}`,
    'limits/ever': (after, before) => `${after} no total em vez de ${before}`,
  },
  switchedOn: 'foi ligada',
  switchedOff: 'foi desligada',
  rule: (id) => `regra ${id}`,
  ofRule: (rule, change) => `${rule}: ${change}`,
  added: (sentence) => `Nova regra: ${sentence}`,
  removed: (sentence) => `Não vale mais: ${sentence}`,
  cashbackOn: (value) => `Pontos valem cashback: ${value} cada`,
  cashbackOff: 'Pontos não valem mais cashback',
  pointValue: (after, before) => `Um ponto vale ${after} em vez de ${before}`,
  order: 'As regras estão em outra ordem',
}

const SPANISH_CHANGES: ChangeWords = {
  members: {
    name: (after, before) => `se llama «${after}» en lugar de «${before}»`,
    points: (after, before) => `${after} en lugar de ${before}`,
    perAmount: (after, before) => `por cada ${after} en lugar de ${before}`,
    minimumOrder: (after, before) => `en pedidos desde ${after} en lugar de ${before}`,
    rounding: (after, before) => `redondeado ${after} en lugar de ${before}`,
    waitingDays: (after, before) => `puntos disponibles ${after} en lugar de ${before}`,
    validityDays: (after, before) => `los puntos valen ${after} en lugar de ${before}`,
    ids: (after, before) => `para ${after} en lugar de ${before}`,
    multiplier: (after, before) => `${after}× en lugar de ${before}×`,
    bonus: (after, before) => `${after} en lugar de ${before}`,
    startsAt: (after, before) => `desde ${after} en lugar de ${before}`,
    endsAt: (after, before) => `hasta ${after} en lugar de ${before}`,
    key: (after, before) => `por ${after} en lugar de ${before}`,
    'limits/perDay': (after, before) => `${after} por día en lugar de ${before}`,
    'limits/ever': (after, before) => `${after} en total en lugar de ${before}`,
  },
  switchedOn: 'se activó',
  switchedOff: 'se desactivó',
  rule: (id) => `regla ${id}`,
  ofRule: (rule, change) => `${rule}: ${change}`,
  added: (sentence) => `Nueva regla: ${sentence}`,
  removed: (sentence) => `Ya no vale: ${sentence}`,
  cashbackOn: (value) => `Los puntos valen cashback: ${value} cada uno`,
  cashbackOff: 'Los puntos ya no valen cashback',
  pointValue: (after, before) => `Un punto vale ${after} en lugar de ${before}`,
  order: 'Las reglas están en otro orden',
}

export const CHANGE_WORDS: Readonly<Record<Locale, ChangeWords>> = {
  en: ENGLISH_CHANGES,
  'pt-BR': PORTUGUESE_CHANGES,
  es: SPANISH_CHANGES,
}
