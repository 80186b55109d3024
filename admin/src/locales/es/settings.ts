import type { settings as en } from '../en/settings.ts'
import type { TextsOf } from '../types.ts'

export const settings: TextsOf<typeof en> = {
  title: 'Configuración',
  parts: 'Partes de la configuración',
  part: { general: 'General', people: 'Personas', security: 'Seguridad', audit: 'Auditoría' },
  save: 'Guardar la configuración',
  fields: {
    name: 'Nombre de su negocio',
    currency: 'Moneda',
    timeZone: 'Zona horaria',
    locale: 'Idioma de lo que leen los clientes',
    pointsName: 'Cómo llama a sus puntos',
    takeBack: 'Puntos que hay que retirar, pero ya se gastaron',
    returnsPoints: 'Un pedido cancelado devuelve los puntos de su cupón, también si el cupón venció',
    refundsRedeem:
      'La devolución de una parte de un pedido devuelve la parte correspondiente del cashback canjeado para él',
    tierGraceDays: 'Los clientes conservan un nivel cuyas metas ya no cumplen por',
    reservationMinutes: 'Una recompensa se reserva para una cesta por',
    rewardValue: 'Lo máximo que puede valer una recompensa',
    rewardPoints: 'El máximo de puntos que puede costar una recompensa',
    requireTwoFactor: 'Todos necesitan un segundo factor',
    idleMinutes: 'Cerrar la sesión después de',
    allowedAddresses: 'Las personas solo pueden venir de',
    adjustAbove: 'Una segunda persona para más de',
    adjustPerDay: 'También para más de, en total en 24 horas',
    erase: 'Una segunda persona para borrar',
  },
  currencyFixed: 'Ya hay pedidos: se queda.',
  currencyAbout: 'Se queda después del primer pedido.',
  timeZoneChanges: 'Los puntos ya ganados conservan su vencimiento; los nuevos siguen el nuevo reloj.',
  pointsNameAbout: 'Uno, y varios. Vacío: las palabras habituales.',
  one: 'Uno · {{language}}',
  many: 'Varios · {{language}}',
  takeBackAbout: 'Cuando un pedido se cancela después de gastar sus puntos.',
  takeBack: { debt: 'El cliente los debe', clamp: 'El saldo se detiene en cero' },
  takeBackAbouts: {
    debt: 'El saldo queda bajo cero; los próximos puntos lo pagan.',
    clamp: 'Lo que falta se perdona.',
  },
  limits: 'Límites',
  tierGraceDaysAbout: 'Para que nadie caiga por un mes flojo.',
  reservationMinutesAbout: 'Minutos, si la tienda no dice otra cosa; después los puntos vuelven.',
  requireTwoFactorAbout: 'Un código de una aplicación además de la contraseña, en cada entrada.',
  requireTwoFactorNow:
    'Quien todavía no lo tiene puede entrar 7 días sin él; después, solo en la página donde se configura.',
  idleMinutesAbout: 'Sin ningún uso por ese tiempo. De 15 a 720.',
  minutes: 'minutos',
  allowedAddressesAbout:
    'Direcciones o rangos, como 203.0.113.0/24; Enter después de cada una. Vacío: desde cualquier lugar.',
  approvals: 'Dos personas',
  approvalsAbout: 'Quien hace a mano más que esto espera hasta que otra persona lo apruebe.',
  adjustAboveAbout:
    'Dado o retirado por una persona, de un cliente, en 24 horas. Vacío: nadie tiene que esperar.',
  adjustPerDayAbout: 'Dado o retirado por una persona, de todos los clientes juntos. Vacío: sin ese límite.',
  eraseAbout:
    'En el panel no se borra a nadie antes de que otra persona lo apruebe. Quien tiene una clave de la API privada con el permiso para ello no necesita a nadie más.',
  noLimit: 'sin límite',
  pointsUnit: 'puntos',
}
