import type { care as en } from '../en/care.ts'
import type { TextsOf } from '../types.ts'

export const care: TextsOf<typeof en> = {
  recorded: 'Está feito e registrado com o seu nome.',
  seeChanges: 'Ver as mudanças',
  partNow: 'Participa agora',
  partThen: 'Participa depois',
  since: 'Desde',
  stays: '{{points}}, como agora',
  enrol: {
    action: 'Incluir no programa…',
    title: 'Incluir {{name}} no programa?',
    text: 'Pedidos concluídos a partir de agora rendem pontos, e recompensas podem ser resgatadas. Pedidos de antes continuam sem pontos.',
    consequence: 'Dá para sair de novo a qualquer momento.',
    cancel: 'Deixar como está',
    submit: 'Incluir no programa',
  },
  leave: {
    action: 'Tirar do programa…',
    title: 'Tirar {{name}} do programa?',
    text: 'Pedidos concluídos a partir de agora não rendem nada, e nenhuma recompensa pode ser resgatada. Os pontos ficam e expiram em seus dias.',
    consequence:
      'Dá para participar de novo; o que for comprado nesse meio-tempo não rende nada, nem depois.',
    cancel: 'Manter no programa',
    submit: 'Tirar do programa',
  },
  profile: {
    action: 'Editar o cadastro…',
    title: 'Cadastro de {{name}}',
    done: 'O cadastro de {{name}} foi alterado',
    nothing: 'Ainda nada mudou.',
    pointsStay: 'Pontos e pedidos ficam como estão.',
    consequence: 'A auditoria guarda quais destes você mudou, não o que dizem.',
    cancel: 'Manter o cadastro',
    submit: 'Salvar o cadastro',
    notEmptied: 'Pode ser alterado, mas não esvaziado.',
    birthdayStays: 'Fica, pois pode ter rendido pontos.',
    birthdayOnce: 'Depois de salva ela fica, pois rende pontos.',
  },
  redeem: {
    title: '{{name}} pode resgatar isto?',
    reward: 'Recompensa',
    choose: 'Escolha uma recompensa',
    possible: 'Sim, agora',
    impossible: 'Agora não',
  },
  changes: {
    none: 'Ninguém mudou nada à mão aqui.',
    own: 'Seu papel vê o que você mesmo fez.',
  },
}
