import type { requests as en } from '../en/requests.ts'
import type { TextsOf } from '../types.ts'

export const requests: TextsOf<typeof en> = {
  title: 'Solicitudes rechazadas',
  about:
    'Por qué se rechazaron solicitudes a la API en los últimos 7 días, y sugerencias sobre las que funcionaron.',
  times_one: '1 vez en ese minuto',
  times_other: '{{count, number}} veces en ese minuto',
  key: 'con “{{key}}”',
  id: 'solicitud {{id}}',
  orders_one: 'pedido {{ids}}',
  orders_other: 'pedidos {{ids}}',
  search: 'ID de la solicitud o del pedido',
  searchAbout: 'El ID completo, del encabezado de respuesta Punchcard-Request-Id o de su pedido.',
  none: 'Ninguna solicitud rechazada coincide.',
  hint: 'Sugerencia: aceptada, con algo ignorado',
  other: 'Más solicitudes en ese minuto (solo contadas)',
  empty: {
    title: 'Ninguna solicitud rechazada',
    text: 'Una solicitud rechazada aparece aquí en dos segundos, con qué está mal y qué hacer. Solo conservamos el ID del pedido. Las solicitudes con una clave errónea (401) no aparecen, porque no se sabe de quién eran.',
  },
}
