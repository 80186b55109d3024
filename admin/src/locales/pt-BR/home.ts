import type { home as en } from '../en/home.ts'
import type { TextsOf } from '../types.ts'

export const home: TextsOf<typeof en> = {
  welcome: 'Boas-vindas, {{name}}',
  welcomeAbout: 'Cinco furos, uns dez minutos. Nada ganha pontos antes de você publicar.',
  card: {
    title: 'Seu primeiro cartão',
    holes_one: '1 furo feito, faltam {{left}}. O resto pode vir em qualquer ordem.',
    holes_other: '{{count}} furos feitos, faltam {{left}}. O resto pode vir em qualquer ordem.',
    progress: '{{done}} de {{of}} passos feitos',
  },
  steps: {
    keyMade: {
      title: 'Crie uma chave de API',
      done: 'Uma chave de API foi criada',
      text: 'Com ela sua loja fala com o Punchcard.',
      action: 'Criar uma chave',
    },
    firstCall: {
      title: 'Sua loja faz a primeira chamada',
      done: 'Sua loja já chamou',
      text: 'Estamos ouvindo. O que chegar aparece aqui em um minuto.',
      action: 'Mostrar como',
    },
    programPublished: {
      title: 'Publique seu programa',
      done: 'Seu programa está publicado',
      text: 'Comece com uma frase: tantos pontos pelo que gastam.',
      action: 'Escrever as regras',
    },
    firstPoints: {
      title: 'Dê os primeiros pontos',
      done: 'Os primeiros pontos foram dados',
      text: 'Um pedido de teste basta; cancele depois.',
      action: 'Enviar um pedido de teste',
    },
    webhookReceived: {
      title: 'Fique sabendo',
      done: 'Seu servidor já recebeu',
      text: 'Seu servidor recebe o primeiro webhook. Dá para viver sem.',
      action: 'Adicionar um endereço',
    },
  },
  skip: 'Pular',
  waiting: 'Nada recebido ainda',
  how: {
    call: {
      title: 'A primeira chamada',
      text: 'Quem desenvolve executa isto onde sua loja roda',
      consequence: 'Lê suas recompensas e não muda nada.',
      send: 'Fazer a chamada',
    },
    order: {
      title: 'Um pedido de teste',
      text: 'Quem desenvolve executa isto onde sua loja roda',
      consequence: 'Um pedido completo de 100 para o cliente test-customer.',
      send: 'Enviar o pedido',
    },
    secret: 'Envie daqui: o segredo de «{{label}}»',
    secretAbout: 'Você o guardou quando a chave foi criada. Ele não fica gravado aqui.',
    noKey: 'Antes é preciso uma chave de API. Onde ela é criada também dá para enviar isto.',
  },
  needs: 'Precisa de alguém',
  nothing: 'Nada espera por você.',
  draft: {
    text_one: 'O rascunho do programa tem 1 mudança',
    text_other: 'O rascunho do programa tem {{count}} mudanças',
    meta: 'salvo {{when}} por {{who}}, a partir da versão {{version}}',
    action: 'Continuar',
  },
  noProgram: { text: 'Nenhum programa publicado: os pedidos não ganham nada', action: 'Escrever as regras' },
  scheduled: {
    text: 'A versão {{version}} do programa entra no ar sozinha',
    meta: 'em {{when}}',
    action: 'Ver',
  },
  approval: {
    erase: '{{who}} quer apagar {{customer}}',
    give: {
      points: '{{who}} quer dar {{amount}} pontos a {{customer}}',
      cashback: '{{who}} quer dar {{amount}} de cashback a {{customer}}',
    },
    take: {
      points: '{{who}} quer retirar {{amount}} pontos de {{customer}}',
      cashback: '{{who}} quer retirar {{amount}} de cashback de {{customer}}',
    },
    more_one: 'Mais 1 solicitação espera sua aprovação',
    more_other: 'Mais {{count}} solicitações esperam sua aprovação',
    action: 'Avaliar',
  },
  differences: {
    text_one: 'A verificação noturna encontrou 1 valor que não confere',
    text_other: 'A verificação noturna encontrou {{number}} valores que não conferem',
    meta: 'Avise quem administra o seu Punchcard: lá se vê quais são',
  },
  endpoint: {
    failing: '{{name}} não recebe nada desde {{when}}',
    disabled: '{{name}} foi desligado: não recebia nada desde {{when}}',
    parked: '{{name}} funciona de novo, mas perdeu eventos',
    events_one: '1 evento espera',
    events_other: '{{count, number}} eventos esperam',
    manyEvents: 'mais de {{count, number}} eventos esperam',
    action: 'Abrir webhooks',
  },
  list: {
    text: '{{name}} tem {{left}} códigos de {{all}}',
    runsOut: 'acaba por volta de {{date}}',
    action: 'Adicionar códigos',
  },
  program: 'Seu programa',
  programAbout: 'versão {{version}}, desde {{date}}',
  tiers: 'Níveis',
  tiersAbout: 'clientes em cada um',
  rules: 'Todas as regras',
}
