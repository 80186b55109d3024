import { LOCALES, type Locale, type LocalizedText, localized } from '../contract/locale.ts'

/** What the elements in a shop's pages say. Places such as `{points}` are filled in by the browser. */
export const TEXTS = {
  hello: localized('Hello, {name}', 'Olá, {name}', 'Hola, {name}'),
  balance: localized('Balance', 'Saldo', 'Saldo'),
  pending: localized('Pending', 'Pendentes', 'Pendientes'),
  available: localized(
    'available on {date}',
    'disponíveis a partir de {date}',
    'disponibles desde el {date}',
  ),
  nothing: localized('No pending points', 'Nenhum ponto pendente', 'No hay puntos pendientes'),
  'pill.expiring': localized(
    '{points} expire on {date}',
    '{points} expiram em {date}',
    '{points} vencen el {date}',
  ),
  expiring: localized('Expiring soon', 'Expiram em breve', 'Vencen pronto'),
  until: localized('on {date}', 'em {date}', 'el {date}'),
  owed: localized(
    'You owe {points} for a returned order. They’re covered by the next points you earn.',
    'Você deve {points} por um pedido devolvido. Serão descontados dos próximos pontos.',
    'Debe {points} por un pedido devuelto. Se descuentan de los próximos puntos.',
  ),
  why: localized('Why {points}?', 'Por que {points}?', '¿Por qué {points}?'),
  'why.how': localized('How it adds up', 'Como se chega a esse saldo', 'Cómo se llega a este saldo'),
  'why.when': localized('Breakdown by expiry', 'Por vencimento', 'Por vencimiento'),
  'parts.refunded': localized(
    '{n} rewards refunded',
    '{n} recompensas estornadas',
    '{n} recompensas reembolsadas',
  ),
  'parts.expired': localized('Expired', 'Expirados', 'Vencidos'),
  'parts.cancelled': localized('Order {id} cancelled', 'Pedido {id} cancelado', 'Pedido {id} cancelado'),
  'parts.adjusted': localized('Adjustment', 'Ajuste', 'Ajuste'),
  'tier.missing': localized(
    '{missing} to go until {name}',
    'Faltam {missing} para {name}',
    'Faltan {missing} para {name}',
  ),
  'tier.next': localized('on the way to {name}', 'a caminho de {name}', 'rumbo a {name}'),
  'card.progress': localized('{done} of {of} stamps', '{done} de {of} carimbos', '{done} de {of} sellos'),
  'card.stamp': localized('{n} stamp', '{n} carimbo', '{n} sello'),
  'card.stamps': localized('{n} stamps', '{n} carimbos', '{n} sellos'),
  'card.amount': localized('{done} of {of}', '{done} de {of}', '{done} de {of}'),
  'card.prize': localized('Full card: {prize}', 'Cartão completo: {prize}', 'Tarjeta completa: {prize}'),
  'card.owed': localized(
    'You owe {amount} for a returned order. It’s covered by what you collect next.',
    'Você deve {amount} por um pedido devolvido. Será descontado do que juntar a seguir.',
    'Debe {amount} por un pedido devuelto. Se descuenta de lo próximo que reúna.',
  ),
  'card.done': localized('Complete', 'Completo', 'Completa'),
  'card.notStarted': localized('Not started yet', 'Ainda não começou', 'Aún no empieza'),
  'card.over': localized('Ended', 'Encerrado', 'Finalizada'),
  total: localized('Total', 'Total', 'Total'),
  plus: localized('plus {points}', 'mais {points}', 'más {points}'),
  minus: localized('minus {points}', 'menos {points}', 'menos {points}'),
  rewards: localized('Rewards', 'Recompensas', 'Recompensas'),
  'reward.ready': localized('Ready to redeem', 'Pronta para resgatar', 'Lista para canjear'),
  'reward.tiers': localized('For {tiers}', 'Para {tiers}', 'Para {tiers}'),
  'reward.until': localized('Redeem by {date}', 'Resgate até {date}', 'Canjéela hasta el {date}'),
  'reward.upTo': localized('Up to {money}', 'Até {money}', 'Hasta {money}'),
  'reward.cashback': localized('Paid with cashback', 'Paga com cashback', 'Se paga con cashback'),
  redeem: localized('Redeem', 'Resgatar', 'Canjear'),
  missing: localized('{points} to go', 'Faltam {points}', 'Faltan {points}'),
  'redeem.confirm': localized('Redeem {points}', 'Resgatar {points}', 'Canjear {points}'),
  'redeem.keep': localized('Cancel', 'Cancelar', 'Cancelar'),
  'redeem.said': localized(
    '{points} used, {left} left',
    'Você usou {points}. Restam {left}.',
    'Usó {points}. Quedan {left}.',
  ),
  amount: localized('Amount', 'Valor', 'Monto'),
  copy: localized('Copy', 'Copiar', 'Copiar'),
  copied: localized('Copied', 'Copiado', 'Copiado'),
  done: localized('Done', 'Concluir', 'Listo'),
  left: localized('New balance', 'Novo saldo', 'Nuevo saldo'),
  yours: localized('It’s yours', 'É seu', 'Es suyo'),
  coupons: localized('Your coupons', 'Seus cupons', 'Sus cupones'),
  'coupon.fixedValue': localized('{value} off', '{value} de desconto', '{value} de descuento'),
  'coupon.percent': localized('{value}% off', '{value}% de desconto', '{value} % de descuento'),
  'coupon.freeShipping': localized('Free shipping', 'Frete grátis', 'Envío gratis'),
  'coupon.shippingDiscount': localized(
    '{value} off shipping',
    '{value} de desconto no frete',
    '{value} de descuento en el envío',
  ),
  'coupon.others': localized('Coupon', 'Cupom', 'Cupón'),
  'coupon.onItsWay': localized(
    'Your reward is on its way.',
    'Sua recompensa está a caminho.',
    'Su recompensa está en camino.',
  ),
  'coupon.from': localized('Valid from {date}', 'Válido a partir de {date}', 'Válido desde el {date}'),
  'coupon.until': localized('Use by {date}', 'Use até {date}', 'Úselo hasta el {date}'),
  'coupon.notYet': localized('Not valid yet', 'Ainda não é válido', 'Aún no es válido'),
  'coupon.used': localized('Used', 'Usado', 'Usado'),
  'coupon.expired': localized('Expired', 'Expirado', 'Vencido'),
  'coupon.ended': localized('No longer valid', 'Não é mais válido', 'Ya no es válido'),
  history: localized('Activity', 'Histórico', 'Actividad'),
  'history.none': localized(
    'No activity yet. It starts with your first order.',
    'Nada por aqui ainda. Começa com o seu primeiro pedido.',
    'Aún no hay actividad. Empieza con su primer pedido.',
  ),
  'history.all': localized('That’s everything.', 'Isso é tudo.', 'Eso es todo.'),
  more: localized('Show more', 'Mostrar mais', 'Mostrar más'),
  refer: localized('Refer a friend', 'Indique um amigo', 'Recomiende a un amigo'),
  'refer.sum': localized(
    '{registered} friends joined, {rewarded} made a purchase. You’ve earned {points}.',
    '{registered} amigos entraram, {rewarded} compraram. Você ganhou {points}.',
    '{registered} amigos se unieron, {rewarded} compraron. Ganó {points}.',
  ),
  join: localized('Join {program}', 'Participe do {program}', 'Únase a {program}'),
  'join.terms': localized('I agree to the {terms}.', 'Concordo com os {terms}.', 'Acepto los {terms}.'),
  'join.button': localized('Join', 'Participar', 'Unirme'),
  terms: localized('program terms', 'termos do programa', 'términos del programa'),
  joined: localized(
    'You’ve joined {program}.',
    'Agora você participa do {program}.',
    'Ahora participa en {program}.',
  ),
  optedOut: localized(
    'You’ve opted out. Your points stay until they expire.',
    'Você saiu do programa. Seus pontos ficam até expirar.',
    'Salió del programa. Sus puntos quedan hasta que venzan.',
  ),
  'optOut.text': localized(
    'You’ll no longer earn or redeem points. Your points stay until they expire, and you can join again.',
    'Você não ganha nem resgata mais nada. Seus pontos ficam até expirar, e você pode voltar a participar.',
    'Ya no ganará ni canjeará nada. Sus puntos quedan hasta que venzan, y puede volver a unirse.',
  ),
  optOut: localized('Opt out', 'Sair do programa', 'Salir del programa'),
  use: localized('Use your cashback', 'Use o seu cashback', 'Use su cashback'),
  'use.have': localized('You have {money}', 'Você tem {money}', 'Tiene {money}'),
  'use.apply': localized('Apply {money}', 'Aplicar {money}', 'Aplicar {money}'),
  applied: localized('{money} applied', '{money} aplicado', '{money} aplicado'),
  'applied.until': localized('Reserved until {time}', 'Reservado até {time}', 'Reservado hasta las {time}'),
  remove: localized('Remove', 'Remover', 'Quitar'),
  earn: localized('Earn {points}', 'Ganhe {points}', 'Gane {points}'),
  'earn.upTo': localized('Earn up to {points}', 'Ganhe até {points}', 'Gane hasta {points}'),
  worth: localized('Worth {money}', 'Valem {money}', 'Valen {money}'),
  signIn: localized(
    'Sign in to see your points',
    'Entre para ver seus pontos',
    'Inicie sesión para ver sus puntos',
  ),
  stale: localized(
    'Last updated {time}. You’re offline.',
    'Atualizado às {time}. Sem conexão.',
    'Actualizado a las {time}. Sin conexión.',
  ),
  failed: localized(
    'Something went wrong. Try again.',
    'Algo deu errado. Tente de novo.',
    'Algo salió mal. Inténtelo de nuevo.',
  ),
} as const satisfies Readonly<Record<string, LocalizedText>>

export type TextKey = keyof typeof TEXTS

function textsIn(locale: Locale): Readonly<Record<TextKey, string>> {
  return Object.fromEntries(Object.entries(TEXTS).map(([key, text]) => [key, text[locale]])) as Record<
    TextKey,
    string
  >
}

/** All of them in one language. */
export const ELEMENT_TEXTS = Object.fromEntries(
  LOCALES.map((locale) => [locale, textsIn(locale)]),
) as Readonly<Record<Locale, Readonly<Record<TextKey, string>>>>
