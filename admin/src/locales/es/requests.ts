import type { requests as en } from '../en/requests.ts'
import type { TextsOf } from '../types.ts'

export const requests: TextsOf<typeof en> = {
  title: 'Solicitudes rechazadas',
  about: 'Con qué se rechazaron sus llamadas a la API en los últimos 7 días.',
  times_one: '1 vez en ese minuto',
  times_other: '{{count, number}} veces en ese minuto',
  key: 'con «{{key}}»',
  id: 'solicitud {{id}}',
  orders_one: 'pedido {{ids}}',
  orders_other: 'pedidos {{ids}}',
  search: 'ID de la solicitud o del pedido',
  searchAbout:
    'El ID completo: del encabezado Punchcard-Request-Id de la respuesta, o del pedido en su tienda.',
  none: 'Ninguna solicitud rechazada coincide.',
  other: 'Otras llamadas de ese minuto, solo contadas',
  empty: {
    title: 'No se rechazó nada',
    text: 'Una llamada de su tienda que se rechaza aparece aquí en dos segundos, con qué está mal y qué hacer. De lo que envió solo se conserva el ID del pedido. Una llamada con una clave errónea (401) no está entre ellas: no se sabe de quién era.',
  },
}
