import type { activity as en } from '../en/activity.ts'
import type { TextsOf } from '../types.ts'

export const activity: TextsOf<typeof en> = {
  title: 'Movimento',
  about: 'Todas as mudanças de saldo dos últimos 30 dias, as mais recentes primeiro',
  columns: { when: 'Quando', customer: 'Cliente', what: 'O quê', points: 'Pontos', balance: 'Saldo depois' },
  empty: {
    title: 'Ainda não há movimento',
    text: 'Pontos ganhos, resgates e expirações de todos os clientes aparecem aqui.',
  },
}
