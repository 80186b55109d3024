import type { care as en } from '../en/care.ts'
import type { TextsOf } from '../types.ts'

export const care: TextsOf<typeof en> = {
  recorded: 'Está hecho y registrado con su nombre.',
  seeChanges: 'Ver los cambios',
  partNow: 'Participa ahora',
  partThen: 'Participa después',
  since: 'Desde',
  stays: '{{points}}, como ahora',
  enrol: {
    action: 'Incluir en el programa…',
    title: '¿Incluir a {{name}} en el programa?',
    text: 'Los pedidos que se completen desde ahora ganan puntos, y se pueden canjear recompensas. Los pedidos de antes siguen sin puntos.',
    consequence: 'Puede salir de nuevo en cualquier momento.',
    cancel: 'Dejarlo como está',
    submit: 'Incluir en el programa',
  },
  leave: {
    action: 'Sacar del programa…',
    title: '¿Sacar a {{name}} del programa?',
    text: 'Los pedidos que se completen desde ahora no ganan nada, y no se puede canjear ninguna recompensa. Los puntos quedan y vencen en sus días.',
    consequence: 'Puede volver a participar; lo que compre entretanto no gana nada, tampoco después.',
    cancel: 'Mantener en el programa',
    submit: 'Sacar del programa',
  },
  profile: {
    action: 'Editar el perfil…',
    title: 'Perfil de {{name}}',
    done: 'El perfil de {{name}} se cambió',
    nothing: 'Todavía no cambia nada.',
    pointsStay: 'Los puntos y los pedidos quedan como están.',
    consequence: 'La auditoría guarda cuáles de estos cambió, no lo que dicen.',
    cancel: 'Mantener el perfil',
    submit: 'Guardar el perfil',
    notEmptied: 'Se puede cambiar, pero no vaciar.',
    birthdayStays: 'Queda, pues pudo haber dado puntos.',
    birthdayOnce: 'Una vez guardada queda, pues da puntos.',
  },
  redeem: {
    title: '¿{{name}} puede canjear esto?',
    reward: 'Recompensa',
    choose: 'Elija una recompensa',
    possible: 'Sí, ahora',
    impossible: 'Ahora no',
  },
  changes: {
    none: 'Nadie ha cambiado nada a mano aquí.',
    own: 'Su rol ve lo que usted mismo ha hecho.',
  },
}
