import type { Locale } from '../contract/locale.ts'
import type { Verdict } from './rules/answer.ts'

type Texts = Record<Exclude<Verdict, 'counted'>, string> & {
  readonly thanks: string
  earned(points: number): string
}

/** What became of an answer, for the customer who gave it. */
const TEXTS: Record<Locale, Texts> = {
  'pt-BR': {
    thanks: 'Obrigado pela sua resposta!',
    earned: (points) => (points === 1 ? 'Você ganhou 1 ponto.' : `Você ganhou ${points} pontos.`),
    answeredBefore: 'Você já respondeu a este quiz.',
    notYet: 'Este quiz ainda não começou.',
    over: 'Este quiz já terminou.',
    notEnrolled: 'Só participantes do programa de pontos podem responder.',
  },
  en: {
    thanks: 'Thank you for your answer!',
    earned: (points) => (points === 1 ? 'You have earned 1 point.' : `You have earned ${points} points.`),
    answeredBefore: 'You have already answered this quiz.',
    notYet: 'This quiz has not started yet.',
    over: 'This quiz is over.',
    notEnrolled: 'Only members of the points program can answer.',
  },
  es: {
    thanks: '¡Gracias por tu respuesta!',
    earned: (points) => (points === 1 ? 'Has ganado 1 punto.' : `Has ganado ${points} puntos.`),
    answeredBefore: 'Ya has respondido a este cuestionario.',
    notYet: 'Este cuestionario todavía no ha comenzado.',
    over: 'Este cuestionario ya ha terminado.',
    notEnrolled: 'Solo pueden responder los participantes del programa de puntos.',
  },
}

export function messageOf(verdict: Verdict, points: number, locale: Locale): string {
  const texts = TEXTS[locale]
  if (verdict !== 'counted') return texts[verdict]
  return points > 0 ? `${texts.thanks} ${texts.earned(points)}` : texts.thanks
}
