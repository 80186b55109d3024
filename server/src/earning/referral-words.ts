import type { ReferralWords } from './language.ts'

/* What a rule for referrals asks of the friend’s first order, and what the friend gets, in each language. */

export const ENGLISH_REFERRALS: ReferralWords = {
  minimumOrder: ' of at least {minimumOrder}',
  withinDays: ' within {withinDays}',
  perDay: ', {perDay} a day',
  ever: ', {ever} in all',
  friendPoints: ' Friends get {friendPoints} for their first order.',
  friendReward: ' Friends get the reward {friendReward} for joining.',
}

/** As a shop tells its customers. */
export const ENGLISH_REFERRALS_OF_YOURS: ReferralWords = {
  ...ENGLISH_REFERRALS,
  friendPoints: ' Your friend gets {friendPoints} for the first order.',
  friendReward: ' Your friend gets the reward {friendReward} for joining.',
}

export const PORTUGUESE_REFERRALS: ReferralWords = {
  minimumOrder: ' pelo menos {minimumOrder}',
  withinDays: ' em até {withinDays}',
  perDay: ', {perDay} por dia',
  ever: ', {ever} no total',
  friendPoints: ' Os amigos ganham {friendPoints} pelo primeiro pedido.',
  friendReward: ' Os amigos ganham a recompensa {friendReward} ao se cadastrar.',
}

export const PORTUGUESE_REFERRALS_OF_YOURS: ReferralWords = {
  ...PORTUGUESE_REFERRALS,
  friendPoints: ' Seu amigo ganha {friendPoints} pelo primeiro pedido.',
  friendReward: ' Seu amigo ganha a recompensa {friendReward} ao se cadastrar.',
}

export const SPANISH_REFERRALS: ReferralWords = {
  minimumOrder: ' por al menos {minimumOrder}',
  withinDays: ' dentro de {withinDays}',
  perDay: ', {perDay} por día',
  ever: ', {ever} en total',
  friendPoints: ' Los amigos reciben {friendPoints} por su primer pedido.',
  friendReward: ' Los amigos reciben la recompensa {friendReward} al unirse.',
}

export const SPANISH_REFERRALS_OF_YOURS: ReferralWords = {
  ...SPANISH_REFERRALS,
  friendPoints: ' Su amigo recibe {friendPoints} por su primer pedido.',
  friendReward: ' Su amigo recibe la recompensa {friendReward} al unirse.',
}
