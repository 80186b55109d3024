import { type LocalizedText, localized } from '../contract/locale.ts'

/* What is wrong with the reward that a rule gives, or may not be meant. */

export const NO_SUCH_REWARD = localized(
  'There is no such reward.',
  'Não existe esta recompensa.',
  'No existe esta recompensa.',
)

export const REWARD_IS_ARCHIVED = localized(
  'This reward is archived: choose another one, or restore it.',
  'Esta recompensa está arquivada: escolha outra ou restaure-a.',
  'Esta recompensa está archivada: elija otra o restáurela.',
)

export const REWARD_IS_CASHBACK = localized(
  'Cashback can’t be given as a prize: choose another reward, or give points.',
  'Cashback não pode ser dado como prêmio: escolha outra recompensa ou dê pontos.',
  'El cashback no se puede dar como premio: elija otra recompensa o dé puntos.',
)

export function rewardCosts(reward: string, costs: string, points: string): LocalizedText {
  return localized(
    `The reward “${reward}” costs ${costs} points to redeem, and this rule gives it free. Customers get the rule’s ${points} points on top.`,
    `A recompensa “${reward}” custa ${costs} pontos no resgate, e esta regra a dá de graça. Os clientes recebem também os ${points} pontos da regra.`,
    `La recompensa “${reward}” cuesta ${costs} puntos al canjearla, y esta regla la da gratis. Los clientes reciben además los ${points} puntos de la regla.`,
  )
}

export function fewCodes(reward: string, left: number): LocalizedText {
  const isOne = left === 1
  return localized(
    `The reward “${reward}” has ${left} ${isOne ? 'code' : 'codes'} left. Add more, or customers will wait for it.`,
    `A recompensa “${reward}” tem ${left} ${isOne ? 'código' : 'códigos'}. Adicione mais, ou os clientes vão esperar por ela.`,
    `La recompensa “${reward}” tiene ${left} ${isOne ? 'código' : 'códigos'}. Agregue más, o los clientes tendrán que esperarla.`,
  )
}
