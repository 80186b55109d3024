import type { activity as en } from '../en/activity.ts'
import type { TextsOf } from '../types.ts'

export const activity: TextsOf<typeof en> = {
  title: 'Movimentações',
  about: 'Todas as mudanças de saldo dos últimos 30 dias, as mais recentes primeiro',
  columns: {
    when: 'Quando',
    customer: 'Cliente',
    what: 'Descrição',
    points: 'Pontos',
    balance: 'Saldo depois',
  },
  empty: {
    title: 'Ainda não há movimentações',
    text: 'Pontos ganhos, resgates e expirações de todos os clientes aparecem aqui.',
  },
}
