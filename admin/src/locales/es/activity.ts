import type { activity as en } from '../en/activity.ts'
import type { TextsOf } from '../types.ts'

export const activity: TextsOf<typeof en> = {
  title: 'Actividad',
  about: 'Cada cambio de saldo de los últimos 30 días, los últimos registrados primero',
  columns: {
    when: 'Cuándo',
    customer: 'Cliente',
    what: 'Qué',
    points: 'Puntos',
    balance: 'Saldo después',
  },
  empty: {
    title: 'Lo que pasa con los puntos estará aquí',
    text: 'Cada pedido que gana, cada canje y cada vencimiento, de todos los clientes.',
  },
}
