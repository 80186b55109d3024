import type { requests as en } from '../en/requests.ts'
import type { TextsOf } from '../types.ts'

export const requests: TextsOf<typeof en> = {
  title: 'Requisições recusadas',
  about: 'Por que requisições à API foram recusadas nos últimos 7 dias, e dicas sobre as que funcionaram.',
  times_one: '{{count, number}} vez naquele minuto',
  times_other: '{{count, number}} vezes naquele minuto',
  key: 'com “{{key}}”',
  id: 'requisição {{id}}',
  orders_one: 'pedido {{ids}}',
  orders_other: 'pedidos {{ids}}',
  search: 'ID da requisição ou do pedido',
  searchAbout: 'O ID completo, do cabeçalho de resposta Punchcard-Request-Id ou do seu pedido.',
  none: 'Nenhuma requisição recusada encontrada.',
  hint: 'Dica: aceita, com algo ignorado',
  other: 'Mais requisições naquele minuto (apenas contadas)',
  empty: {
    title: 'Nenhuma requisição recusada',
    text: 'Uma requisição recusada aparece aqui em até dois segundos, com o que está errado e o que fazer. Guardamos só o ID do pedido. Requisições com chave errada (401) não aparecem, porque não é possível saber de quem eram.',
  },
}
