import type { activity as en } from '../en/activity.ts'
import type { TextsOf } from '../types.ts'

export const activity: TextsOf<typeof en> = {
  title: 'Movimento',
  about: 'Cada mudança de saldo dos últimos 30 dias, as registradas por último primeiro',
  columns: { when: 'Quando', customer: 'Cliente', what: 'O quê', points: 'Pontos', balance: 'Saldo depois' },
  empty: {
    title: 'O que acontece com os pontos vai aparecer aqui',
    text: 'Cada pedido que rende, cada resgate e cada vencimento, de todos os clientes.',
  },
}
