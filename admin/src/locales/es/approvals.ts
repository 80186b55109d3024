import type { approvals as en } from '../en/approvals.ts'
import type { TextsOf } from '../types.ts'

export const approvals: TextsOf<typeof en> = {
  title: 'Aprobaciones',
  about: 'Lo que requiere una segunda persona',
  views: 'Qué solicitudes',
  states: {
    waiting: 'En espera',
    approved: 'Aprobadas',
    rejected: 'Rechazadas',
    expired: 'Sin decisión a tiempo',
  },
  columns: { what: 'Qué', who: 'Quién lo pidió', when: 'Cuándo' },
  you: 'usted',
  review: 'Revisar…',
  look: 'Ver…',
  none: 'No hay ninguna.',
  empty: {
    title: 'Nada espera a una segunda persona',
    text: 'Lo que su configuración pide a dos personas queda aquí hasta que otra persona lo apruebe.',
  },
  asked: {
    erase: 'Borrar a {{customer}} para siempre',
    give: {
      points: 'Dar {{amount}} puntos a {{customer}}',
      cashback: 'Dar {{amount}} de cashback a {{customer}}',
    },
    take: {
      points: 'Retirar {{amount}} puntos de {{customer}}',
      cashback: 'Retirar {{amount}} de cashback de {{customer}}',
    },
  },
  exceeds: {
    none: 'borrar requiere dos personas',
    change: 'por encima del límite de un ajuste',
    customer: 'por encima del límite para un cliente en 24 horas',
    day: 'por encima del límite de un día',
  },
  because: 'Por qué espera',
  until: 'Espera hasta',
  decided: 'Decidido por',
  decisionNote: 'Nota de la decisión',
  noteAbout: 'Queda con la decisión.',
  noteOfErasure: 'Se guarda si rechaza, y desaparece con la persona si aprueba.',
  consequence: 'Aprobado, se hace al momento, con lo que haya entonces.',
  consequenceOfErasure: 'Aprobado, la persona se borra al momento. No se puede deshacer.',
  own: 'Lo pidió usted: otra persona decide, hasta el {{date}}.',
  others: 'Quien puede decidir tiene hasta el {{date}}.',
  approve: 'Aprobar y hacerlo',
  approveErasure: 'Aprobar y borrar',
  reject: 'Rechazar',
}
