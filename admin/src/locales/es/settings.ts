import type { settings as en } from '../en/settings.ts'
import type { TextsOf } from '../types.ts'

export const settings: TextsOf<typeof en> = {
  title: 'Configuración',
  parts: 'Secciones de la configuración',
  part: { general: 'General', people: 'Personas', security: 'Seguridad', audit: 'Auditoría' },
  save: 'Guardar configuración',
  fields: {
    name: 'Nombre de la empresa',
    currency: 'Moneda',
    timeZone: 'Zona horaria',
    locale: 'Idioma para los clientes',
    pointsName: 'Nombre de sus puntos',
    takeBack: 'Cuando los puntos por retirar ya se usaron',
    returnsPoints: 'Cancelar un pedido reembolsa los puntos de su cupón, aunque el cupón haya vencido',
    refundsRedeem: 'Devolver parte de un pedido reembolsa la parte correspondiente del cashback canjeado',
    matchesCustomers:
      'Los pedidos sin el ID del cliente cuentan para el cliente con el mismo documento o correo',
    claims: 'Clientes importados sin ID',
    tierGraceDays: 'Período de gracia antes de perder un nivel',
    reservationMinutes: 'Reservar una recompensa para el carrito por',
    inactivity: 'Los puntos sin usar vencen',
    inactivityMonths: 'Tiempo sin actividad',
    inactivityNotice: 'Aviso previo',
    inactivityStarts: 'Contar desde',
    rewardValue: 'Valor máximo de una recompensa',
    rewardPoints: 'Costo máximo de una recompensa en puntos',
    requireTwoFactor: 'Exigir autenticación de dos factores',
    idleMinutes: 'Cerrar la sesión después de',
    allowedAddresses: 'Direcciones IP permitidas',
    adjustAbove: 'Aprobación por encima de',
    adjustPerDay: 'Aprobación por encima de (total en 24 horas)',
    importAbove: 'Aprobación para importaciones por encima de',
    erase: 'Exigir aprobación para borrar clientes',
    merge: 'Exigir aprobación para fusionar clientes',
  },
  currencyFixed: 'No se puede cambiar: ya hay pedidos.',
  currencyAbout: 'No se puede cambiar después del primer pedido.',
  timeZoneChanges: 'Los puntos ya ganados conservan su vencimiento; los nuevos siguen la nueva zona horaria.',
  pointsNameAbout: 'Singular y plural. Déjelo vacío para “punto” y “puntos”.',
  one: 'Singular · {{language}}',
  many: 'Plural · {{language}}',
  takeBackAbout: 'Se aplica cuando un pedido se cancela después de usar sus puntos.',
  takeBack: { debt: 'El cliente queda debiendo', clamp: 'El saldo queda en cero' },
  takeBackAbouts: {
    debt: 'El saldo queda negativo y se cubre con los próximos puntos.',
    clamp: 'Los puntos que faltan se condonan.',
  },
  matching: 'Pedidos sin el ID del cliente',
  matchingAbout: 'Si no coincide ningún cliente, o más de uno, el pedido crea una cuenta nueva.',
  claims: { automatic: 'Son el mismo cliente', review: 'Una persona decide' },
  claimsAbouts: {
    automatic:
      'El ID de la tienda pasa al cliente importado, que tiene todos los puntos. Se puede revocar durante 30 días.',
    review:
      'El pedido crea un cliente nuevo. Usted ve el par en Clientes y fusiona los dos. Elija esta opción si su tienda no verifica los correos.',
  },
  claimsAbout: 'Cuando un pedido o registro tiene el correo o documento de un cliente importado.',
  inactivity: 'Puntos sin usar',
  inactivityAbout:
    'Todos los puntos del cliente vencen tras este tiempo sin comprar, ganar ni canjear. Los puntos con un plazo menor vencen antes.',
  months: 'meses',
  inactivityNoticeAbout:
    'El webhook Points_Expiring se envía con esta anticipación y nada vence sin él. Con 0, los puntos vencen sin aviso.',
  inactivityStartsAbout:
    'La actividad anterior cuenta como si fuera de este día. Déjelo vacío para mañana. Si acorta el plazo, la cuenta empieza de nuevo.',
  inactivityShort:
    'No permitido en Quebec: al menos 12 meses, con aviso de 30 a 60 días antes. En Ontario los puntos pueden vencer por inactividad, pero no solo por el tiempo.',
  limits: 'Límites',
  tierGraceDaysAbout: 'Para que nadie pierda su nivel por un mes flojo.',
  reservationMinutesAbout: 'Minutos, si la tienda no envía otro valor. Después, los puntos se liberan.',
  requireTwoFactorAbout: 'Cada inicio de sesión pide un código de la aplicación de autenticación.',
  requireTwoFactorNow:
    'Quien aún no la configuró tiene 7 días; después solo podrá abrir la página de configuración.',
  idleMinutesAbout: 'Minutos de inactividad, de 15 a 720.',
  minutes: 'minutos',
  allowedAddressesAbout:
    'Direcciones o rangos, como 203.0.113.0/24. Presione Enter después de cada una. Déjelo vacío para permitir todas.',
  approvals: 'Aprobaciones',
  approvalsAbout: 'Los ajustes manuales y las importaciones mayores necesitan una segunda aprobación.',
  adjustAboveAbout: 'Por persona y cliente en 24 horas. Déjelo vacío para no tener límite.',
  adjustPerDayAbout: 'Por persona, sumando todos los clientes. Déjelo vacío para no tener límite.',
  importAboveAbout:
    'Todos los puntos de los archivos que se aplican, o se deshacen, en 24 horas. Déjelo vacío para no tener límite.',
  eraseAbout:
    'Borrar un cliente exige una segunda aprobación, y las claves de API no pueden borrar clientes.',
  mergeAbout:
    'Fusionar dos clientes exige una segunda aprobación, y las claves de API no pueden fusionar clientes.',
  noLimit: 'sin límite',
  pointsUnit: 'puntos',
}
