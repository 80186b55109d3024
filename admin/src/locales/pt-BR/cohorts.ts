import type { cohorts as en } from '../en/cohorts.ts'
import type { TextsOf } from '../types.ts'

export const cohorts: TextsOf<typeof en> = {
  shown: 'Meses do primeiro pedido',
  what: 'Mostrar',
  show: {
    share: '% que comprou',
    customers: 'Clientes',
    perCustomer: 'Vendas por cliente',
  },
  grid: 'Meses desde o primeiro pedido',
  about: {
    share:
      'Percentual dos clientes que compraram pela primeira vez em um mês e compraram nesse mês (0), no seguinte (1) e assim por diante',
    customers:
      'Clientes que compraram pela primeira vez em um mês e compraram nesse mês (0), no seguinte (1) e assim por diante',
    perCustomer:
      'Vendas desse mês (0), do seguinte (1) e assim por diante, divididas por todos os clientes que compraram pela primeira vez no mês',
  },
  firstBought: 'Primeira compra em',
  cell_one: '{{month}}, após {{count, number}} mês',
  cell_other: '{{month}}, após {{count, number}} meses',
  runningCell: '{{cell}}, até agora',
  active: 'Clientes ativos',
  sales: 'Vendas',
  newCustomers: 'Clientes com primeiro pedido',
  inMonths_one: 'em {{count, number}} mês',
  inMonths_other: 'em {{count, number}} meses',
  cameBack: 'Compraram no mês seguinte',
  ofCustomers_one: '{{active, number}} de {{count, number}} cliente',
  ofCustomers_other: '{{active, number}} de {{count, number}} clientes',
  noneOver: 'Nenhum mês seguinte a um primeiro pedido terminou ainda',
  table: 'Coortes',
  none: 'Ninguém comprou pela primeira vez nestes meses. Escolha mais meses.',
  list: {
    all: 'Clientes com primeira compra em {{first}}',
    active: 'Clientes com primeira compra em {{first}}, ativos em {{month}}',
    customers_one: 'cliente',
    customers_other: 'clientes',
    customer: 'Cliente',
    firstOrder: 'Primeiro pedido',
    orders: 'Pedidos',
    none: 'Nenhum cliente.',
    addsUp_one: 'Este {{count, number}} cliente é o total.',
    addsUp_other: 'A soma destes {{count, number}} clientes é exatamente o total.',
  },
}
