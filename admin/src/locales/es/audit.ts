import type { audit as en } from '../en/audit.ts'
import type { TextsOf } from '../types.ts'

export const audit: TextsOf<typeof en> = {
  title: 'Auditoría',
  who: 'Quién',
  what: 'Qué',
  everybody: 'todos',
  everything: 'todo',
  from: 'Desde',
  to: 'Hasta',
  member: 'Qué',
  change: 'Antes y después',
  request: 'solicitud {{id}}',
  empty: {
    title: 'Lo que hacen las personas estará aquí',
    text: 'No se encontró nada. Todo cambio queda escrito aquí con quien lo hizo, y nadie puede alterarlo.',
  },
  actors: {
    token: 'un token',
    cli: 'la línea de comandos',
    system: 'Punchcard mismo',
  },
  via: {
    panel: 'en el panel',
    token: 'con un token',
    cli: 'en la línea de comandos',
    job: 'por sí solo',
  },
  targets: {
    customer: 'Clientes',
    approval: 'Aprobaciones',
    reward: 'Recompensas',
    couponList: 'Listas de cupones',
    program: 'Reglas',
    tiers: 'Niveles',
    quiz: 'Cuestionarios',
    settings: 'Configuración',
    person: 'Personas',
    invitation: 'Invitaciones',
    apiKey: 'Claves de API',
    token: 'Tokens',
    webhook: 'Webhooks',
  },
  actions: {
    order: {
      cancel: 'canceló el pedido',
    },
    redemption: {
      return: 'devolvió',
    },
    approval: {
      approve: 'aprobó',
      reject: 'rechazó',
    },
    customer: {
      adjust: 'ajustó los puntos de',
    },
    apiKey: {
      create: 'creó la clave de API',
      revoke: 'revocó la clave de API',
      rotate: 'rotó la clave de API',
    },
    coupon: {
      inactivate: 'inutilizó un cupón',
      read: 'vio un cupón',
    },
    couponList: {
      addCodes: 'agregó códigos a la lista',
      archive: 'archivó la lista',
      create: 'creó la lista',
      readCodes: 'vio los códigos de',
      unarchive: 'recuperó la lista',
      update: 'cambió la lista',
    },
    people: {
      acceptInvitation: 'se unió al equipo',
      changeRole: 'cambió el rol de',
      invite: 'invitó a',
      remove: 'quitó a',
      resendInvitation: 'creó un nuevo enlace para',
      resetPassword: 'creó un enlace de nueva contraseña para',
      withdrawInvitation: 'retiró la invitación de',
    },
    program: {
      cancelScheduled: 'canceló la versión programada',
      deleteDraft: 'descartó el borrador de las reglas',
      publish: 'publicó las reglas',
      restore: 'restauró reglas en el borrador',
      saveDraft: 'cambió el borrador de las reglas',
    },
    quiz: {
      archive: 'archivó el cuestionario',
      create: 'creó el cuestionario',
      readAnswers: 'leyó lo escrito en el cuestionario',
      unarchive: 'recuperó el cuestionario',
      update: 'cambió el cuestionario',
    },
    reward: {
      archive: 'archivó la recompensa',
      create: 'creó la recompensa',
      unarchive: 'recuperó la recompensa',
      update: 'cambió la recompensa',
    },
    settings: {
      security: 'cambió la seguridad de',
      update: 'cambió la configuración de',
    },
    tiers: {
      update: 'cambió los niveles',
    },
    token: {
      create: 'creó el token',
      revoke: 'revocó el token',
      rotate: 'rotó el token',
    },
    webhook: {
      create: 'agregó el endpoint',
      delete: 'quitó el endpoint',
      pause: 'pausó el endpoint',
      resume: 'reanudó el endpoint',
      rotate: 'rotó el secreto de',
      test: 'probó el endpoint',
      update: 'cambió el endpoint',
    },
  },
}
