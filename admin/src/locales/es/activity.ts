import type { activity as en } from '../en/activity.ts'
import type { TextsOf } from '../types.ts'

export const activity: TextsOf<typeof en> = {
  title: 'Actividad',
  about: 'Todos los cambios de saldo de los últimos 30 días, los más recientes primero',
  columns: {
    when: 'Cuándo',
    customer: 'Cliente',
    what: 'Descripción',
    points: 'Puntos',
    balance: 'Saldo después',
  },
  empty: {
    title: 'Aún no hay actividad',
    text: 'Los puntos ganados, canjes y vencimientos de todos los clientes aparecen aquí.',
  },
}
