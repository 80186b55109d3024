import type { platform as english } from '../en/platform.ts'
import type { TextsOf } from '../types.ts'

export const platform: TextsOf<typeof english> = {
  title: 'Lojas',
  about: 'Todas as lojas deste servidor. Os clientes e pedidos delas continuam privados.',
  back: 'Suas lojas',
  none: 'Ainda não há lojas. Crie uma com punchcard tenant create.',
  merchant: 'Loja',
  state: 'Situação',
  cell: 'Célula',
  customers: 'Clientes',
  orders: 'Pedidos, 24 h',
  errors: 'Erros, 24 h',
  lastOrder: 'Último pedido',
  noOrder: 'Nenhum ainda',
  away: 'Indisponível',
  states: { active: 'Ativa', suspended: 'Suspensa', closed: 'Encerrada' },
  deleteAfter: 'Pode ser excluída a partir de {{date}}',
  supportUntil: 'Acesso de suporte até {{date}}',
  open: 'Abrir',
  endSupport: 'Encerrar acesso de suporte',
  reason: 'Motivo',
  reasonAbout: 'A loja vê o motivo.',
  suspend: {
    action: 'Suspender…',
    title: 'Suspender {{name}}',
    consequence:
      'As chaves de API e as pessoas da loja são recusadas em um segundo, e os webhooks esperam. Nada se perde.',
    cancel: 'Cancelar',
    submit: 'Suspender',
  },
  resume: {
    action: 'Reativar…',
    title: 'Reativar {{name}}',
    consequence: 'A loja volta a funcionar em um segundo. Os webhooks continuam de onde pararam.',
    cancel: 'Cancelar',
    submit: 'Reativar',
  },
  support: {
    action: 'Obter acesso de suporte…',
    title: 'Acesso de suporte a {{name}}',
    consequence:
      'Você pode ver, mas não alterar nada. A loja vê seu nome e o motivo e pode encerrar o acesso.',
    hours: 'Horas, até 72',
    cancel: 'Cancelar',
    submit: 'Obter acesso',
  },
}
