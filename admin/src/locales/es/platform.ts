import type { platform as english } from '../en/platform.ts'
import type { TextsOf } from '../types.ts'

export const platform: TextsOf<typeof english> = {
  title: 'Tiendas',
  about: 'Todas las tiendas de este servidor. Sus clientes y pedidos siguen siendo privados.',
  back: 'Sus tiendas',
  none: 'Aún no hay tiendas. Cree una con punchcard tenant create.',
  merchant: 'Tienda',
  state: 'Estado',
  cell: 'Celda',
  customers: 'Clientes',
  orders: 'Pedidos, 24 h',
  errors: 'Errores, 24 h',
  lastOrder: 'Último pedido',
  noOrder: 'Aún ninguno',
  away: 'No disponible',
  states: { active: 'Activa', suspended: 'Suspendida', closed: 'Cerrada' },
  deleteAfter: 'Se puede eliminar a partir del {{date}}',
  supportUntil: 'Acceso de soporte hasta el {{date}}',
  open: 'Abrir',
  endSupport: 'Terminar el acceso de soporte',
  reason: 'Motivo',
  reasonAbout: 'La tienda ve el motivo.',
  suspend: {
    action: 'Suspender…',
    title: 'Suspender {{name}}',
    consequence:
      'Las claves de API y las personas de la tienda se rechazan en un segundo, y los webhooks esperan. No se pierde nada.',
    cancel: 'Cancelar',
    submit: 'Suspender',
  },
  resume: {
    action: 'Reactivar…',
    title: 'Reactivar {{name}}',
    consequence: 'La tienda vuelve a funcionar en un segundo. Los webhooks continúan donde se detuvieron.',
    cancel: 'Cancelar',
    submit: 'Reactivar',
  },
  support: {
    action: 'Obtener acceso de soporte…',
    title: 'Acceso de soporte a {{name}}',
    consequence:
      'Puede ver, pero no modificar nada. La tienda ve su nombre y el motivo, y puede terminar el acceso.',
    hours: 'Horas, hasta 72',
    cancel: 'Cancelar',
    submit: 'Obtener acceso',
  },
}
