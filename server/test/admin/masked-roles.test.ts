/**
 * Who may not see persons, sees none: a canary is put wherever a person can be put, and every read of the management API
 * is searched for it, as each role and token without `customers.personal`. The reads are those that are registered: one
 * that is added is tried unasked, and fails until the test knows what to ask it for.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { JOB_KINDS } from '../../src/app/job-kinds.ts'
import { isOfTenant, isReading, type Operation } from '../../src/contract/admin-api/operation.ts'
import { PERMISSIONS, type Permission, ROLES } from '../../src/contract/permission.ts'
import { PICKED } from '../../src/earning/admin-api/shapes.ts'
import { REPORTS } from '../../src/figures/admin-api/records-schema.ts'
import { SHOWN } from '../../src/figures/rules/points.ts'
import { ADMIN_EXAMPLES } from '../../src/http/reference/examples/admin-api.ts'
import { EXPORTS } from '../../src/management/exports/schema.ts'
import { permissionsOf } from '../../src/people/role.ts'
import { instantToText } from '../../src/platform/clock.ts'
import { createLogger } from '../../src/platform/log.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { REFERRAL_REASON, REFERRAL_STATE } from '../../src/referrals/referral.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { takeOneTurn } from '../backtests/try-out.ts'
import { type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { resultOf } from '../support/answers.ts'
import { countAllFigures, countAllOrders } from '../support/count-figures.ts'
import { updatedCustomer } from '../support/customers.ts'
import { urlOfLogin } from '../support/logins.ts'
import { personFileOf } from '../support/person-file.ts'
import { answerQuiz, COFFEE_OR_TEA, fullAnswer, listQuizzes, makeQuiz } from '../support/quizzes.ts'
import { Receiver } from '../support/receiver.ts'
import { registeredOperations } from '../support/registered.ts'
import { program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { deliver, subscribe } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'

const test = useShops()
const sealer = createSealer([Buffer.from(makeSealingKey(), 'base64')])
const admin = useManager(
  () => test.api,
  () => ({ sealer }),
)

/** Each has a text of its own, so that a hit tells what was shown. */
const CANARY = {
  name: 'Canaryname',
  surname: 'Canarysurname',
  email: 'canarymail',
  phone: '91234-5678',
  document: '529.982.247-25',
  // A shop's id with a document in it that is nowhere else.
  id: 'c-11144477735-br',
  formerId: 'c-98765432100-br',
  birthday: '1987-03-29',
  orderMetadata: 'Canaryordermetadata',
  salesPersonName: 'Canaryseller',
  salesPersonId: 'canaryseller-11122233344',
  redemptionMetadata: 'Canaryredeemmetadata',
  redemptionKey: 'canary-redeem-key',
  laterMetadata: 'Canarylatermetadata',
  openAnswer: 'Canaryanswer',
  pointsReason: 'Canarypointsreason',
  cashbackReason: 'Canarycashbackreason',
  pointsKey: 'canary-points-key',
  cashbackKey: 'canary-cashback-key',
  returnKey: 'canary-return-key',
  grantKey: 'canary-grant-key',
  adjustmentNote: 'Canaryadjustmentnote',
  approvalNote: 'Canaryapprovalnote',
  rejectionNote: 'Canaryrejectionnote',
  pendingNote: 'Canarypendingnote',
  cancelNote: 'Canarycancelnote',
  stampNote: 'Canarystampnote',
  stampKey: 'canary-stamp-key',
  referralCode: 'CANARY22',
  decisionNote: 'Canarydecisionnote',
} as const

const digits = (text: string): string => text.replace(/\D/g, '')
/** What is looked for: the texts as they are, and numbers without what stands between their digits. */
const SOUGHT = Object.entries(CANARY).flatMap(([field, text]): [string, string][] => [
  [field, text.toLowerCase()],
  ...(digits(text).length > 7 ? [[field, digits(text)] as [string, string]] : []),
])

function canariesIn(answer: string): string[] {
  const text = answer.toLowerCase()
  return [...new Set(SOUGHT.filter(([, sought]) => text.includes(sought)).map(([field]) => field))]
}

/** What may be shown to whom without seeing persons, and why. Everything else of a person is masked or left out. */
const ALL_BUT_PERSONS = PERMISSIONS.filter((permission) => permission !== 'customers.personal')
const masked: readonly (readonly [string, readonly Permission[]])[] = [
  ...ROLES.map((role) => [role, permissionsOf(role)] as const).filter(
    ([, permissions]) => !permissions.includes('customers.personal'),
  ),
  ['a token with all other permissions', ALL_BUT_PERSONS],
]

const VISITS = { id: 6, kind: 'card', name: 'Visits', counts: 'orders', stamps: 10, points: '100' } as const

let sealing: Database
let shop: Shop
let manager: Manager
let receiver: Receiver
let known: Readonly<Record<string, string>>
const operations = await registeredOperations()
const reads = operations.filter((operation) => isReading(operation) && isOfTenant(operation))

beforeAll(async () => {
  await migrateQueue(test.api.databaseUrl, createLogger({ level: 'error', destination: process.stderr }))
  sealing = openDatabase({
    ...{ url: urlOfLogin(test.api.databaseUrl, 'worker'), connectionCount: 2, connectTimeoutMs: 10_000 },
    ...{ applicationName: 'punchcard test', onIdleError: () => {}, sealer },
  })
  receiver = await Receiver.start()
  shop = await test.open(program({}, { id: 5, kind: 'custom', key: 'review', points: '7' }, VISITS), {
    settings: { approvals: { adjustAbove: '50' } },
  })
  manager = admin.manager(shop.key)
  known = await plant()
  await countAllFigures(test.api.cells, shop.tenantId)
  const month = instantToText(test.api.now).slice(0, 7)
  await manager.done('PATCH', '/accounting', { isOn: true, startsIn: month }, { ifMatch: '*' })
})
afterAll(async () => {
  await sealing?.close()
  await receiver?.stop()
})
/** Reports end with yesterday: by then all of it has happened. */
beforeEach(() => {
  test.api.now += 86_400_000
})

const DAVI: SendOptions = { as: 'Davi', actor: 'person:8' }

/** Puts the canaries wherever a person can be put; with the numbers by which the reads find them. */
async function plant(): Promise<Record<string, string>> {
  const first = CANARY.formerId
  await answerWebhooks()
  await shop.completed('o1', first, 500, {
    Customer: {
      OriginalId: first,
      Name: `${CANARY.name} ${CANARY.surname}`,
      Email: `${CANARY.email}@shop.example`,
      Phone: `+55 11 ${CANARY.phone}`,
      Document: CANARY.document,
      BirthdayDate: CANARY.birthday,
    },
  })
  await shop.completed('o2', first, 200, {
    Metadatas: [{ Name: 'gift for', Value: CANARY.orderMetadata }],
    SalesPerson: { OriginalId: CANARY.salesPersonId, Name: CANARY.salesPersonName },
  })
  await shop.returnPart('o2', { ValueToRefund: 20, CancelKey: CANARY.returnKey })
  await shop.completed('o3', first, 30)
  const reward = await shop.makeReward({ points: 100_000n })
  const redeemed = await shop.redeemed(reward, first, {
    OriginalKey: CANARY.redemptionKey,
    Metadatas: [{ Name: 'for', Value: CANARY.redemptionMetadata }],
  })
  const { originalKey } = await shop.redeemed(reward, first)
  await shop.updateMetadata({
    OriginalKey: originalKey,
    Metadatas: [{ Name: 'for', Value: CANARY.laterMetadata }],
  })
  await makeQuiz(test.api.cells.of({ cell: MAIN_CELL }), shop.tenantId, COFFEE_OR_TEA)
  const [quiz] = resultOf(await listQuizzes(shop))
  if (!quiz) throw new Error('there is no quiz')
  const answers = fullAnswer(quiz).map((answer) =>
    answer.OpenAnswer === null ? answer : { ...answer, OpenAnswer: CANARY.openAnswer },
  )
  resultOf(await answerQuiz(shop, first, answers))
  const change = { OperationType: 0 }
  await shop.changePoints(first, {
    ...change,
    Points: 5,
    Reason: CANARY.pointsReason,
    ChangeKey: CANARY.pointsKey,
  })
  await shop.changeCashback(first, {
    ...change,
    Value: 1,
    Reason: CANARY.cashbackReason,
    ChangeKey: CANARY.cashbackKey,
  })
  await shop.grant('review', { CustomerId: first, Key: CANARY.grantKey })
  // Refused: what it was about is among the failed calls.
  await shop.changePoints(first, { ...change, Points: -5, Reason: CANARY.pointsReason, ChangeKey: 'wrong' })
  await updatedCustomer(shop, first, { OriginalId: CANARY.id })
  const found = await helpAndFind()
  await shop.completed('of another', 'another', 1)
  const another = await idOf(`select id from customer where tenant_id = $1 and original_id = 'another'`)
  await declineFriend(found.customer ?? '', another)
  return {
    ...found,
    another,
    reward: String(reward),
    redemption: await redemptionOf(redeemed.originalKey),
  }
}

/** A friend who came by her code and was declined. */
async function declineFriend(customer: string, friend: string): Promise<void> {
  await test.reader.query('insert into referral_code (tenant_id, customer_id, code) values ($1, $2, $3)', [
    shop.tenantId,
    customer,
    CANARY.referralCode,
  ])
  await test.reader.query(
    `insert into referral (tenant_id, customer_id, referrer_id, state, reason, registered_at, ends_at, program_version,
      changed_at, decided_by, note)
    values ($1, $2, $3, ${REFERRAL_STATE.refused}, ${REFERRAL_REASON.declined}, now(), now(), 1, now(), 'Davi', $4)`,
    [shop.tenantId, friend, customer, CANARY.decisionNote],
  )
}

async function answerWebhooks(): Promise<void> {
  receiver.reply = ({ body }) => ({ status: 400, body: `I do not like ${body}` })
  await subscribe(test.api, shop.tenantId, receiver.url)
  const delivery = await deliver(test.api)
  await shop.completed('o0', CANARY.formerId, 1, {
    Customer: { OriginalId: CANARY.formerId, Name: `${CANARY.name} ${CANARY.surname}` },
  })
  const attempts = 'select from webhook_attempt where tenant_id = $1'
  await until(async () => (await test.reader.query(attempts, [shop.tenantId])).length > 0)
  await delivery.stop()
}

async function idOf(query: string): Promise<string> {
  const [row] = await test.reader.query<{ id: string }>(query, [shop.tenantId])
  return String(row?.id)
}

function redemptionOf(key: string): Promise<string> {
  return idOf(`select id from redemption where tenant_id = $1 and original_key = '${key}'`)
}

/** What people do for the customer, with notes. */
async function helpAndFind(): Promise<Record<string, string>> {
  const customer = await idOf('select id from customer where tenant_id = $1')
  const path = `/customers/${customer}`
  const adjust = (points: string, note: string) =>
    manager.done<{ approval?: { id: number } }>('POST', `${path}/adjustments`, {
      points,
      reason: 'goodwill',
      note,
    })
  await adjust('10', CANARY.adjustmentNote)
  const { body: asked } = await adjust('60', CANARY.adjustmentNote)
  await manager.done('POST', `/approvals/${asked.approval?.id}/approve`, { note: CANARY.approvalNote }, DAVI)
  const { body: refused } = await adjust('70', CANARY.adjustmentNote)
  await manager.done(
    'POST',
    `/approvals/${refused.approval?.id}/reject`,
    { note: CANARY.rejectionNote },
    DAVI,
  )
  const { body: pending } = await adjust('80', CANARY.pendingNote)
  const order = (id: string) =>
    idOf(`select id from customer_order where tenant_id = $1 and original_id = '${id}'`)
  await manager.done('POST', `${path}/orders/${await order('o3')}/cancel`, { note: CANARY.cancelNote })
  const stamps = { stamps: 1, reason: 'goodwill', note: CANARY.stampNote }
  await manager.done('POST', `${path}/cards/6/stamps`, stamps)
  await manager.done('POST', `${path}/cards/6/stamps`, stamps)
  // As a shop gives them: with a key of its own.
  await test.reader.query(
    `update stamp_record set key = $2, explanation = null
     where tenant_id = $1 and id = (select max(id) from stamp_record where tenant_id = $1 and type = 3)`,
    [shop.tenantId, CANARY.stampKey],
  )
  return {
    customer,
    order: await order('o2'),
    approval: String(pending.approval?.id),
    quiz: await idOf('select id from quiz where tenant_id = $1'),
    coupon: await idOf('select code as id from coupon where tenant_id = $1 limit 1'),
    endpoint: await idOf('select id from webhook_endpoint where tenant_id = $1'),
    attempt: await idOf('select id from webhook_attempt where tenant_id = $1 limit 1'),
    event: await idOf(`select transaction || '-' || id as id from point_event where tenant_id = $1 limit 1`),
  }
}

/** What a parameter of a path stands for, by the collection before it. */
const NAMED: Readonly<Record<string, string>> = {
  customers: 'customer',
  orders: 'order',
  approvals: 'approval',
  rewards: 'reward',
  redemptions: 'redemption',
  quizzes: 'quiz',
  coupons: 'coupon',
  'webhook-endpoints': 'endpoint',
  attempts: 'attempt',
  events: 'event',
  // By the friend.
  referrals: 'another',
}
const FIXED: Readonly<Record<string, string>> = {
  versions: '1',
  'coupon-lists': '1',
  cards: '6',
  jobs: '1',
  files: '1',
  backtests: '1',
  plans: '1',
  reports: 'liability',
  // Accounting begins with the month of the test.
  get months() {
    return instantToText(test.api.now).slice(0, 7)
  },
}

function pathOf({ id, path }: Operation): string {
  const parts = path.replace('/tenants/:tenant', '').split('/')
  return parts
    .map((part, index) => {
      if (!part.startsWith(':')) return part
      const collection = parts[index - 1] ?? ''
      const value = FIXED[collection] ?? known[NAMED[collection] ?? '']
      if (value === undefined) throw new Error(`tell this test what to ask ${id} for`)
      return value
    })
    .join('/')
}

/** Questions of a query: what finds the customer, by what a masked role might try. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  'search.find': Object.values(CANARY).map((text) => `?q=${encodeURIComponent(text)}`),
  'customers.list': ['', ...Object.values(CANARY).map((text) => `?search=${encodeURIComponent(text)}`)],
  'program.choices': PICKED.map((of) => `?of=${of}`),
  'reports.liabilityRecords': ['?group=never', '?group=pending', '?group=owed'],
}

/** Without days, these are of the last 30 complete ones. */
const POINTS_QUERIES = SHOWN.map((show) => `?show=${show}`)

function queriesOf(id: string): readonly string[] {
  if (id === 'reports.pointsRecords') return POINTS_QUERIES
  if (id === 'reports.cohortsRecords') return [`?firstMonth=${instantToText(test.api.now).slice(0, 7)}`]
  if (id === 'customers.previewMerge') return [`?into=${known.another}`]
  return QUERIES[id] ?? ['']
}

function bodyOf({ id, body }: Operation): unknown {
  if (body === undefined) return undefined
  if (id === 'programFile.plan') return { file: { punchcard: 1 } }
  if (id === 'rewards.check') return { customerId: Number(known.customer) }
  if (id === 'program.preview') return { of: 1, orderId: 'o2', customerId: CANARY.id }
  return ADMIN_EXAMPLES[id]?.body ?? {}
}

/** What is not there for this merchant, and therefore answers 404. */
const NOT_THERE = [
  'program.draft.get',
  'couponLists.get',
  'couponLists.listCodes',
  'couponLists.listUploads',
  'couponLists.checkCodes',
  // The merchant has started none; what exports show to masked roles is tested with them.
  'jobs.get',
  'jobs.downloadFiles',
  'files.download',
  'backtests.get',
  // A plan names rules, rewards, tiers and quizzes of a file alone.
  'programFile.getPlan',
]

describe.each(masked)('%s', (_name, permissions) => {
  const visible = reads.filter(({ permission }) => permissions.includes(permission as Permission))

  it.each(visible.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
    for (const query of queriesOf(id)) {
      const options = { permissions, actor: 'person:9' } as const
      const path = `${pathOf(operation)}${query}`
      const { status, body } = await manager.send(operation.method, path, bodyOf(operation), options)
      const isDone =
        status === 200 || (status === 404 && NOT_THERE.includes(id)) || (status === 403 && isPersonal(body))
      expect([id, query, body, isDone]).toEqual([id, query, body, true])
      expect([id, query, canariesIn(JSON.stringify(body))]).toEqual([id, query, []])
    }
  })
})

/** It shows persons by its nature, and says so. */
function isPersonal(body: Record<string, unknown> | null): boolean {
  return body?.permission === 'customers.personal'
}

describe('a detour to persons', () => {
  const DETOURS = [
    'webhooks.create',
    'webhooks.change',
    'webhooks.replay',
    'apiKeys.create',
    'apiKeys.rotate',
    'customers.export',
  ]
  const detours = operations.filter(({ also }) => also === 'customers.personal')

  it('needs the permission to see persons, and every role that may take it has that', () => {
    expect(detours.map(({ id }) => id).sort()).toEqual(DETOURS.toSorted())
    for (const { permission } of detours) {
      for (const role of ROLES.filter((one) => permissionsOf(one).includes(permission as Permission))) {
        expect([role, permissionsOf(role)]).toEqual([role, expect.arrayContaining(['customers.personal'])])
      }
    }
  })

  it.each(detours.map((operation) => [operation.id, operation] as const))('%s', async (_id, operation) => {
    const path = operation.path.replace('/tenants/:tenant', '').replace(/:[a-z]+/g, '1')
    const options = { permissions: ALL_BUT_PERSONS, ifMatch: '*', actor: 'token:3' } as const
    const { status, body } = await manager.send(operation.method, path, {}, options)
    expect([status, body.permission]).toEqual([403, 'customers.personal'])
  })

  it('to webhooks asks for the password or a code again', () => {
    const webhooks = detours.filter(({ id }) => id.startsWith('webhooks.'))
    expect(webhooks.map(({ confirm }) => confirm)).toEqual([true, true, true])
  })
})

it.each(REPORTS)('the table of the report %s as CSV names no person', async (report) => {
  await countAllOrders(test.api.cells, shop.tenantId, test.api.now)
  const readers = masked.filter(([, permissions]) => permissions.includes('reports.read'))
  expect(readers.map(([name]) => name)).toContain('viewer')
  for (const [role, permissions] of readers) {
    const options = { permissions, actor: 'person:9' } as const
    const { status, body } = await manager.get(`/reports/${report}/csv`, options)
    expect([role, status, body]).toEqual([role, 200, expect.anything()])
    expect([role, canariesIn(JSON.stringify(body))]).toEqual([role, []])
  }
})

/** Its octets, as its author downloads them, and those of its manifest. */
async function exportedBy(options: SendOptions, body: object): Promise<string> {
  const { body: job } = await manager.done<{ id: number }>('POST', '/exports', body, options)
  // A turn lasts two seconds at most; what is here is done in one.
  await takeOneTurn(test.api, shop.tenantId, JOB_KINDS, sealing)
  const files = await manager.done<{ items: { id: number; name: string; state: string }[] }>(
    'GET',
    `/files?job=${job.id}`,
    undefined,
    options,
  )
  expect(files.body.items.map(({ state }) => state)).toEqual(['complete', 'complete'])
  const texts: string[] = []
  for (const { id, name } of files.body.items) {
    const { status, body: octets } = await manager.get<Buffer | null>(`/files/${id}`, options)
    expect([name, status]).toEqual([name, 200])
    // Of what she has nothing of, a file without a head is empty.
    texts.push(`${name}\n${octets ?? ''}`)
  }
  return texts.join('\n')
}

describe.each(EXPORTS)('the export of %s', (kind) => {
  it.each(['csv', 'ndjson'])('as %s names no person in any file', async (format) => {
    const authors = masked.filter(([, permissions]) => permissions.includes('exports.create'))
    expect(authors.length).toBeGreaterThan(0)
    for (const [role, permissions] of authors) {
      const text = await exportedBy({ permissions, actor: 'person:9' }, { kind, format })
      expect([role, canariesIn(text)]).toEqual([role, []])
      // It tells of what was planted, and not of nothing.
      expect(text.split('\n').length).toBeGreaterThan(3)
    }
  })
})

it('an export of customers names them for a role that sees persons', async () => {
  const text = await exportedBy({}, { kind: 'customers', format: 'csv' })
  expect(canariesIn(text)).toEqual(expect.arrayContaining(['name', 'email', 'phone', 'document', 'id']))
})

it('lists records of the customer with each kind of points that she has', async () => {
  for (const query of POINTS_QUERIES) {
    const path = `/reports/points/records${query}`
    const { status, body } = await manager.send<{ items: unknown[] }>('GET', path)
    expect([query, status]).toEqual([query, 200])
    // Nothing of hers has expired.
    if (!query.includes('expired')) expect([query, body.items.length > 0]).toEqual([query, true])
  }
})

it('finds every canary for a role that sees persons: none was planted in vain', async () => {
  const found = new Set<string>()
  for (const operation of reads) {
    for (const query of queriesOf(operation.id)) {
      const path = `${pathOf(operation)}${query}`
      const { body } = await manager.send(operation.method, path, bodyOf(operation))
      for (const field of canariesIn(JSON.stringify(body))) found.add(field)
    }
  }
  // Some are in the file about her alone, which takes the permission to see persons.
  const file = await personFileOf(test.api, shop.tenantId, Number(known.customer))
  for (const field of canariesIn(JSON.stringify(file))) found.add(field)
  expect(Object.keys(CANARY).filter((field) => !found.has(field))).toEqual([])
})
