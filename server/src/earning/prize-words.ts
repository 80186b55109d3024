import type { PrizeWords } from './language.ts'

/* What a rule gives, in each language, and when it can be used. */

export const ENGLISH_PRIZES: PrizeWords = {
  what: {
    points: '{points}',
    reward: 'the reward {reward}',
    both: '{points} and the reward {reward}',
  },
  validity: {
    points: '. Points [are available {waitingDays} and ]{validityDays}.',
    reward: '[; the prize is available {waitingDays}].',
    both: '[; the prize is available {waitingDays}]. Points {validityDays}.',
  },
  takenBack: {
    card: 'stamps were returned',
    tier: 'the tier was lost',
    other: 'what it was given for was returned',
  },
}

export const PORTUGUESE_PRIZES: PrizeWords = {
  what: {
    points: '{points}',
    reward: 'a recompensa {reward}',
    both: '{points} e a recompensa {reward}',
  },
  validity: {
    points: '. Os pontos [ficam disponíveis {waitingDays} e ]{validityDays}.',
    reward: '[; o prêmio fica disponível {waitingDays}].',
    both: '[; o prêmio fica disponível {waitingDays}]. Os pontos {validityDays}.',
  },
  takenBack: {
    card: 'carimbos foram devolvidos',
    tier: 'o nível foi perdido',
    other: 'aquilo que o gerou foi devolvido',
  },
}

export const SPANISH_PRIZES: PrizeWords = {
  what: {
    points: '{points}',
    reward: 'la recompensa {reward}',
    both: '{points} y la recompensa {reward}',
  },
  validity: {
    points: '. Los puntos [están disponibles {waitingDays} y ]{validityDays}.',
    reward: '[; el premio está disponible {waitingDays}].',
    both: '[; el premio está disponible {waitingDays}]. Los puntos {validityDays}.',
  },
  takenBack: {
    card: 'se devolvieron sellos',
    tier: 'se perdió el nivel',
    other: 'se devolvió aquello por lo que se dio',
  },
}
