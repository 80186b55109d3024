import type { Example } from './example.ts'

const PROGRAM = {
  cashback: { isOn: true, pointValue: '0.05' },
  rules: [
    { id: 1, kind: 'purchase', name: '1 ponto por real', points: '1', validityDays: 365 },
    { id: 2, kind: 'brand', name: 'Aurora em dobro', ids: ['aurora'], multiplier: '2' },
    { id: 3, kind: 'quiz', name: 'Quiz', validityDays: 365 },
    { id: 4, kind: 'birthday', name: 'Aniversário', points: '30', validityDays: 60 },
    { id: 6, kind: 'custom', name: 'Avaliação', key: 'review', points: '15', validityDays: 90 },
    {
      id: 7,
      kind: 'card',
      name: 'Cartão do café',
      counts: 'items',
      of: 'category',
      ids: ['coffee'],
      stamps: 10,
      stampsGoodDays: 180,
      points: '50',
      validityDays: 90,
    },
  ],
}

const REWARD = {
  key: 'five-off',
  type: 'fixedValue',
  title: 'R$ 5 off',
  description: 'R$ 5 de desconto na próxima compra',
  points: '100',
  value: '5',
  coupon: { prefix: 'CINCO', validDays: 30 },
}

const QUIZ = {
  key: 'your-coffee',
  name: 'Your coffee',
  points: '20',
  questions: [
    { text: 'Com açúcar?', type: 'singleChoice', options: ['Sim', 'Não'] },
    { text: 'O que falta no cardápio?', type: 'openText' },
  ],
}

const TIERS = {
  tiers: [
    { key: 'bronze', name: 'Bronze', base: true, color: '#b08d57' },
    {
      key: 'silver',
      name: 'Silver',
      color: '#a7a9ac',
      caption: 'R$ 500 em 12 meses',
      goals: [{ name: 'Compras em 12 meses', measure: 'spend', value: '500', months: 12 }],
      benefits: [{ text: 'Um café da casa no seu aniversário' }],
    },
    {
      key: 'gold',
      name: 'Gold',
      color: '#d4af37',
      goals: [{ name: 'Compras em 12 meses', measure: 'spend', value: '2000', months: 12 }],
    },
  ],
}

const CUSTOMER = { id: 17 }
const CARD = { ...CUSTOMER, card: 7 }
const ORDER = { customer: 17, id: 4031 }
const NOTE = { note: 'Agreed on the phone, ticket 4711.' }
const SECRET = 'q0Zb3nN8mU0v2gkQ5o6cHfYt1sRj7wXeLaDpViKzBhM'
const INVITED = `1-${SECRET}`

/**
 * What the reference shows for each operation that takes something, in an order in which all of them can be sent for the
 * demo merchant: a test does that, and sends the operations that take nothing as well. Numbers, tokens and codes are
 * others in each installation; the test takes those that it was answered.
 */
export const ADMIN_EXAMPLES: Readonly<Record<string, Example>> = {
  'session.create': { body: { email: 'owner@cafe-aurora.example', password: 'a duck reads the paper' } },
  'session.confirm': { body: { password: 'a duck reads the paper' } },
  'me.update': { body: { name: 'Bia', locale: 'pt-BR', theme: 'dark' } },
  'me.createToken': {
    body: { tenant: 1, label: 'laptop', permissions: ['program.read'], expiresInDays: 30 },
  },
  'me.revokeToken': { path: { id: 3 } },
  'me.beginTotp': {},
  'me.enableTotp': { body: { code: '492039' } },
  'session.secondFactor': { body: { code: '492039' } },
  'me.renewRecoveryCodes': {},
  'me.disableTotp': {},
  'session.endOther': { path: { id: 12 } },
  'me.changePassword': {
    body: { currentPassword: 'a duck reads the paper', password: 'a goose writes it' },
  },

  'platform.listMerchants': {},
  'platform.openSupport': {
    path: { merchant: 1 },
    body: { hours: 4, reason: 'You asked us to look at the webhooks.' },
  },
  'platform.endSupport': { path: { merchant: 1 } },
  'platform.suspend': { path: { merchant: 1 }, body: { reason: 'The invoice of October is open.' } },
  'platform.resume': { path: { merchant: 1 } },
  'support.end': { path: { id: 3 } },
  'people.invite': { body: { email: 'rui@cafe-aurora.example', role: 'support' } },
  'people.resendInvitation': { path: { id: 5 } },
  'invitations.show': { path: { token: INVITED } },
  'invitations.accept': { body: { token: INVITED, name: 'Rui', password: 'a heron reads along' } },
  'people.withdrawInvitation': { path: { id: 6 } },
  'people.changeRole': { path: { id: 2 }, body: { role: 'manager' } },
  'people.resetPassword': { path: { id: 2 } },
  'passwordResets.create': { body: { email: 'rui@cafe-aurora.example' } },
  'passwordResets.complete': { body: { token: SECRET, password: 'a heron reads alone' } },
  'people.remove': { path: { id: 2 } },
  'tokens.create': {
    body: { label: 'nightly export', permissions: ['program.read', 'rewards.read'], expiresInDays: 90 },
  },
  'tokens.rotate': { path: { id: 4 }, body: { overlapHours: 24 } },
  'tokens.revoke': { path: { id: 4 } },
  'apiKeys.create': { body: { label: 'web shop', scopes: ['read', 'write'] } },
  'apiKeys.rotate': { path: { id: 2 }, body: { overlapHours: 24 } },
  'apiKeys.revoke': { path: { id: 2 } },

  'settings.change': { body: { reservationMinutes: 45 } },
  'settings.changeSecurity': { body: { idleMinutes: 60, approvals: { adjustAbove: '1000' } } },

  'program.validate': { body: { program: PROGRAM } },
  'program.draft.put': { body: { program: PROGRAM, note: 'Points for reviews' } },
  'program.preview': {
    body: { of: 'draft', order: { total: '80', products: [{ id: 'mug', price: '49.90' }] } },
  },
  'program.publish': { body: { note: 'Points for reviews' } },
  'program.versions.get': { path: { version: 1 } },
  'program.versions.diff': { path: { version: 2 }, query: { against: 1 } },
  'program.versions.restore': { path: { version: 1 } },
  'program.draft.delete': {},
  'program.scheduled.delete': {},
  'program.choices': { query: { of: 'brand', search: 'aur' } },

  'rewards.validate': { body: REWARD },
  'rewards.create': { body: REWARD },
  'rewards.get': { path: { id: 7 } },
  'rewards.replace': { path: { id: 7 }, body: { ...REWARD, points: '90' } },
  'rewards.check': { path: { id: 7 }, body: { customerId: 17 } },
  'rewards.duplicate': { path: { id: 7 } },
  'rewards.archive': { path: { id: 7 } },
  'rewards.unarchive': { path: { id: 7 } },
  'couponLists.create': { body: { name: 'Partner codes', rewardId: 7, warnBelow: 10 } },
  'couponLists.get': { path: { id: 2 } },
  'couponLists.change': { path: { id: 2 }, body: { warnBelow: 20 } },
  'couponLists.addCodes': {
    path: { id: 2 },
    query: { upload: 'spring-2027', file: 'aurora.csv' },
    body: 'AURORA-0001\nAURORA-0002\n',
  },
  'couponLists.checkCodes': { path: { id: 2 }, body: 'AURORA-0001\nAURORA-0003\n' },
  'couponLists.listCodes': { path: { id: 2 }, query: { state: 'free' } },
  'couponLists.listUploads': { path: { id: 2 } },
  'couponLists.undoUpload': { path: { id: 2, upload: 5 } },
  'couponLists.archive': { path: { id: 2 } },
  'couponLists.unarchive': { path: { id: 2 } },
  'awards.list': { query: { state: 'held' } },
  'awards.retry': { body: { rewardId: 7 } },
  'awards.drop': { path: { id: 12 } },
  'quizzes.create': { body: QUIZ },
  'quizzes.get': { path: { id: 2 } },
  'quizzes.replace': { path: { id: 2 }, body: { ...QUIZ, points: '25' } },
  'quizzes.duplicate': { path: { id: 2 } },
  'quizzes.archive': { path: { id: 2 } },
  'quizzes.unarchive': { path: { id: 2 } },
  'quizzes.results': { path: { id: 1 } },
  'quizzes.answers': { path: { id: 1 } },
  'tiers.replace': { body: TIERS },

  'customers.list': { query: { search: 'demo-017' } },
  'customers.get': { path: CUSTOMER },
  'customers.balanceExplained': { path: CUSTOMER },
  'customers.timeline': { path: CUSTOMER, query: { limit: 2 } },
  'customers.lots': { path: CUSTOMER, query: { state: 'open' } },
  'customers.orders': { path: CUSTOMER },
  'customers.redemptions': { path: CUSTOMER },
  'customers.coupons': { path: CUSTOMER },
  'customers.previewCreate': { body: { originalId: 'c-1042', name: 'Rosa Lima' } },
  'customers.create': { body: { originalId: 'c-1042', name: 'Rosa Lima', email: 'rosa@example.com' } },
  'customers.update': { path: CUSTOMER, body: { phone: '+55 11 95555-0100' } },
  'customers.previewAdjustment': { path: CUSTOMER, body: { points: '50', reason: 'goodwill' } },
  'customers.adjust': { path: CUSTOMER, body: { points: '50', reason: 'goodwill', ...NOTE } },
  'cards.list': {},
  'customers.adjustStamps': { path: CARD, body: { stamps: 2, reason: 'goodwill', ...NOTE } },
  'customers.cards': { path: CUSTOMER },
  'customers.stamps': { path: CARD, query: { limit: 2 } },
  'customers.notes': { path: CUSTOMER },
  'customers.audit': { path: CUSTOMER },
  'customers.leave': { path: CUSTOMER },
  'customers.enrol': { path: CUSTOMER },
  'approvals.list': { query: { state: 'waiting' } },
  'approvals.get': { path: { id: 1 } },
  'approvals.preview': { path: { id: 1 } },
  'approvals.approve': { path: { id: 1 }, body: NOTE },
  'approvals.reject': { path: { id: 2 }, body: NOTE },
  'orders.list': { query: { originalId: 'order-1001' } },
  'orders.get': { path: ORDER },
  'orders.why': { path: ORDER },
  'orders.previewReturnPart': { path: ORDER, body: { value: '4.5' } },
  'orders.returnPart': { path: ORDER, body: { value: '4.5', ...NOTE } },
  'orders.previewCancel': { path: ORDER, body: {} },
  'orders.cancel': { path: ORDER, body: NOTE },
  'redemptions.previewCreate': { path: CUSTOMER, body: { rewardId: 1 } },
  'redemptions.create': { path: CUSTOMER, body: { rewardId: 1, ...NOTE } },
  'redemptions.list': { query: { limit: 2 } },
  'redemptions.get': { path: { id: 9 } },
  'redemptions.previewReturn': { path: { id: 9 } },
  'redemptions.return': { path: { id: 9 }, body: NOTE },
  'coupons.get': { path: { code: 'DEZ-4F7K-9QXM' } },
  'coupons.inactivate': { path: { code: 'DEZ-4F7K-9QXM' } },
  'search.find': { query: { q: 'demo-017' } },
  'activity.list': { query: { limit: 2 } },
  'audit.list': { query: { limit: 2 } },

  'webhooks.create': {
    body: { url: 'https://shop.example/webhooks', topics: ['Point_Add', 'Point_Removed'] },
  },
  'webhooks.get': { path: { id: 1 } },
  'webhooks.change': { path: { id: 1 }, body: { description: 'The web shop' } },
  'webhooks.pause': { path: { id: 1 } },
  'webhooks.resume': { path: { id: 1 } },
  'webhooks.test': { path: { id: 1 } },
  'webhooks.attempts': { path: { id: 1 } },
  'webhooks.attempt': { path: { id: 1, attempt: 8 } },
  'webhooks.deliveries': { query: { search: 'order-1001' } },
  'webhooks.parked': { path: { id: 1 } },
  'webhooks.replay': { path: { id: 1 }, body: { failedSince: '2026-03-18T00:00:00Z' } },
  'webhooks.event': { path: { position: '281474976711383-4711' } },
  'webhooks.rotate': { path: { id: 1 }, body: { overlapHours: 24 } },
  'webhooks.delete': { path: { id: 1 } },
  'programFile.plan': { body: { file: { punchcard: 1, settings: { reservationMinutes: 30 } } } },
  'programFile.apply': { body: { file: { punchcard: 1, settings: { reservationMinutes: 30 } } } },

  'customers.previewMerge': { path: { id: 16 }, query: { into: CUSTOMER.id } },
  'customers.merge': { path: { id: 16 }, body: { into: CUSTOMER.id, note: 'Registered twice' } },
  'customers.export': { path: CUSTOMER },
  'customers.previewErase': { path: CUSTOMER },
  'customers.erase': { path: CUSTOMER, body: { confirm: 'demo-017', reason: 'asked' } },
}
