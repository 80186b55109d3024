import type { approvals as en } from '../en/approvals.ts'
import type { TextsOf } from '../types.ts'

export const approvals: TextsOf<typeof en> = {
  title: 'Aprovações',
  about: 'O que precisa de uma segunda pessoa',
  views: 'Quais pedidos de aprovação',
  states: {
    waiting: 'Aguardando',
    approved: 'Aprovados',
    rejected: 'Recusados',
    expired: 'Sem decisão a tempo',
  },
  columns: { what: 'O quê', who: 'Quem pediu', when: 'Quando' },
  you: 'você',
  review: 'Avaliar…',
  look: 'Ver…',
  none: 'Não há nenhum.',
  empty: {
    title: 'Nada aguarda uma segunda pessoa',
    text: 'O que suas configurações pedem a duas pessoas fica aqui até que outra pessoa concorde.',
  },
  asked: {
    erase: 'Apagar {{customer}} de vez',
    give: {
      points: 'Dar {{amount}} pontos a {{customer}}',
      cashback: 'Dar {{amount}} de cashback a {{customer}}',
    },
    take: {
      points: 'Retirar {{amount}} pontos de {{customer}}',
      cashback: 'Retirar {{amount}} de cashback de {{customer}}',
    },
  },
  exceeds: {
    none: 'apagar exige duas pessoas',
    change: 'acima do limite de um ajuste',
    customer: 'acima do limite para um cliente em 24 horas',
    day: 'acima do limite de um dia',
  },
  because: 'Por que aguarda',
  until: 'Aguarda até',
  decided: 'Decidido por',
  decisionNote: 'Nota da decisão',
  noteAbout: 'Fica com a decisão.',
  noteOfErasure: 'Fica guardada se você recusar, e some com a pessoa se você aprovar.',
  consequence: 'Aprovado, é feito na hora, com o que houver então.',
  consequenceOfErasure: 'Aprovado, a pessoa é apagada na hora. Não dá para desfazer.',
  own: 'Foi você quem pediu: outra pessoa decide, até {{date}}.',
  others: 'Quem pode decidir tem até {{date}}.',
  approve: 'Aprovar e fazer',
  approveErasure: 'Aprovar e apagar',
  reject: 'Recusar',
}
