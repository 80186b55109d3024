import type { redemptions as en } from '../en/redemptions.ts'
import type { TextsOf } from '../types.ts'

export const redemptions: TextsOf<typeof en> = {
  title: 'Resgates',
  one: 'Resgate',
  search: 'Encontrar um resgate',
  by: 'Procurar por',
  bys: { key: 'Chave na sua loja', code: 'Código do cupom', externalCode: 'Código externo' },
  allRewards: 'todas as recompensas',
  none: 'Não há tais resgates.',
  empty: {
    title: 'Os resgates vão aparecer aqui',
    text: 'Cada um com o que custou, quais pontos o pagaram e o que foi feito do cupom.',
  },
  columns: { reward: 'Recompensa', redeemed: 'Resgatada', code: 'Código', cost: 'Custo' },
  redeemed: 'Resgatada',
  givenBack: 'Devolvida',
  couponState: 'Cupom: {{state}}',
  about: 'Sobre o resgate',
  usedIn: 'Usado em',
  theOrder: 'o pedido',
  paid: 'Quais pontos o pagaram',
  paidAbout: 'Os que venceriam primeiro',
  lot: 'Pontos sem pedido',
}
