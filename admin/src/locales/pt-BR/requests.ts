import type { requests as en } from '../en/requests.ts'
import type { TextsOf } from '../types.ts'

export const requests: TextsOf<typeof en> = {
  title: 'Requisições recusadas',
  about: 'Com o que suas chamadas da API foram recusadas nos últimos 7 dias.',
  times_one: '1 vez naquele minuto',
  times_other: '{{count, number}} vezes naquele minuto',
  key: 'com «{{key}}»',
  id: 'requisição {{id}}',
  orders_one: 'pedido {{ids}}',
  orders_other: 'pedidos {{ids}}',
  search: 'ID da requisição ou do pedido',
  searchAbout: 'O ID completo: do cabeçalho Punchcard-Request-Id da resposta, ou do pedido na sua loja.',
  none: 'Nenhuma requisição recusada encontrada.',
  other: 'Outras chamadas daquele minuto, apenas contadas',
  empty: {
    title: 'Nada foi recusado',
    text: 'Uma chamada da sua loja que é recusada aparece aqui em dois segundos, com o que está errado e o que fazer. Do que você enviou, só o ID do pedido fica guardado. Uma chamada com chave errada (401) não está entre elas: não se sabe de quem era.',
  },
}
