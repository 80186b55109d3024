import type { settings as en } from '../en/settings.ts'
import type { TextsOf } from '../types.ts'

export const settings: TextsOf<typeof en> = {
  title: 'Configurações',
  parts: 'Partes das configurações',
  part: { general: 'Geral', people: 'Pessoas', security: 'Segurança', audit: 'Auditoria' },
  save: 'Salvar as configurações',
  fields: {
    name: 'Nome do seu negócio',
    currency: 'Moeda',
    timeZone: 'Fuso horário',
    locale: 'Idioma do que os clientes leem',
    pointsName: 'Como você chama seus pontos',
    takeBack: 'Pontos que precisam ser retirados, mas já foram gastos',
    returnsPoints: 'Um pedido cancelado devolve os pontos do seu cupom, também se o cupom expirou',
    refundsRedeem:
      'A devolução de uma parte de um pedido devolve a parte correspondente do cashback resgatado para ele',
    tierGraceDays: 'Clientes mantêm um nível cujas metas não cumprem mais por',
    reservationMinutes: 'Uma recompensa fica reservada para uma sacola por',
    rewardValue: 'O máximo que uma recompensa pode valer',
    rewardPoints: 'O máximo de pontos que uma recompensa pode custar',
    requireTwoFactor: 'Todos precisam de um segundo fator',
    idleMinutes: 'Encerrar a sessão depois de',
    allowedAddresses: 'As pessoas só podem vir de',
    adjustAbove: 'Uma segunda pessoa para mais de',
    adjustPerDay: 'Também para mais de, no total em 24 horas',
    erase: 'Uma segunda pessoa para apagar',
  },
  currencyFixed: 'Já há pedidos: ela fica.',
  currencyAbout: 'Ela fica depois do primeiro pedido.',
  timeZoneChanges: 'Pontos já ganhos mantêm o fim que têm; os novos seguem o novo relógio.',
  pointsNameAbout: 'Um, e vários. Vazio: as palavras usuais.',
  one: 'Um · {{language}}',
  many: 'Vários · {{language}}',
  takeBackAbout: 'Quando um pedido é cancelado depois que os pontos foram gastos.',
  takeBack: { debt: 'O cliente os deve', clamp: 'O saldo para no zero' },
  takeBackAbouts: {
    debt: 'O saldo fica abaixo de zero; os próximos pontos o quitam.',
    clamp: 'O que falta é perdoado.',
  },
  limits: 'Limites',
  tierGraceDaysAbout: 'Para que ninguém caia por um mês fraco.',
  reservationMinutesAbout: 'Minutos, se a loja não disser outra coisa; depois os pontos voltam.',
  requireTwoFactorAbout: 'Um código de um aplicativo além da senha, a cada entrada.',
  requireTwoFactorNow:
    'Quem ainda não tem pode entrar sem ele por 7 dias; depois, só na página em que ele é configurado.',
  idleMinutesAbout: 'Sem nenhum uso por esse tempo. De 15 a 720.',
  minutes: 'minutos',
  allowedAddressesAbout:
    'Endereços ou faixas, como 203.0.113.0/24; Enter depois de cada um. Vazio: de qualquer lugar.',
  approvals: 'Duas pessoas',
  approvalsAbout: 'Quem faz à mão mais do que isto espera até que outra pessoa aprove.',
  adjustAboveAbout:
    'Dado ou retirado por uma pessoa, de um cliente, em 24 horas. Vazio: ninguém precisa esperar.',
  adjustPerDayAbout: 'Dado ou retirado por uma pessoa, de todos os clientes juntos. Vazio: sem esse limite.',
  eraseAbout:
    'Ninguém é apagado no painel antes que outra pessoa aprove. Quem tem uma chave da API privada com o escopo para isso não precisa de mais ninguém.',
  noLimit: 'sem limite',
  pointsUnit: 'pontos',
}
