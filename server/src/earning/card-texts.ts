import { type LocalizedText, localized } from '../contract/locale.ts'

/* What people are told about cards: what is wrong, and what may not be meant. */

export const AMOUNT_NEEDED = localized(
  'Say what is spent for one stamp.',
  'Informe quanto se gasta por carimbo.',
  'Indique cuánto se gasta por sello.',
)

export const NO_AMOUNT_HERE = localized(
  'Only a card that counts what is spent has this: remove it.',
  'Só um cartão que conta o valor gasto tem isto: remova-o.',
  'Solo una tarjeta que cuenta lo gastado tiene esto: quítelo.',
)

export const ITEMS_NEEDED = localized(
  'Say which items give a stamp: `of` and `ids`.',
  'Informe quais itens dão um carimbo: `of` e `ids`.',
  'Indique qué artículos dan un sello: `of` e `ids`.',
)

export const PICK_TOGETHER = localized(
  '`of` and `ids` need each other.',
  '`of` e `ids` precisam um do outro.',
  '`of` e `ids` se necesitan mutuamente.',
)

export const TWO_STAMPS = localized(
  'A card needs at least 2 stamps, unless it counts what is spent.',
  'Um cartão precisa de no mínimo 2 carimbos, a menos que conte o valor gasto.',
  'Una tarjeta necesita como mínimo 2 sellos, salvo que cuente lo gastado.',
)

export const GRACE_WITHOUT_END = localized(
  'Only a card with an end (`when.until`) has this: remove it.',
  'Só um cartão com um fim (`when.until`) tem isto: remova-o.',
  'Solo una tarjeta con un final (`when.until`) tiene esto: quítelo.',
)

export const TOO_MANY_CARDS = localized(
  'A program has at most 20 active cards.',
  'Um programa tem no máximo 20 cartões ativos.',
  'Un programa tiene como máximo 20 tarjetas activas.',
)

export const COUNTS_OTHERWISE = localized(
  'This card was published counting something else. Add a new card instead.',
  'Este cartão foi publicado contando outra coisa. Adicione um cartão novo.',
  'Esta tarjeta se publicó contando otra cosa. Agregue una tarjeta nueva.',
)

export const EXCLUDED_FROM_STAMPS = localized(
  'All of these are left out of stamps by another rule: this card never gets one.',
  'Tudo isto fica fora dos carimbos por outra regra: este cartão nunca ganha um.',
  'Todo esto queda fuera de los sellos por otra regla: esta tarjeta nunca recibe uno.',
)

export const UNSEEN_QUANTITY = localized(
  'In none of your last 1,000 orders a line had more than one item (Quantity). If your shop doesn’t send it, each line counts as one item.',
  'Em nenhum dos seus últimos 1.000 pedidos uma linha teve mais de um item (Quantity). Se a sua loja não informa isso, cada linha conta como um item.',
  'En ninguno de sus últimos 1.000 pedidos una línea tuvo más de un artículo (Quantity). Si su tienda no lo indica, cada línea cuenta como un artículo.',
)

export function neverFull(possible: number, needed: number): LocalizedText {
  return localized(
    `It can't be filled: its conditions and limits allow at most ${possible} of the ${needed} stamps.`,
    `Não dá para completá-lo: suas condições e limites permitem no máximo ${possible} dos ${needed} carimbos.`,
    `No se puede completar: sus condiciones y límites permiten como máximo ${possible} de los ${needed} sellos.`,
  )
}

export function begunCards(customers: number): LocalizedText {
  const isOne = customers === 1
  return localized(
    `${isOne ? '1 customer has' : `${customers} customers have`} begun this card. What changes counts from their next card on.`,
    `${isOne ? '1 cliente já começou' : `${customers} clientes já começaram`} este cartão. A mudança vale a partir do próximo cartão.`,
    `${isOne ? '1 cliente ya empezó' : `${customers} clientes ya empezaron`} esta tarjeta. El cambio vale desde la próxima tarjeta.`,
  )
}

/** `card`: its title; empty: it has none. */
export function cardOff(card: string, customers: number): LocalizedText {
  const isOne = customers === 1
  const begun = titled(card, localized('a card', 'um cartão', 'una tarjeta'))
  return localized(
    `${isOne ? '1 customer has' : `${customers} customers have`} begun ${begun.en} and will get no more stamps.`,
    `${isOne ? '1 cliente já começou' : `${customers} clientes já começaram`} ${begun['pt-BR']} e não ${isOne ? 'receberá' : 'receberão'} mais carimbos.`,
    `${isOne ? '1 cliente ya empezó' : `${customers} clientes ya empezaron`} ${begun.es} y no ${isOne ? 'recibirá' : 'recibirán'} más sellos.`,
  )
}

/** `card`: its title; empty: it has none. */
export function alsoOnCard(names: readonly string[], card: string): LocalizedText {
  const shown = names
    .slice(0, 5)
    .map((name) => `“${name}”`)
    .join(', ')
  const many = names.length > 1
  const on = titled(card, localized('another card', 'outro cartão', 'otra tarjeta'))
  return localized(
    `${shown} already ${many ? 'give' : 'gives'} stamps on ${on.en}: customers collect on both cards.`,
    `${shown} já ${many ? 'dão' : 'dá'} carimbos em ${on['pt-BR']}: os clientes juntam nos dois cartões.`,
    `${shown} ya ${many ? 'dan' : 'da'} sellos en ${on.es}: los clientes juntan en las dos tarjetas.`,
  )
}

function titled(title: string, without: LocalizedText): LocalizedText {
  const shown = `“${title}”`
  return title === '' ? without : localized(shown, shown, shown)
}
