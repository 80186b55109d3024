import type { cohorts as en } from '../en/cohorts.ts'
import type { TextsOf } from '../types.ts'

export const cohorts: TextsOf<typeof en> = {
  shown: 'Meses del primer pedido',
  what: 'Mostrar',
  show: {
    share: 'Porcentaje activo',
    customers: 'Clientes',
    perCustomer: 'Ventas por cliente',
  },
  grid: 'Meses desde el primer pedido',
  about: {
    share:
      'Porcentaje de los clientes que compraron por primera vez en un mes y compraron en ese mes (0), en el siguiente (1), y así sucesivamente',
    customers:
      'Clientes que compraron por primera vez en un mes y compraron en ese mes (0), en el siguiente (1), y así sucesivamente',
    perCustomer:
      'Ventas de ese mes (0), del siguiente (1), y así sucesivamente, divididas entre todos los clientes que compraron por primera vez en el mes',
  },
  firstBought: 'Primera compra en',
  cell_one: '{{month}}, después de {{count, number}} mes',
  cell_other: '{{month}}, después de {{count, number}} meses',
  runningCell: '{{cell}}, hasta ahora',
  active: 'Clientes activos',
  sales: 'Ventas',
  newCustomers: 'Clientes con primer pedido',
  inMonths_one: 'en {{count, number}} mes',
  inMonths_other: 'en {{count, number}} meses',
  cameBack: 'Compraron al mes siguiente',
  ofCustomers_one: '{{active, number}} de {{count, number}} cliente',
  ofCustomers_other: '{{active, number}} de {{count, number}} clientes',
  noneOver: 'Aún no terminó ningún mes siguiente a un primer pedido',
  table: 'Cohortes',
  none: 'Nadie compró por primera vez en estos meses. Elige más meses.',
  list: {
    all: 'Clientes con primera compra en {{first}}',
    active: 'Clientes con primera compra en {{first}}, activos en {{month}}',
    customers_one: 'cliente',
    customers_other: 'clientes',
    customer: 'Cliente',
    firstOrder: 'Primer pedido',
    orders: 'Pedidos',
    none: 'No hay clientes.',
    addsUp_one: 'Este {{count, number}} cliente da exactamente el total.',
    addsUp_other: 'Estos {{count, number}} clientes dan exactamente el total.',
  },
}
