import type { redemptions as en } from '../en/redemptions.ts'
import type { TextsOf } from '../types.ts'

export const redemptions: TextsOf<typeof en> = {
  title: 'Resgates',
  one: 'Resgate',
  search: 'Encontrar um resgate',
  by: 'Procurar por',
  bys: { key: 'Chave na sua loja', code: 'Código do cupom', externalCode: 'Código externo' },
  allRewards: 'todas as recompensas',
  none: 'Nenhum resgate encontrado.',
  empty: {
    title: 'Ainda não há resgates',
    text: 'Cada resgate mostra o custo, os pontos usados e o cupom.',
  },
  columns: { reward: 'Recompensa', redeemed: 'Resgatada em', code: 'Código', cost: 'Custo' },
  redeemed: 'Resgatada em',
  givenBack: 'Estornado',
  couponState: 'Cupom: {{state}}',
  about: 'Detalhes do resgate',
  usedIn: 'Usado em',
  theOrder: 'o pedido',
  paid: 'Pontos usados',
  paidAbout: 'Os que expiram antes são usados primeiro',
  lot: 'Pontos sem pedido',
}
