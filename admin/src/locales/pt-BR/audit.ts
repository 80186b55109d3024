import type { audit as en } from '../en/audit.ts'
import type { TextsOf } from '../types.ts'

export const audit: TextsOf<typeof en> = {
  title: 'Auditoria',
  who: 'Quem',
  what: 'O quê',
  everybody: 'todos',
  everything: 'tudo',
  from: 'De',
  to: 'Até',
  member: 'O quê',
  change: 'Antes e depois',
  request: 'requisição {{id}}',
  empty: {
    title: 'O que as pessoas fazem ficará aqui',
    text: 'Nada foi encontrado. Toda mudança fica escrita aqui com quem a fez, e ninguém pode alterá-la.',
  },
  actors: {
    token: 'um token',
    cli: 'a linha de comando',
    system: 'o próprio Punchcard',
  },
  via: {
    panel: 'no painel',
    token: 'com um token',
    cli: 'na linha de comando',
    job: 'por si',
  },
  targets: {
    customer: 'Clientes',
    approval: 'Aprovações',
    reward: 'Recompensas',
    couponList: 'Listas de cupons',
    program: 'Regras',
    tiers: 'Níveis',
    quiz: 'Quizzes',
    settings: 'Configurações',
    person: 'Pessoas',
    invitation: 'Convites',
    apiKey: 'Chaves de API',
    token: 'Tokens',
    webhook: 'Webhooks',
  },
  actions: {
    order: {
      cancel: 'cancelou o pedido',
    },
    redemption: {
      return: 'devolveu',
    },
    approval: {
      approve: 'aprovou',
      reject: 'recusou',
    },
    customer: {
      adjust: 'ajustou os pontos de',
    },
    apiKey: {
      create: 'criou a chave de API',
      revoke: 'revogou a chave de API',
      rotate: 'rotacionou a chave de API',
    },
    coupon: {
      inactivate: 'inutilizou um cupom',
      read: 'viu um cupom',
    },
    couponList: {
      addCodes: 'adicionou códigos à lista',
      archive: 'arquivou a lista',
      create: 'criou a lista',
      readCodes: 'viu os códigos de',
      unarchive: 'trouxe de volta a lista',
      update: 'mudou a lista',
    },
    people: {
      acceptInvitation: 'entrou na equipe',
      changeRole: 'mudou o papel de',
      invite: 'convidou',
      remove: 'removeu',
      resendInvitation: 'criou um novo link para',
      resetPassword: 'criou um link de nova senha para',
      withdrawInvitation: 'retirou o convite de',
    },
    program: {
      cancelScheduled: 'cancelou a versão agendada',
      deleteDraft: 'descartou o rascunho das regras',
      publish: 'publicou as regras',
      restore: 'restaurou regras no rascunho',
      saveDraft: 'mudou o rascunho das regras',
    },
    quiz: {
      archive: 'arquivou o quiz',
      create: 'criou o quiz',
      readAnswers: 'leu o que foi escrito no quiz',
      unarchive: 'trouxe de volta o quiz',
      update: 'mudou o quiz',
    },
    reward: {
      archive: 'arquivou a recompensa',
      create: 'criou a recompensa',
      unarchive: 'trouxe de volta a recompensa',
      update: 'mudou a recompensa',
    },
    settings: {
      security: 'mudou a segurança de',
      update: 'mudou as configurações de',
    },
    tiers: {
      update: 'mudou os níveis',
    },
    token: {
      create: 'criou o token',
      revoke: 'revogou o token',
      rotate: 'rotacionou o token',
    },
    webhook: {
      create: 'adicionou o endpoint',
      delete: 'removeu o endpoint',
      pause: 'pausou o endpoint',
      resume: 'retomou o endpoint',
      rotate: 'rotacionou o segredo de',
      test: 'testou o endpoint',
      update: 'mudou o endpoint',
    },
  },
}
