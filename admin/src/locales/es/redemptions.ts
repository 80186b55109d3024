import type { redemptions as en } from '../en/redemptions.ts'
import type { TextsOf } from '../types.ts'

export const redemptions: TextsOf<typeof en> = {
  title: 'Canjes',
  one: 'Canje',
  search: 'Encontrar un canje',
  by: 'Buscar por',
  bys: { key: 'Clave en su tienda', code: 'Código del cupón', externalCode: 'Código externo' },
  allRewards: 'todas las recompensas',
  none: 'Ningún canje coincide.',
  empty: {
    title: 'Aún no hay canjes',
    text: 'Cada canje muestra su costo, los puntos usados y su cupón.',
  },
  columns: { reward: 'Recompensa', redeemed: 'Canjeada el', code: 'Código', cost: 'Costo' },
  redeemed: 'Canjeada el',
  givenBack: 'Reembolsado',
  couponState: 'Cupón: {{state}}',
  about: 'Detalles del canje',
  usedIn: 'Usado en',
  theOrder: 'el pedido',
  paid: 'Puntos usados',
  paidAbout: 'Los que vencen antes se usan primero',
  lot: 'Puntos sin pedido',
}
