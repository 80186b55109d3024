import type { care as en } from '../en/care.ts'
import type { TextsOf } from '../types.ts'

export const care: TextsOf<typeof en> = {
  recorded: 'Listo. El registro de auditoría muestra su nombre.',
  seeChanges: 'Ver cambios',
  partNow: 'Participa ahora',
  partThen: 'Participa después',
  since: 'Desde',
  stays: '{{points}}, sin cambios',
  enrol: {
    action: 'Inscribir…',
    title: '¿Inscribir a {{name}}?',
    text: 'Los pedidos completados desde ahora generan puntos y se pueden canjear recompensas. Los pedidos anteriores siguen sin puntos.',
    consequence: 'El cliente puede salir cuando quiera.',
    cancel: 'Cancelar',
    submit: 'Inscribir',
  },
  leave: {
    action: 'Retirar del programa…',
    title: '¿Retirar a {{name}} del programa?',
    text: 'Los pedidos completados desde ahora no generan puntos y no se pueden canjear recompensas. Los puntos actuales se conservan y vencen en su fecha.',
    consequence: 'El cliente puede volver, pero las compras hechas mientras tanto nunca generarán puntos.',
    cancel: 'Cancelar',
    submit: 'Retirar',
  },
  profile: {
    action: 'Editar perfil…',
    title: 'Perfil de {{name}}',
    done: 'Perfil de {{name}} actualizado',
    nothing: 'Ningún cambio todavía.',
    pointsStay: 'Los puntos y pedidos no cambian.',
    consequence: 'El registro de auditoría guarda qué campos cambiaron, no sus valores.',
    cancel: 'Cancelar',
    submit: 'Guardar perfil',
    notEmptied: 'Se puede cambiar, pero no borrar.',
    birthdayStays: 'No se puede cambiar, porque puede haber generado puntos.',
    birthdayOnce: 'No se puede cambiar una vez guardada, porque genera puntos.',
  },
  redeem: {
    action: 'Canjear…',
    menu: 'Canjear una recompensa…',
    title: '¿{{name}} puede canjear esto?',
    reward: 'Recompensa',
    choose: 'Elija una recompensa',
    possible: 'Sí, ahora',
    impossible: 'Ahora no',
  },
  changes: {
    none: 'Ningún cambio manual todavía.',
    own: 'Su rol solo ve sus propios cambios.',
  },
}
