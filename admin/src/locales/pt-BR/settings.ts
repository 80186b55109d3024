import type { settings as en } from '../en/settings.ts'
import type { TextsOf } from '../types.ts'

export const settings: TextsOf<typeof en> = {
  title: 'Configurações',
  parts: 'Seções das configurações',
  part: { general: 'Geral', people: 'Pessoas', security: 'Segurança', audit: 'Auditoria' },
  save: 'Salvar configurações',
  fields: {
    name: 'Nome da empresa',
    currency: 'Moeda',
    timeZone: 'Fuso horário',
    locale: 'Idioma para os clientes',
    pointsName: 'Nome dos seus pontos',
    takeBack: 'Quando os pontos a retirar já foram usados',
    returnsPoints: 'Cancelar um pedido estorna os pontos do cupom, mesmo que o cupom tenha expirado',
    refundsRedeem: 'Devolver parte de um pedido estorna a parte correspondente do cashback resgatado',
    matchesCustomers: 'Pedidos sem o ID do cliente contam para o cliente com o mesmo documento ou e-mail',
    claims: 'Clientes importados sem ID',
    tierGraceDays: 'Carência antes de perder um nível',
    reservationMinutes: 'Reservar uma recompensa para o carrinho por',
    inactivity: 'Pontos não usados expiram',
    inactivityMonths: 'Tempo sem atividade',
    inactivityNotice: 'Aviso antes',
    inactivityStarts: 'Contar a partir de',
    rewardValue: 'Valor máximo de uma recompensa',
    rewardPoints: 'Custo máximo de uma recompensa em pontos',
    requireTwoFactor: 'Exigir autenticação em dois fatores',
    idleMinutes: 'Encerrar a sessão depois de',
    allowedAddresses: 'Endereços IP permitidos',
    adjustAbove: 'Aprovação acima de',
    adjustPerDay: 'Aprovação acima de (total em 24 horas)',
    importAbove: 'Aprovação para importações acima de',
    erase: 'Exigir aprovação para apagar clientes',
    merge: 'Exigir aprovação para unificar clientes',
  },
  currencyFixed: 'Não pode ser alterada: já há pedidos.',
  currencyAbout: 'Não pode ser alterada depois do primeiro pedido.',
  timeZoneChanges: 'Pontos já ganhos mantêm a data de expiração; os novos seguem o novo fuso horário.',
  pointsNameAbout: 'Singular e plural. Deixe em branco para “ponto” e “pontos”.',
  one: 'Singular · {{language}}',
  many: 'Plural · {{language}}',
  takeBackAbout: 'Vale quando um pedido é cancelado depois que os pontos foram usados.',
  takeBack: { debt: 'O cliente fica devendo', clamp: 'O saldo fica em zero' },
  takeBackAbouts: {
    debt: 'O saldo fica negativo e é coberto pelos próximos pontos.',
    clamp: 'Os pontos que faltam são perdoados.',
  },
  matching: 'Pedidos sem o ID do cliente',
  matchingAbout: 'Se nenhum cliente corresponder, ou mais de um, o pedido cria uma conta nova.',
  claims: { automatic: 'São o mesmo cliente', review: 'Uma pessoa decide' },
  claimsAbouts: {
    automatic:
      'O ID da loja passa para o cliente importado, que tem todos os pontos. Dá para desfazer por 30 dias.',
    review:
      'O pedido cria um novo cliente. Você vê o par em Clientes e unifica os dois. Escolha esta opção se sua loja não verifica os e-mails.',
  },
  claimsAbout: 'Quando um pedido ou cadastro tem o e-mail ou documento de um cliente importado.',
  inactivity: 'Pontos não usados',
  inactivityAbout:
    'Todos os pontos do cliente expiram depois desse tempo sem comprar, ganhar ou resgatar nada. Pontos com prazo menor expiram antes.',
  months: 'meses',
  inactivityNoticeAbout:
    'O webhook Points_Expiring é enviado com essa antecedência, e nada expira sem ele. Com 0, os pontos expiram sem aviso.',
  inactivityStartsAbout:
    'Atividades anteriores contam como se fossem deste dia. Deixe vazio para amanhã. Se você reduzir o prazo, a contagem recomeça.',
  inactivityShort:
    'Não permitido no Québec: pelo menos 12 meses, com aviso de 30 a 60 dias antes. Em Ontário, os pontos podem expirar por inatividade, mas não só pelo tempo.',
  limits: 'Limites',
  tierGraceDaysAbout: 'Para que ninguém perca o nível por um mês fraco.',
  reservationMinutesAbout:
    'Minutos, se a loja não enviar outro valor. Depois disso, os pontos são liberados.',
  requireTwoFactorAbout: 'Todo login pede um código do aplicativo autenticador.',
  requireTwoFactorNow:
    'Quem ainda não configurou tem 7 dias; depois disso, só consegue abrir a página de configuração.',
  idleMinutesAbout: 'Minutos de inatividade, de 15 a 720.',
  minutes: 'minutos',
  allowedAddressesAbout:
    'Endereços ou faixas, como 203.0.113.0/24. Pressione Enter depois de cada um. Deixe em branco para permitir todos.',
  approvals: 'Aprovações',
  approvalsAbout: 'Ajustes manuais e importações maiores precisam de uma segunda aprovação.',
  adjustAboveAbout: 'Por pessoa e cliente em 24 horas. Deixe em branco para não ter limite.',
  adjustPerDayAbout: 'Por pessoa, somando todos os clientes. Deixe em branco para não ter limite.',
  importAboveAbout:
    'Todos os pontos dos arquivos aplicados, ou desfeitos, em 24 horas. Deixe em branco para não ter limite.',
  eraseAbout: 'Apagar um cliente exige uma segunda aprovação, e chaves de API não podem apagar clientes.',
  mergeAbout:
    'Unificar dois clientes exige uma segunda aprovação, e chaves de API não podem unificar clientes.',
  noLimit: 'sem limite',
  pointsUnit: 'pontos',
}
