import type { redemptions as en } from '../en/redemptions.ts'
import type { TextsOf } from '../types.ts'

export const redemptions: TextsOf<typeof en> = {
  title: 'Canjes',
  one: 'Canje',
  search: 'Encontrar un canje',
  by: 'Buscar por',
  bys: { key: 'Clave en su tienda', code: 'Código del cupón', externalCode: 'Código externo' },
  allRewards: 'todas las recompensas',
  none: 'No hay tales canjes.',
  empty: {
    title: 'Los canjes aparecerán aquí',
    text: 'Cada uno con lo que costó, qué puntos lo pagaron y qué fue de su cupón.',
  },
  columns: { reward: 'Recompensa', redeemed: 'Canjeada', code: 'Código', cost: 'Costo' },
  redeemed: 'Canjeada',
  givenBack: 'Devuelta',
  couponState: 'Cupón: {{state}}',
  about: 'Sobre el canje',
  usedIn: 'Usado en',
  theOrder: 'el pedido',
  paid: 'Qué puntos lo pagaron',
  paidAbout: 'Los que vencerían primero',
  lot: 'Puntos sin pedido',
}
