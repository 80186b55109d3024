/** The dry run: what it says is what applying does, and it writes nothing else. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TenantId } from '../../src/contract/ids.ts'
import { publishProgram } from '../../src/earning/store.ts'
import { openQuestions } from '../../src/imports/import.ts'
import { createLogger } from '../../src/platform/log.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import {
  applyLines,
  checkImport,
  type FilesToImport,
  makeImport,
  markApplied,
} from '../support/imported-files.ts'
import { LedgerReader } from '../support/ledger.ts'
import { urlOfLogin } from '../support/logins.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { cloneDatabase, openSealedTestDatabase } from '../support/test-database.ts'

const NOW = Date.parse('2026-11-18T15:00:00Z')

let database: Database
let reader: LedgerReader
let drop: () => Promise<void>

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  await migrateQueue(
    urlOfLogin(clone.url, 'owner'),
    createLogger({ level: 'error', destination: process.stderr }),
  )
  database = openSealedTestDatabase(clone.url)
  reader = new LedgerReader(clone.url)
  await reader.open()
})

afterAll(async () => {
  await reader.close()
  await database.close()
  await drop()
})

async function newShop(): Promise<FilesToImport> {
  const { tenantId } = await openShop(database, { program: SIMPLE_PROGRAM })
  return { database, tenantId, clock: () => NOW }
}

const BALANCES = `E-mail;ID;Saldo;Validade;Nome
ana@x.com;1;1.240,50;31/12/2027;Ana
ana@x.com;1;1.240,50;31/12/2027;Ana
bia@x.com;2;80;30/06/2027;Bia

cid@x.com;;15,5;30/06/2027;"Cid
Souza"
;;7;30/06/2027;Nobody
dan@x.com;4;x;30/06/2027;Dan
eva@x.com;5;7;31/02/2027;Eva
fay@x.com;6;7;01/01/2020;Fay
gil@x.com;8,81E+11;7;30/06/2027;Gil
hal@x.com;8;-5;;Hal
`

it('says what applying then does, with exact sums by month, and refuses line by line', async () => {
  const shop = await newShop()
  const made = await makeImport(shop, Buffer.from(BALANCES))
  const { findings, samples, refused, import: checked, job } = await checkImport(shop, made)
  expect(checked.state).toBe('checked')
  expect(openQuestions(checked)).toEqual([])
  expect(findings).toMatchObject({
    lines: 10,
    counts: {
      create: 2,
      update: 1,
      unclaimed: 1,
      refused: 6,
      unchanged: 0,
      doneBefore: 0,
      duplicateInFile: 0,
    },
    sums: {
      ...{ points: '2576.5', cashback: '128.825', absolutePoints: '2576.5' },
      byMonth: [
        { month: '2027-06', points: '95.5', cashback: '4.775' },
        { month: '2027-12', points: '2481', cashback: '124.05' },
      ],
    },
    owed: { points: '0', cashback: '0' },
    reasons: {
      'no-customer': 1,
      'not-a-number': 1,
      'not-a-date': 1,
      expired: 1,
      'scientific-notation': 1,
      'negative-balance': 1,
    },
    events: 4,
    profiles: 0,
  })
  expect(findings.extremes).toContainEqual({ member: 'points', kind: 'largest', value: '1240.5', line: 2 })
  expect(findings.warnings).toEqual([{ kind: 'equalLines', member: null, facts: { lines: '1' } }])
  expect(samples).toHaveLength(10)
  expect(samples[0]).toMatchObject({
    ...{ line: 2, outcome: 'create', customer: null, before: null },
    values: { email: 'ana@x.com', originalId: '1', points: '1240.5', expiresOn: '2027-12-31', name: 'Ana' },
    after: { points: '1240.5', cashback: '62.025' },
  })
  // The second line of a customer adds to what the first one has brought.
  expect(samples[1]).toMatchObject({
    ...{ line: 3, outcome: 'update', customer: null },
    ...{ before: { points: '1240.5', cashback: '62.025' }, after: { points: '2481', cashback: '124.05' } },
  })
  expect(refused.toString().split('\r\n')).toEqual([
    '\uFEFFpunchcard_line;E-mail;ID;Saldo;Validade;Nome;punchcard_column;punchcard_code;punchcard_message',
    `${made.id}:8;;;7;30/06/2027;Nobody;;no-customer;The line names no customer: fill in an ID, an e-mail or a document.`,
    `${made.id}:9;dan@x.com;4;x;30/06/2027;Dan;Saldo;not-a-number;“x” is not a number in the form that was chosen for this column.`,
    `${made.id}:10;eva@x.com;5;7;31/02/2027;Eva;Validade;not-a-date;“31/02/2027” is not a date in the form that was chosen for this column.`,
    `${made.id}:11;fay@x.com;6;7;01/01/2020;Fay;Validade;expired;These points have expired already.`,
    expect.stringContaining(
      `${made.id}:12;gil@x.com;8,81E+11;7;30/06/2027;Gil;ID;scientific-notation;“8,81E+11”`,
    ),
    expect.stringContaining(`${made.id}:13;hal@x.com;8;-5;;Hal;Saldo;negative-balance;`),
    '',
  ])
  expect(job.result).toEqual({ importId: made.id, lines: 10, counts: findings.counts })

  const { erasedPerson, ...counts } = await applyLines(shop, made)
  expect({ ...counts, erasedPerson }).toEqual(findings.counts)
  const again = await checkImport(shop, made)
  expect(again.findings.counts).toMatchObject({
    create: 0,
    update: 0,
    unclaimed: 0,
    doneBefore: 4,
    refused: 6,
  })
  expect(again.findings.sums).toMatchObject({ points: '0', byMonth: [] })
  expect(again.findings.owed).toEqual({ points: '2576.5', cashback: '128.825' })
  expect(again.samples[0]).toMatchObject({ outcome: 'doneBefore', customer: '1', before: { points: '2481' } })
})

it('leaves nothing refused when the error file is corrected and sent', async () => {
  const shop = await newShop()
  const lines = [
    'email;pontos;validade',
    'ana@x.com;5;31/12/2027',
    'ana@x.com;x;31/12/2027',
    '=cmd@x.com;y;31/12/2027',
  ]
  const first = await makeImport(shop, Buffer.from(lines.join('\r\n'), 'latin1'))
  const { refused } = await checkImport(shop, first)
  await applyLines(shop, first)
  expect(refused.toString()).toContain(`;'=cmd@x.com;y;`)
  // The first of the two is now equal to the line that was done, and counts all the same.
  const corrected = refused.toString().replace(';x;', ';5;').replace(';y;', ';6;')
  const second = await makeImport(shop, Buffer.from(corrected))
  const { findings } = await checkImport(shop, second)
  expect(findings.counts).toMatchObject({ update: 1, unclaimed: 1, refused: 0, doneBefore: 0 })
  expect(await applyLines(shop, second)).toEqual(findings.counts)
  const rows = await reader.query(
    `select original_id, points_balance::text as points from customer where tenant_id = ${shop.tenantId} order by 1`,
  )
  expect(rows).toEqual([
    { original_id: '=cmd@x.com', points: '6.0000' },
    { original_id: 'ana@x.com', points: '10.0000' },
  ])
  expect((await checkImport(shop, second)).findings.counts).toMatchObject({ doneBefore: 2 })
})

it('never reads what could be another number, or date, before a person has said so', async () => {
  const shop = await newShop()
  const file = Buffer.from('id;points;expiry\n1;1.234;03/04/2027\n2;5.678;05/06/2027\n')
  const first = await checkImport(shop, await makeImport(shop, file))
  expect(first.findings.counts).toMatchObject({ refused: 2, create: 0 })
  expect(first.findings.reasons).toEqual({ unanswered: 2 })
  expect(openQuestions(first.import).map(({ id }) => id)).toEqual(['decimal:points', 'dates:expiry'])
  const answers = { 'decimal:points': 'comma', 'dates:expiry': 'mdy' }
  const second = await checkImport(shop, await makeImport(shop, file, { answers }))
  expect(openQuestions(second.import)).toEqual([])
  expect(second.findings.sums).toMatchObject({
    points: '6912',
    byMonth: [{ month: '2027-03' }, { month: '2027-05' }],
  })
})

it('asks again where lines that no sample had speak against what was proposed', async () => {
  const shop = await newShop()
  const line = (index: number, points: string) => `${index};${points};2027-12-31;${'x'.repeat(100)}\n`
  const body = Array.from({ length: 3_800 }, (_, index) => line(index, index === 1_300 ? '7,25' : '7.5'))
  const file = Buffer.from(`id;points;expiry;pad\n${body.join('')}`)
  const { findings, import: checked } = await checkImport(shop, await makeImport(shop, file))
  expect(findings.counts).toMatchObject({ create: 3_799, refused: 1 })
  expect(openQuestions(checked)).toMatchObject([
    { id: 'decimal:points', facts: { member: 'points' }, examples: [{ value: '7.5' }, { value: '7,25' }] },
  ])
})

it('tells of lines that a quote has taken, and of a column whose name is taken', async () => {
  const shop = await newShop()
  const text = ['id;nome;saldo;validade;nome', '1;"Ana;10;2027-12-31;A', '2;Bia;20;2027-12-31;B', '']
  const { findings, refused } = await checkImport(shop, await makeImport(shop, Buffer.from(text.join('\n'))))
  expect(findings).toMatchObject({ lines: 1, reasons: { 'unclosed-quote': 1 } })
  expect(findings.warnings).toEqual([
    { kind: 'sameName', member: null, facts: { column: 'nome', place: '#5' } },
    { kind: 'unclosedQuotes', member: null, facts: { line: '2', lines: '2' } },
  ])
  expect(refused.toString()).toContain('that opens on line 2 is not closed, so lines 2 to 3 can’t be read')
})

it('refuses the line with which a customer would have more than can be told', async () => {
  const shop = await newShop()
  const line = 'ana;99999999999;2027-12-31'
  const file = Buffer.from(['id;points;expiry', line, line, 'bea;1;2027-12-31', ''].join('\n'))
  const made = await makeImport(shop, file)
  const { findings } = await checkImport(shop, made)
  expect(findings.counts).toMatchObject({ create: 2, refused: 1 })
  expect(findings.reasons).toEqual({ 'balance-too-large': 1 })
  expect(await applyLines(shop, made)).toEqual(findings.counts)
  const again = await makeImport(shop, Buffer.from(['id;points;expiry', 'ana;2;2027-12-31', ''].join('\n')))
  expect((await checkImport(shop, again)).findings.counts).toMatchObject({ refused: 1 })
})

it('wants to know when points expire that have no date', async () => {
  const shop = await newShop()
  const file = Buffer.from('id,points\n1,10\n2,0\n')
  const first = await checkImport(shop, await makeImport(shop, file))
  expect(openQuestions(first.import)).toMatchObject([{ id: 'expiresWhenMissing', facts: { lines: '1' } }])
  const options = { expiresWhenMissing: 'program' }
  const second = await checkImport(shop, await makeImport(shop, file, { options }))
  expect(openQuestions(second.import)).toEqual([])
  expect(second.findings.sums.byMonth).toEqual([{ month: '2027-11', points: '10', cashback: '0.5' }])
})

it('writes to no table but its own', async () => {
  const shop = await newShop()
  const made = await makeImport(shop, Buffer.from(BALANCES))
  const countRows = async (): Promise<Record<string, string>> => {
    const rows = await reader.query(
      `select table_name from information_schema.columns where column_name = 'tenant_id' and table_schema = 'public'
       and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`,
    )
    const found: Record<string, string> = {}
    for (const { table_name: table } of rows as { table_name: string }[]) {
      const sums = await reader.query(
        `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as sum from "${table}" as t
         where tenant_id = ${shop.tenantId}`,
      )
      found[table] = String((sums[0] as { sum: string }).sum)
    }
    return found
  }
  const before = await countRows()
  await checkImport(shop, made)
  const after = await countRows()
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  expect(changed.toSorted()).toEqual(['file', 'file_part', 'import', 'job'])
})

it('finds the same when two processes take turns, and for a packed file too', async () => {
  const lines = Array.from(
    { length: 3_000 },
    (_, index) => `u${index % 900}@x.com,${1 + (index % 7)},x${index % 3}\n`,
  )
  const text = `email,points,color\n${lines.join('')},7,x1\n`
  const found = []
  for (const [file, workers] of [
    [Buffer.from(text), 1],
    [Buffer.from(text), 3],
    [gzipSync(Buffer.from(text)), 2],
  ] as const) {
    const shop = await newShop()
    const made = await makeImport(shop, file, { options: { expiresWhenMissing: 'never' } })
    const { findings, samples } = await checkImport(shop, made, workers)
    expect(samples).toHaveLength(100)
    found.push(findings)
  }
  expect(found[0]).toMatchObject({ lines: 3_001, counts: { unclaimed: 900, update: 2_100, refused: 1 } })
  expect(found.slice(1)).toEqual([found[0], found[0]])
})

it('has a hash that changes with everything on which its numbers depend', async () => {
  const shop = await newShop()
  const file = Buffer.from('id,points,expiry\n1,10,2027-12-31\n')
  const hash = async (made = {}) =>
    (await checkImport(shop, await makeImport(shop, file, made))).import.plan?.hash.toString('hex')
  const first = await hash()
  expect(await hash()).toBe(first)
  const others = [
    await hash({ options: { existing: 'replace' } }),
    await hash({ mapping: { columns: { originalId: 'id' } } }),
    await hash({ kind: 'customers' }),
  ]
  await publish(shop.tenantId)
  others.push(await hash())
  expect(new Set([first, ...others]).size).toBe(5)
})

const publish = (tenantId: TenantId) =>
  database.transaction([tenantId], (tx) =>
    publishProgram(tx, tenantId, { ...SIMPLE_PROGRAM, cashback: { isOn: true, pointValue: '0.1' } }),
  )

it('says what can’t be read, with a question where an answer helps', async () => {
  const shop = await newShop()
  const line = (index: number) => `${index},10,2027-12-31,${'x'.repeat(1_000)}\n`
  const lines = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => line(from + index)).join('')
  const good = `id,points,expiry,pad\n${lines(0, 340)}`
  const latin = Buffer.from(`${good}São,1,2027-12-31,\n${lines(340, 400)}`, 'latin1')
  const { findings } = await checkImport(shop, await makeImport(shop, latin))
  expect(findings.questions).toMatchObject([
    { kind: 'encoding', facts: { byte: String(good.length + 1) }, answers: ['windows-1252'] },
  ])
  const second = await makeImport(shop, latin, { answers: { encoding: 'windows-1252' } })
  expect((await checkImport(shop, second)).findings.questions).toEqual([])
  const workbook = await makeImport(shop, Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(99)]))
  const { import: unreadable } = await checkImport(shop, workbook)
  expect(openQuestions(unreadable)).toMatchObject([
    { kind: 'unreadable', facts: { reason: 'zip' }, answers: [] },
  ])
})

it('warns of what stands out', async () => {
  const shop = await newShop()
  const body = Array.from({ length: 50 }, (_, index) => {
    const document = index % 10 === 0 ? '123456789' : `1234567890${index % 10}`
    return `${index},${document},${index === 30 ? 1_250_000 : 10},2027-12-31\n`
  })
  const file = Buffer.from(`id,cpf,points,expiry\n${body.join('')}`)
  const { findings } = await checkImport(shop, await makeImport(shop, file))
  expect(findings.warnings).toEqual([
    { kind: 'shortDocuments', member: 'document', facts: { count: '5', lines: '50', length: '11' } },
    { kind: 'largeShare', member: 'points', facts: { line: '32', value: '1250000', percent: '99' } },
    { kind: 'farAbove', member: 'points', facts: { line: '32', value: '1250000', median: '10' } },
  ])
})

it('knows a customer whom an earlier line of the file has made, and a profile that it has filled', async () => {
  const shop = await newShop()
  const options = { expiresWhenMissing: 'never', existing: 'fillEmpty' as const }
  const first = await makeImport(shop, Buffer.from('id,points\n7,9\n'), { options })
  await applyLines(shop, first)
  const text = 'email,id,points,name\nana@x.com,,5,\nAna@X.com,,6,\n,7,1,Bia\n,7,2,Bia\n,8,0,\n,8,0,\n'
  const made = await makeImport(shop, Buffer.from(text), { options })
  const { findings } = await checkImport(shop, made)
  expect(findings.counts).toMatchObject({ unclaimed: 1, create: 1, update: 3, unchanged: 1 })
  expect(findings.profiles).toBe(1)
  expect(await applyLines(shop, made)).toEqual(findings.counts)
})

const LINES = Number(process.env.CHECK_LINES ?? 2_000)

it(`checks ${LINES} lines, of new customers and of those who are there`, { timeout: 3_600_000 }, async () => {
  const shop = await newShop()
  const line = (index: number) => `${index},u${index}@x.com,${index % 90},2027-12-31\n`
  const file = Buffer.from(
    `id,email,points,expiry\n${Array.from({ length: LINES }, (_, index) => line(index)).join('')}`,
  )
  const made = await makeImport(shop, file)
  const timed = async () => {
    const [startedAt, before] = [performance.now(), process.cpuUsage()]
    const { findings } = await checkImport(shop, made)
    const { user, system } = process.cpuUsage(before)
    const ms = performance.now() - startedAt
    process.stdout.write(
      `${LINES} lines checked: ${((ms * 1_000) / LINES).toFixed(0)} µs each, ${((user + system) / LINES).toFixed(0)} µs of Node\n`,
    )
    return findings
  }
  expect((await timed()).counts).toMatchObject({ create: LINES })
  await applyLines(shop, made)
  expect((await timed()).counts).toMatchObject({ doneBefore: LINES })
})

const ORDERS = `Order number;Customer ID;Order date;Completed at;Total;SKU;Line total;Points earned
1001;ana;2026-11-02T14:10:00-03:00;04/11/2026;1.300,50;espresso;180;100
1001;ana;2026-11-02T14:10:00-03:00;04/11/2026;;mug;1.120,50;
1002;bea;2026-11-15;;80;filter;80;
1003;bea;2026-11-15;16/11/2026;80;filter;80;
1003;cai;2026-11-15;16/11/2026;80;mug;80;
1001;ana;2026-11-02T14:10:00-03:00;04/11/2026;7;other;7;
1002;bea;2026-11-15;;80;filter;80;
;dan;2026-11-15;;80;;;
`

it('reads an order of several lines as one, and refuses all of its lines together', async () => {
  const shop = await newShop()
  const made = await makeImport(shop, Buffer.from(ORDERS), {
    kind: 'orders',
    answers: { 'dates:Completed at': 'dmy' },
  })
  const { findings, samples, refused } = await checkImport(shop, made)
  expect(findings.questions.filter(({ id }) => id !== 'dates:Completed at')).toEqual([])
  expect(findings).toMatchObject({
    counts: { create: 2, duplicateInFile: 1, refused: 3 },
    reasons: { 'lines-differ': 1, 'lines-apart': 1, 'no-order': 1 },
    sums: { points: '0', absolutePoints: '0' },
  })
  expect(samples[0]).toMatchObject({
    ...{ line: 2, outcome: 'create' },
    values: { orderId: '1001', total: '1300.5', completedAt: '2026-11-04', earnedPoints: '100' },
  })
  const lines = refused.toString().split('\r\n')
  const differ = lines
    .filter((line) => line.includes('lines-differ'))
    .map((line) => line.split(';').slice(0, 3))
  expect(differ).toEqual([
    [`${made.id}:5`, '1003', 'bea'],
    [`${made.id}:6`, '1003', 'cai'],
  ])
  const { erasedPerson, ...counts } = await applyLines(shop, made)
  expect({ ...counts, erasedPerson }).toEqual(findings.counts)
  const again = await checkImport(shop, made)
  expect(again.findings.counts).toMatchObject({ create: 0, doneBefore: 2, duplicateInFile: 1, refused: 3 })
  const [row] = await reader.query(
    `select count(*)::int as orders, sum(json_array_length(details -> 'p'))::int as products
     from customer_order where tenant_id = $1`,
    [shop.tenantId],
  )
  expect(row).toEqual({ orders: 2, products: 3 })
})

it('reads the body of the private API, line by line, in pages of any length', async () => {
  const shop = await newShop()
  const body = (id: number, products: number) =>
    JSON.stringify({
      ...{ OriginalId: `o${id}`, OrderTotal: 0.1 + id, IsCompleted: true, EarnedPoints: 3 },
      ...{ OrderPlacementDate: '2026-11-02T14:10:00-03:00', OrderCompletedDate: '2026-11-03T14:10:00-03:00' },
      Customer: { OriginalId: `c${id % 7}`, Name: 'Ana', Email: `c${id % 7}@x.com` },
      Products: Array.from({ length: products }, (_, index) => ({
        ...{ OriginalId: `p${index}`, ProductPrice: 0.1, ProductBrand: { OriginalId: 'b', Name: 'B' } },
      })),
    })
  const lines = [
    ...Array.from({ length: 40 }, (_, id) => body(id, id % 4)),
    body(99, 501),
    '{"OriginalId":5}',
  ]
  const made = await makeImport(shop, Buffer.from(lines.join('\n')), { kind: 'orders' })
  const { findings, refused } = await checkImport(shop, made, 2)
  expect(findings).toMatchObject({
    counts: { create: 40, refused: 2 },
    reasons: { 'too-many-lines': 1, 'no-customer': 1 },
  })
  expect(refused.toString().match(/too-many-lines/g)).toHaveLength(501)
  const { erasedPerson, ...counts } = await applyLines(shop, made)
  expect({ ...counts, erasedPerson }).toEqual(findings.counts)
  const [row] = await reader.query(
    `select sum(total)::text as total, sum(json_array_length(coalesce(details -> 'p', '[]')))::int as products,
       (select sum(points)::float from order_elsewhere where tenant_id = $1) as elsewhere
     from customer_order where tenant_id = $1`,
    [shop.tenantId],
  )
  expect(row).toEqual({ total: '784.0000', products: 60, elsewhere: 120 })
})

it('asks where orders and totals count the same purchases, and names the import', async () => {
  const shop = await newShop()
  const totals = await makeImport(shop, Buffer.from('customer id,spend\nana,100\n'), { kind: 'customers' })
  const asked = async (of: Awaited<ReturnType<typeof makeImport>>) =>
    (await checkImport(shop, of)).findings.questions.filter(({ kind }) => kind === 'countsTwice')
  const file = Buffer.from(
    'order id,customer id,placed at,completed at,total\no1,ana,2026-11-02,2026-11-02,10\n',
  )
  const orders = await makeImport(shop, file, { kind: 'orders' })
  expect([await asked(totals), await asked(orders)]).toEqual([[], []])
  await applyLines(shop, totals)
  await markApplied(shop, totals)
  expect(await asked(orders)).toMatchObject([
    { answers: ['accepted'], facts: { imports: String(totals.id) } },
  ])
  const meant = await makeImport(shop, file, { kind: 'orders', options: { countsTwice: 'accepted' } })
  expect(await asked(meant)).toEqual([])
  await applyLines(shop, meant)
  await markApplied(shop, meant)
  expect(await asked(totals)).toMatchObject([{ facts: { imports: String(meant.id) } }])
})
