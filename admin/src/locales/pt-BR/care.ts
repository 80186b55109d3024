import type { care as en } from '../en/care.ts'
import type { TextsOf } from '../types.ts'

export const care: TextsOf<typeof en> = {
  recorded: 'Pronto. A trilha de auditoria mostra seu nome.',
  seeChanges: 'Ver alterações',
  partNow: 'Participa agora',
  partThen: 'Participa depois',
  since: 'Desde',
  stays: '{{points}}, sem alteração',
  enrol: {
    action: 'Inscrever…',
    title: 'Inscrever {{name}}?',
    text: 'Pedidos concluídos a partir de agora geram pontos, e recompensas podem ser resgatadas. Pedidos anteriores continuam sem pontos.',
    consequence: 'O cliente pode sair quando quiser.',
    cancel: 'Cancelar',
    submit: 'Inscrever',
  },
  leave: {
    action: 'Retirar do programa…',
    title: 'Retirar {{name}} do programa?',
    text: 'Pedidos concluídos a partir de agora não geram pontos, e recompensas não podem ser resgatadas. Os pontos atuais ficam e expiram na data prevista.',
    consequence: 'O cliente pode voltar, mas as compras feitas nesse período nunca gerarão pontos.',
    cancel: 'Cancelar',
    submit: 'Retirar',
  },
  profile: {
    action: 'Editar cadastro…',
    title: 'Cadastro de {{name}}',
    done: 'Cadastro de {{name}} atualizado',
    nothing: 'Nenhuma alteração ainda.',
    pointsStay: 'Pontos e pedidos não mudam.',
    consequence: 'A trilha de auditoria registra quais campos mudaram, não os valores.',
    cancel: 'Cancelar',
    submit: 'Salvar cadastro',
    notEmptied: 'Pode ser alterado, mas não apagado.',
    birthdayStays: 'Não pode ser alterada, porque pode ter gerado pontos.',
    birthdayOnce: 'Não pode ser alterada depois de salva, porque gera pontos.',
  },
  redeem: {
    action: 'Resgatar…',
    menu: 'Resgatar uma recompensa…',
    title: '{{name}} pode resgatar isto?',
    reward: 'Recompensa',
    choose: 'Escolha uma recompensa',
    possible: 'Sim, agora',
    impossible: 'Agora não',
  },
  changes: {
    none: 'Nenhuma alteração manual ainda.',
    own: 'Seu perfil vê apenas as suas alterações.',
  },
}
