import type { Locale } from '../contract/locale.ts'
import type { MeasureName } from './tier-input.ts'

const MEASURES: Readonly<Record<Locale, Readonly<Record<MeasureName, string>>>> = {
  'pt-BR': { spend: 'Compras', orders: 'Pedidos', points: 'Pontos' },
  en: { spend: 'Purchases', orders: 'Orders', points: 'Points' },
  es: { spend: 'Compras', orders: 'Pedidos', points: 'Puntos' },
}

/** What a goal is called that the merchant has given no name, like “Compras em 12 meses”. */
export function goalName(measure: MeasureName, months: number, locale: Locale): string {
  const what = MEASURES[locale][measure]
  switch (locale) {
    case 'pt-BR':
      return `${what} em ${months === 1 ? '1 mês' : `${months} meses`}`
    case 'en':
      return `${what} in ${months === 1 ? '1 month' : `${months} months`}`
    case 'es':
      return `${what} en ${months === 1 ? '1 mes' : `${months} meses`}`
  }
}
