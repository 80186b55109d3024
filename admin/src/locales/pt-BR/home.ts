import type { home as en } from '../en/home.ts'
import type { TextsOf } from '../types.ts'

export const home: TextsOf<typeof en> = {
  welcome: 'Boas-vindas, {{name}}',
  welcomeAbout: 'Cinco passos, uns dez minutos. Ninguém ganha pontos antes de você publicar.',
  card: {
    title: 'Primeiros passos',
    holes_one: '{{count}} passo concluído, faltam {{left}}. Siga na ordem que preferir.',
    holes_other: '{{count}} passos concluídos, faltam {{left}}. Siga na ordem que preferir.',
    progress: '{{done}} de {{of}} passos concluídos',
  },
  steps: {
    keyMade: {
      title: 'Crie uma chave de API',
      done: 'Chave de API criada',
      text: 'Sua loja usa a chave para chamar o Punchcard.',
      action: 'Criar chave de API',
    },
    firstCall: {
      title: 'Faça a primeira chamada à API',
      done: 'Primeira chamada recebida',
      text: 'Aguardando a primeira requisição. Ela aparece aqui em até um minuto.',
      action: 'Mostrar como',
    },
    programPublished: {
      title: 'Publique seu programa',
      done: 'Programa publicado',
      text: 'Comece com uma regra, como 1 ponto a cada R$ 1,00.',
      action: 'Escrever regras',
    },
    firstPoints: {
      title: 'Conceda os primeiros pontos',
      done: 'Primeiros pontos concedidos',
      text: 'Basta um pedido de teste. Depois você pode cancelá-lo.',
      action: 'Enviar pedido de teste',
    },
    webhookReceived: {
      title: 'Receba um webhook',
      done: 'Primeiro webhook recebido',
      text: 'Opcional: receba um webhook sempre que um saldo mudar.',
      action: 'Adicionar endpoint',
    },
  },
  skip: 'Pular',
  waiting: 'Nada recebido ainda',
  how: {
    call: {
      title: 'Primeira chamada à API',
      text: 'Execute no servidor da sua loja',
      consequence: 'Lista suas recompensas e não altera nada.',
      send: 'Enviar requisição',
    },
    order: {
      title: 'Pedido de teste',
      text: 'Execute no servidor da sua loja',
      consequence: 'Um pedido concluído de 100 para o cliente test-customer.',
      send: 'Enviar pedido',
    },
    secret: 'Envie daqui: o segredo de “{{label}}”',
    secretAbout: 'Você o salvou ao criar a chave. Nós não o armazenamos.',
    noKey: 'Crie primeiro uma chave de API. De lá você também pode enviar esta requisição.',
  },
  needs: 'Precisa de atenção',
  nothing: 'Tudo em dia.',
  draft: {
    text_one: 'O rascunho do programa tem {{count}} mudança',
    text_other: 'O rascunho do programa tem {{count}} mudanças',
    meta: 'salvo {{when}} por {{who}}, a partir da versão {{version}}',
    action: 'Continuar',
  },
  noProgram: {
    text: 'Nenhum programa publicado: os pedidos ainda não geram pontos',
    action: 'Escrever regras',
  },
  scheduled: {
    text: 'A versão {{version}} do programa está agendada',
    meta: 'para {{when}}',
    action: 'Ver',
  },
  approval: {
    erase: '{{who}} quer apagar {{customer}}',
    merge: '{{who}} quer unificar outro cliente com {{customer}}',
    give: {
      points: '{{who}} quer dar {{amount}} pontos a {{customer}}',
      cashback: '{{who}} quer dar {{amount}} de cashback a {{customer}}',
    },
    take: {
      points: '{{who}} quer retirar {{amount}} pontos de {{customer}}',
      cashback: '{{who}} quer retirar {{amount}} de cashback de {{customer}}',
    },
    more_one: 'Mais {{count}} solicitação aguarda sua aprovação',
    more_other: 'Mais {{count}} solicitações aguardam sua aprovação',
    action: 'Avaliar',
  },
  differences: {
    text_one: 'A verificação noturna encontrou {{number}} valor que não confere',
    text_other: 'A verificação noturna encontrou {{number}} valores que não conferem',
    meta: 'Avise quem administra o seu Punchcard, que vê quais são',
  },
  endpoint: {
    failing: '{{name}} não recebe nada desde {{when}}',
    disabled: '{{name}} foi desativado: não recebia nada desde {{when}}',
    parked: '{{name}} voltou a funcionar, mas perdeu eventos',
    events_one: '{{count, number}} evento na fila',
    events_other: '{{count, number}} eventos na fila',
    manyEvents: 'mais de {{count, number}} eventos na fila',
    who: 'Um proprietário ou desenvolvedor pode resolver',
    action: 'Abrir webhooks',
  },
  held: {
    text_one: '{{count, number}} recompensa “{{reward}}” está retida',
    text_other: '{{count, number}} recompensas “{{reward}}” estão retidas',
    action: 'Ver',
  },
  list: {
    text: 'Restam {{left}} de {{all}} códigos em {{name}}',
    runsOut: 'acaba por volta de {{date}}',
    givenBy_one: 'dados pela regra “{{rule}}”',
    givenBy_other: 'dados por {{count, number}} regras',
    who: 'Um proprietário ou gerente pode adicionar códigos',
    action: 'Adicionar códigos',
  },
  program: 'Seu programa',
  programAbout: 'versão {{version}}, desde {{date}}',
  tiers: 'Níveis',
  tiersAbout: 'clientes por nível',
  rules: 'Todas as regras',
}
