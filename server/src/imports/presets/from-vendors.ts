import { localized } from '../../contract/locale.ts'
import type { Preset } from './preset.ts'

const CHECKED_ON = '2026-11-16'

const NO_EXPIRY = localized(
  'The file has no expiry dates: you choose what happens to points without one.',
  'O arquivo não tem datas de validade: você escolhe o que acontece com pontos sem validade.',
  'El archivo no tiene fechas de vencimiento: usted elige qué pasa con los puntos que no la tienen.',
)

export const smile: Preset = {
  name: 'smile',
  title: 'Smile.io',
  kind: 'customers',
  columns: {
    email: ['email'],
    points: ['points_balance', 'points'],
    firstName: ['first_name'],
    lastName: ['last_name'],
    birthday: ['date_of_birth'],
    isEnrolled: ['state'],
    signupDate: ['created_at'],
  },
  rules: { values: { isEnrolled: { member: 'true', candidate: 'false', disabled: 'false' } } },
  source: localized(
    'Vendor documentation of the import file and of the API. The columns of the customers export are not documented: taken from the API, a guess.',
    'Documentação do fornecedor sobre o arquivo de importação e a API. As colunas da exportação de clientes não são documentadas: vêm da API, um palpite.',
    'Documentación del proveedor sobre el archivo de importación y la API. Las columnas de la exportación de clientes no están documentadas: vienen de la API, una suposición.',
  ),
  links: ['https://help.smile.io/en/articles/4036233', 'https://dev.smile.io'],
  checkedOn: CHECKED_ON,
  notes: [
    NO_EXPIRY,
    localized(
      'The id of the file is Smile’s own, so customers are matched by e-mail.',
      'O id do arquivo é da própria Smile, então os clientes são reconhecidos pelo e-mail.',
      'El id del archivo es de Smile, así que los clientes se reconocen por el correo.',
    ),
  ],
}

export const loyaltyLion: Preset = {
  name: 'loyaltylion',
  title: 'LoyaltyLion',
  kind: 'customers',
  columns: {
    originalId: ['merchant_id'],
    email: ['email'],
    points: ['points_approved'],
    isEnrolled: ['enrolled'],
    enrolledDate: ['enrolled_at'],
    birthday: ['birthday'],
    tier: ['loyalty_tier_membership.loyalty_tier.name'],
    tierUntil: ['loyalty_tier_membership.expires_at'],
    signupDate: ['created_at'],
  },
  source: localized(
    'Vendor documentation of the customer export of the API (JSON Lines). The CSV of the admin has columns that the merchant chooses: a guess.',
    'Documentação do fornecedor sobre a exportação de clientes da API (JSON Lines). O CSV do painel tem colunas escolhidas pelo lojista: um palpite.',
    'Documentación del proveedor sobre la exportación de clientes de la API (JSON Lines). El CSV del panel tiene columnas que elige el comercio: una suposición.',
  ),
  links: ['https://developers.loyaltylion.com/api/customers/exports'],
  checkedOn: CHECKED_ON,
  notes: [
    NO_EXPIRY,
    localized(
      'Pending points have no date in the file, so points_pending is left out: export again after they are approved.',
      'Pontos pendentes não têm data no arquivo, por isso points_pending fica de fora: exporte de novo depois de aprovados.',
      'Los puntos pendientes no tienen fecha en el archivo, por eso points_pending queda fuera: exporte de nuevo cuando se aprueben.',
    ),
  ],
}

export const yotpo: Preset = {
  name: 'yotpo',
  title: 'Yotpo Loyalty',
  kind: 'customers',
  columns: {
    email: ['Email', 'E-mail', 'Email Address'],
    name: ['Full Name'],
    firstName: ['First Name'],
    lastName: ['Last Name'],
    points: ['Points Balance'],
    birthday: ['Birthday'],
  },
  source: localized(
    'Vendor documentation of the import file and of what an export has in it. The exact names of the export’s columns: a guess.',
    'Documentação do fornecedor sobre o arquivo de importação e o conteúdo da exportação. Os nomes exatos das colunas exportadas: um palpite.',
    'Documentación del proveedor sobre el archivo de importación y el contenido de la exportación. Los nombres exactos de las columnas exportadas: una suposición.',
  ),
  links: ['https://support.yotpo.com/docs/importingexporting-points-and-customers'],
  checkedOn: CHECKED_ON,
  notes: [NO_EXPIRY],
}

export const rivo: Preset = {
  name: 'rivo',
  title: 'Rivo',
  kind: 'customers',
  columns: {
    email: ['Email'],
    points: ['Points Balance'],
    cashback: ['Credits Balance'],
    birthday: ['Birthdate'],
    tier: ['VIP Tier'],
    enrolledDate: ['Activation Date'],
  },
  source: localized(
    'Vendor documentation of its import file. That its export has the same columns is a guess.',
    'Documentação do fornecedor sobre o arquivo de importação. Que a exportação tenha as mesmas colunas é um palpite.',
    'Documentación del proveedor sobre su archivo de importación. Que la exportación tenga las mismas columnas es una suposición.',
  ),
  links: ['https://help.rivo.io/en/articles/6671188'],
  checkedOn: CHECKED_ON,
  notes: [NO_EXPIRY],
}

const FROM_LOG = localized(
  'Each line is a movement: what was earned becomes points with their own dates, and what was used takes the oldest ones. At most a million lines.',
  'Cada linha é um movimento: o que foi ganho vira pontos com datas próprias, e o que foi usado consome os mais antigos. No máximo um milhão de linhas.',
  'Cada línea es un movimiento: lo ganado se convierte en puntos con sus propias fechas, y lo usado consume los más antiguos. Como máximo un millón de líneas.',
)

export const rivoLog: Preset = {
  name: 'rivo-log',
  title: 'Rivo: points log',
  kind: 'openingBalances',
  columns: {
    originalId: ['customer_id'],
    email: ['email'],
    points: ['points_amount'],
    earnedOn: ['applied_at'],
    expiresOn: ['expires_at'],
  },
  rules: { rows: 'log', leaveOutWith: 'revoked_at' },
  source: localized(
    'Vendor documentation of its import file for points logs. That its export has the same columns is a guess.',
    'Documentação do fornecedor sobre o arquivo de importação do histórico de pontos. Que a exportação tenha as mesmas colunas é um palpite.',
    'Documentación del proveedor sobre su archivo de importación del historial de puntos. Que la exportación tenga las mismas columnas es una suposición.',
  ),
  links: ['https://help.rivo.io/en/articles/14107276'],
  checkedOn: CHECKED_ON,
  notes: [FROM_LOG],
}

export const woocommerce: Preset = {
  name: 'woocommerce-points',
  title: 'WooCommerce Points and Rewards',
  kind: 'openingBalances',
  columns: {
    originalId: ['user_id'],
    email: ['user_email'],
    points: ['points_balance'],
    earnedOn: ['date'],
  },
  rules: { rows: 'log', zone: 'UTC' },
  source: localized(
    'Our own query, written from public copies of the plugin’s code. The vendor has no export that we found.',
    'Consulta nossa, escrita a partir de cópias públicas do código do plugin. Não encontramos uma exportação do fornecedor.',
    'Consulta nuestra, escrita a partir de copias públicas del código del plugin. No encontramos una exportación del proveedor.',
  ),
  links: ['https://woocommerce.com/document/woocommerce-points-and-rewards/'],
  checkedOn: CHECKED_ON,
  notes: [NO_EXPIRY, FROM_LOG],
}

export const myCred: Preset = {
  name: 'mycred',
  title: 'myCred',
  kind: 'customers',
  columns: { originalId: ['#1'], points: ['#2'] },
  source: localized(
    'Vendor documentation of the import, which says that exported files have this form: identification, amount, point type, log entry.',
    'Documentação do fornecedor sobre a importação, que diz que os arquivos exportados têm esta forma: identificação, valor, tipo de ponto, registro.',
    'Documentación del proveedor sobre la importación, que dice que los archivos exportados tienen esta forma: identificación, cantidad, tipo de punto, registro.',
  ),
  links: ['https://codex.mycred.me/chapter-ii/import-data/'],
  checkedOn: CHECKED_ON,
  notes: [
    NO_EXPIRY,
    localized(
      'Export one point type at a time: all lines count.',
      'Exporte um tipo de ponto por vez: todas as linhas contam.',
      'Exporte un tipo de punto a la vez: todas las líneas cuentan.',
    ),
  ],
}

export const myCredLog: Preset = {
  name: 'mycred-log',
  title: 'myCred: log',
  kind: 'openingBalances',
  columns: { originalId: ['#3'], points: ['#4'], earnedOn: ['#6'] },
  rules: { rows: 'log' },
  source: localized(
    'Vendor documentation of the import: reference, ref_id, identification, amount, type, time, entry.',
    'Documentação do fornecedor sobre a importação: reference, ref_id, identification, amount, type, time, entry.',
    'Documentación del proveedor sobre la importación: reference, ref_id, identification, amount, type, time, entry.',
  ),
  links: ['https://codex.mycred.me/chapter-ii/import-data/'],
  checkedOn: CHECKED_ON,
  notes: [NO_EXPIRY, FROM_LOG],
}

export const odoo: Preset = {
  name: 'odoo',
  title: 'Odoo loyalty cards',
  kind: 'openingBalances',
  columns: {
    originalId: ['partner_id/id'],
    email: ['partner_id/email'],
    points: ['points'],
    expiresOn: ['expiration_date'],
    key: ['code'],
  },
  source: localized(
    'Read in the source code of Odoo (addons/loyalty/models/loyalty_card.py). Odoo’s own export uses these technical names.',
    'Lido no código-fonte do Odoo (addons/loyalty/models/loyalty_card.py). A exportação do próprio Odoo usa esses nomes técnicos.',
    'Leído en el código fuente de Odoo (addons/loyalty/models/loyalty_card.py). La exportación del propio Odoo usa estos nombres técnicos.',
  ),
  links: ['https://github.com/odoo/odoo/blob/master/addons/loyalty/models/loyalty_card.py'],
  checkedOn: CHECKED_ON,
  notes: [
    localized(
      'Cards without a contact are refused: no customer could use their points.',
      'Cartões sem contato são recusados: ninguém poderia usar os pontos.',
      'Las tarjetas sin contacto se rechazan: nadie podría usar sus puntos.',
    ),
    localized(
      'Export the cards of one program at a time.',
      'Exporte os cartões de um programa por vez.',
      'Exporte las tarjetas de un programa a la vez.',
    ),
  ],
}

export const punchcard: Preset = {
  name: 'punchcard',
  title: 'Punchcard',
  kind: 'customers',
  columns: {
    publicId: ['publicId'],
    originalId: ['originalId'],
    name: ['name'],
    email: ['email'],
    phone: ['phone'],
    document: ['document'],
    birthday: ['birthday'],
    signupDate: ['signupDate'],
    isEnrolled: ['isEnrolled'],
    enrolledDate: ['enrolledDate'],
    points: ['points'],
    cashback: ['cashback'],
    tier: ['tier'],
    orderCount: ['orderCount'],
  },
  source: localized(
    'Our own export of customers.',
    'Nossa própria exportação de clientes.',
    'Nuestra propia exportación de clientes.',
  ),
  links: [],
  checkedOn: CHECKED_ON,
  notes: [NO_EXPIRY],
}

export const punchcardCoupons: Preset = {
  name: 'punchcard-coupons',
  title: 'Punchcard: coupons',
  kind: 'coupons',
  columns: {
    code: ['code'],
    originalId: ['originalId'],
    type: ['type'],
    value: ['value'],
    createdAt: ['createdAt'],
    validFrom: ['validFrom'],
    validUntil: ['validUntil'],
    isUsed: ['isUsed'],
    usedAt: ['usedAt'],
    inactivatedAt: ['inactivatedAt'],
  },
  source: localized(
    'Our own export of coupons.',
    'Nossa própria exportação de cupons.',
    'Nuestra propia exportación de cupones.',
  ),
  links: [],
  checkedOn: CHECKED_ON,
  notes: [
    localized(
      'Coupons that were used or taken out of use are left out.',
      'Cupons já usados ou desativados ficam de fora.',
      'Los cupones usados o desactivados quedan fuera.',
    ),
  ],
}

export const punchcardCodes: Preset = {
  name: 'punchcard-codes',
  title: 'Punchcard: codes',
  kind: 'couponCodes',
  columns: {
    code: ['code'],
    rewardId: ['rewardId'],
    list: ['list'],
    validFrom: ['validFrom'],
    validUntil: ['validUntil'],
    isAssigned: ['isAssigned'],
  },
  source: localized(
    'Our own export of codes.',
    'Nossa própria exportação de códigos.',
    'Nuestra propia exportación de códigos.',
  ),
  links: [],
  checkedOn: CHECKED_ON,
  notes: [
    localized(
      'Another merchant numbers its rewards otherwise: say in the mapping which is which.',
      'Outro estabelecimento numera as recompensas de outra forma: indique no mapeamento qual é qual.',
      'Otro comercio numera sus recompensas de otra forma: indique en la asignación cuál es cuál.',
    ),
  ],
}

export const punchcardOrders: Preset = {
  name: 'punchcard-orders',
  title: 'Punchcard: orders',
  kind: 'orders',
  columns: {
    orderId: ['orderId'],
    publicId: ['publicId'],
    state: ['state'],
    status: ['status'],
    placedAt: ['placedAt'],
    completedAt: ['completedAt'],
    cancelledAt: ['cancelledAt'],
    total: ['total'],
    returned: ['returned'],
    shipping: ['shipping'],
    paymentMethod: ['paymentMethod'],
    branch: ['branch'],
  },
  source: localized(
    'Our own export of orders.',
    'Nossa própria exportação de pedidos.',
    'Nuestra propia exportación de pedidos.',
  ),
  links: [],
  checkedOn: CHECKED_ON,
  notes: [
    localized(
      'Customers are named by their public ID: import them first.',
      'Os clientes são identificados pelo ID público: importe-os primeiro.',
      'Los clientes se identifican por su ID público: impórtelos primero.',
    ),
  ],
}
