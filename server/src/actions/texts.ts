import type { Locale } from '../contract/locale.ts'
import type { ObjectiveKind } from './objective.ts'

/** What an action is called where its rule has no name. */
const TITLES: Record<Locale, Record<ObjectiveKind, string>> = {
  'pt-BR': {
    purchase: 'Compra',
    signup: 'Cadastro',
    birthday: 'Aniversário',
    referral: 'Indicação',
    quiz: 'Questionário',
    custom: 'Ação',
    firstPurchase: 'Primeira compra',
  },
  en: {
    purchase: 'Purchase',
    signup: 'Sign-up',
    birthday: 'Birthday',
    referral: 'Referral',
    quiz: 'Quiz',
    custom: 'Action',
    firstPurchase: 'First purchase',
  },
  es: {
    purchase: 'Compra',
    signup: 'Registro',
    birthday: 'Cumpleaños',
    referral: 'Recomendación',
    quiz: 'Cuestionario',
    custom: 'Acción',
    firstPurchase: 'Primera compra',
  },
}

export function titleOfKind(kind: ObjectiveKind, locale: Locale): string {
  return TITLES[locale][kind]
}
