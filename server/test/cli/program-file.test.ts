/** A merchant's program as a file: `punchcard program export | diff | apply | schema`. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { CAMPAIGN_IS_OVER, QUIZ_WITHOUT_RULE } from '../../src/earning/warning-texts.ts'
import { run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { type ShopKey, useTestApi } from '../support/test-api.ts'
import type { Environment } from './punchcard-process.ts'
import { runHere } from './run-here.ts'

const test = useTestApi()
let environment: Environment
let folder: string
beforeAll(async () => {
  environment = { DATABASE_URL: test.api.databaseUrl }
  folder = await mkdtemp(join(tmpdir(), 'punchcard-program-'))
  return () => rm(folder, { recursive: true, force: true })
})

const FILE = `# yaml-language-server: $schema=./punchcard.schema.json
punchcard: 1
settings: { takeBack: clamp, refundsRedeemOnReturn: true, tierGraceDays: 60 } # as agreed
program:
  cashback: { isOn: true, pointValue: "0.05" }
  rules:
    - { id: 1, kind: purchase, name: 1 ponto por real, points: "1", validityDays: 365 }
    - { id: 2, kind: brand, name: Aurora em dobro, ids: [aurora], multiplier: "2" }   # until Christmas
    - { id: 3, kind: tier, name: Ouro, ids: [gold], multiplier: "1.5" }
tiers:
  # Everybody begins here.
  - { key: bronze, name: Bronze, base: true }
  - key: gold
    name: Gold
    goals: [{ measure: spend, value: "2000", months: 12 }]
    benefits: [{ reward: free-shipping, text: Frete grátis }]
rewards:
  - { key: ten-off, type: fixedValue, title: R$ 10 off, value: "10", points: "200", coupon: { prefix: DEZ, validDays: 30 } }
  - { key: free-shipping, type: freeShipping, title: Frete grátis, points: "50", tiers: [gold] }
quizzes:
  - key: coffee
    name: Café ou chá?
    points: "20"
    questions:
      - { text: O que você prefere?, type: singleChoice, options: [Café, Chá] }
`

let files = 0
async function fileOf(text: string): Promise<string> {
  files += 1
  const path = join(folder, `program-${files}.yaml`)
  await writeFile(path, text)
  return path
}

const newTenant = async (): Promise<string> => String((await test.api.openShop()).tenantId)
const program = (command: string, ...options: string[]) =>
  runHere(['program', command, ...options], environment)
const apply = (tenant: string, file: string, ...more: string[]) =>
  program('apply', '--tenant', tenant, '--file', file, '--yes', ...more)
const diff = (tenant: string, file: string, ...more: string[]) =>
  program('diff', '--tenant', tenant, '--file', file, ...more)

async function countOf(tenant: string): Promise<Record<string, number>> {
  const { rows } = await test.api.cells.directory.read([Number(tenant)], (tx) =>
    run(
      tx,
      sql<Record<string, number>>`
      select (select count(*)::int from program_version where tenant_id = ${Number(tenant)}) as versions,
        (select count(*)::int from reward_configuration where tenant_id = ${Number(tenant)}) as rewards,
        (select count(*)::int from tier where tenant_id = ${Number(tenant)}) as tiers,
        (select count(*)::int from quiz where tenant_id = ${Number(tenant)}) as quizzes,
        (select count(*)::int from audit_entry where tenant_id = ${Number(tenant)}) as audit`,
    ),
  )
  return rows[0] ?? {}
}

describe('an empty merchant', () => {
  it('gets all of a file, and then there is nothing to do', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(FILE)]
    const planned = await diff(tenant, file)
    expect(planned.stderr).toBe('')
    expect(planned.exitCode).toBe(1)
    expect(planned.stdout).toContain('\nPlan: 8 to add, 2 to change, 0 to archive.\n')
    expect(await countOf(tenant)).toMatchObject({ versions: 0, rewards: 0, tiers: 0, quizzes: 0, audit: 0 })

    const applied = await apply(tenant, file, '--note', 'commit 1a2b3c')
    expect(applied.exitCode).toBe(0)
    expect(applied.stdout).toContain('Version 1 of the program was published.')
    expect(await countOf(tenant)).toEqual({ versions: 1, rewards: 2, tiers: 2, quizzes: 1, audit: 5 })

    expect(await diff(tenant, file)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Nothing to do'),
    })
    expect((await apply(tenant, file)).exitCode).toBe(0)
    expect(await countOf(tenant)).toEqual({ versions: 1, rewards: 2, tiers: 2, quizzes: 1, audit: 5 })
  })

  it('has its file left byte for byte by export, and a new one that says the same', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(FILE)]
    await apply(tenant, file)
    await program('export', '--tenant', tenant, '--into', file)
    expect(await readFile(file, 'utf8')).toBe(FILE)
    const other = join(folder, `exported-${tenant}.yaml`)
    await program('export', '--tenant', tenant, '--into', other)
    const text = await readFile(other, 'utf8')
    await program('export', '--tenant', tenant, '--into', other)
    expect(await readFile(other, 'utf8')).toBe(text)
    expect((await diff(tenant, other)).stdout).toContain('Nothing to do')
    const empty = await newTenant()
    await apply(empty, other)
    expect((await diff(empty, file)).stdout).toContain('Nothing to do')
    expect(parse(text).tiers[1].benefits).toEqual([{ text: 'Frete grátis', reward: 'free-shipping' }])
  })

  it('has cards with all that they say, and without what goes without saying', async () => {
    const cards = `    - { id: 4, kind: card, name: Café, counts: items, of: category, ids: [coffee], stamps: 10, points: "100", when: { tiers: [gold] } }
    - { id: 5, kind: card, counts: spend, perAmount: "1", stamps: 1, once: true, points: "5", graceDays: 5, when: { until: 2026-12-01T03:00:00.000Z } }
tiers:
`
    const [tenant, file] = [await newTenant(), await fileOf(FILE.replace('tiers:\n', cards))]
    const applied = await apply(tenant, file)
    expect(applied.exitCode).toBe(0)
    expect((await diff(tenant, file)).stdout).toContain('Nothing to do')
    const other = join(folder, `cards-${tenant}.yaml`)
    await program('export', '--tenant', tenant, '--into', other)
    const [items, spend] = parse(await readFile(other, 'utf8')).program.rules.slice(3)
    expect(Object.keys(items).toSorted()).toEqual(
      ['counts', 'id', 'ids', 'kind', 'name', 'of', 'points', 'stamps', 'when'].toSorted(),
    )
    expect(spend).toMatchObject({ perAmount: '1', once: true, graceDays: 5 })
    const empty = await newTenant()
    expect((await apply(empty, other)).exitCode).toBe(0)
    expect((await diff(empty, file)).stdout).toContain('Nothing to do')
    const fewer = await fileOf((await readFile(other, 'utf8')).replace('stamps: 10', 'stamps: 8'))
    expect((await diff(empty, fewer)).stdout).toMatch(/stamps/)
  })

  it('names the rewards and tiers of its rules by their keys', async () => {
    const gifts = `    - { id: 4, kind: signup, name: Olá, reward: ten-off }
    - { id: 5, kind: tierReached, name: Chegou, ids: [gold], points: "5", reward: free-shipping }
    - { id: 6, kind: card, counts: orders, stamps: 4, reward: ten-off }
tiers:
`
    const text = FILE.replace('tiers:\n', gifts)
    const [tenant, file] = [await newTenant(), await fileOf(text)]
    const applied = await apply(tenant, file)
    expect(applied.exitCode).toBe(0)
    expect((await diff(tenant, file)).stdout).toContain('Nothing to do')
    const other = join(folder, `gifts-${tenant}.yaml`)
    await program('export', '--tenant', tenant, '--into', other)
    expect(parse(await readFile(other, 'utf8')).program.rules.slice(3)).toEqual([
      { id: 4, name: 'Olá', kind: 'signup', reward: 'ten-off' },
      { id: 5, name: 'Chegou', kind: 'tierReached', ids: ['gold'], points: '5', reward: 'free-shipping' },
      { id: 6, kind: 'card', counts: 'orders', stamps: 4, reward: 'ten-off' },
    ])
    const changed = await fileOf(
      text.replace('name: Olá, reward: ten-off', 'name: Olá, reward: free-shipping'),
    )
    expect((await diff(tenant, changed)).stdout).toMatch(
      /rule 4 “Olá” +reward {2}"ten-off" -> "free-shipping"/,
    )
    const unknown = text.replace('name: Olá, reward: ten-off', 'name: Olá, reward: mug')
    const lost = text.replace(/ {2}- \{ key: ten-off.*\n/, '')
    for (const [wrong, ...options] of [[await fileOf(unknown)], [await fileOf(lost), '--prune']] as const) {
      const refused = await apply(tenant, wrong, ...options)
      expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringMatching(/\/rules\/3\/reward/)])
    }
    const without = text.replace(/ {4}- \{ id: [46],.*\n/g, '').replace(/ {2}- \{ key: ten-off.*\n/, '')
    expect((await apply(tenant, await fileOf(without), '--prune')).exitCode).toBe(0)
  })
})

describe('the storefront of a file', () => {
  const STOREFRONT = `storefront:
  programName: Clube Aurora   # as on the cups
  words:
    pill.expiring: { pt-BR: "{points} vencem em {date}" }
    balance: { en: Beans }
  origins: [https://aurora.example]
`

  it('is exported into it as it was changed meanwhile, and no other byte is', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(FILE + STOREFRONT)]
    const planned = await diff(tenant, file)
    expect(planned.stdout).toMatch(/~ storefront +programName {2}null -> "Clube Aurora"/)
    expect((await apply(tenant, file)).exitCode).toBe(0)
    expect((await diff(tenant, file)).stdout).toContain('Nothing to do')
    await program('export', '--tenant', tenant, '--into', file)
    expect(await readFile(file, 'utf8')).toBe(FILE + STOREFRONT)
    const changed = (FILE + STOREFRONT).replace('vencem em', 'expiram em').replace('Clube Aurora ', 'Clube ')
    await apply(tenant, await fileOf(changed))
    await program('export', '--tenant', tenant, '--into', file)
    expect(await readFile(file, 'utf8')).toBe(changed)
    const fewer = changed
      .replace(/ {4}balance.*\n/, '')
      .replace('{ pt-BR', '{ en: "{points} go {date}", pt-BR')
    await apply(tenant, await fileOf(fewer))
    await program('export', '--tenant', tenant, '--into', file)
    const { words } = parse(await readFile(file, 'utf8')).storefront
    expect(words).toEqual(parse(fewer).storefront.words)
    expect((await diff(tenant, file)).exitCode).toBe(0)
  })
})

describe('a file that was changed', () => {
  it('is shown as a plan, in words, and applied', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(FILE)]
    await apply(tenant, file)
    await writeFile(
      file,
      FILE.replace('multiplier: "2"', 'multiplier: "3"')
        .replace(/ {2}- \{ key: ten-off.*\n/, '')
        .replace('quizzes:', '  - { key: mug, type: custom, title: Caneca, points: "300" }\nquizzes:'),
    )
    const planned = await diff(tenant, file)
    expect(planned.stdout).toMatch(/~ rule 2 “Aurora em dobro” +multiplier {2}"2" -> "3"/)
    expect(planned.stdout).toMatch(/\+ reward mug “Caneca” +type "custom", points "300"/)
    expect(planned.stdout).toMatch(/ {4}reward ten-off “R\$ 10 off” +not in the file: left as it is/)
    expect(planned.stdout).toContain('Plan: 1 to add, 1 to change, 0 to archive.')
    expect((await apply(tenant, file)).exitCode).toBe(0)
    expect(await countOf(tenant)).toMatchObject({ versions: 2, rewards: 3 })
    expect((await diff(tenant, file)).exitCode).toBe(0)
    const pruned = await apply(tenant, file, '--prune')
    expect(pruned.stdout).toMatch(/- reward ten-off .*will be archived/)
    expect((await diff(tenant, file)).stdout).toContain('Nothing to do: the merchant has what the file says.')
  })

  it('brings back what was archived', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(FILE)]
    await apply(tenant, file)
    const without = await fileOf(FILE.replace(/ {2}- \{ key: ten-off.*\n/, ''))
    await apply(tenant, without, '--prune')
    await apply(tenant, file)
    expect((await diff(tenant, file)).exitCode).toBe(0)
    expect(await countOf(tenant)).toMatchObject({ rewards: 2 })
  })

  it('is refused with all its mistakes and their places, and changes nothing', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(FILE)]
    await apply(tenant, file)
    const before = await countOf(tenant)
    const wrong = await fileOf(
      FILE.replace('value: "10"', 'value: "0"')
        .replace('tiers: [gold]', 'tiers: [platinum]')
        .replace('multiplier: "1.5"', 'multiplier: "0.5"')
        .replace('name: Bronze', 'name: " "')
        .replace('[Café, Chá]', '[Café]'),
    )
    for (const refused of [await diff(tenant, wrong), await apply(tenant, wrong)]) {
      expect([refused.exitCode, refused.stdout]).toEqual([2, ''])
      expect(refused.stderr.split('\n').map((line) => line.trim().split('  ')[0])).toEqual([
        'Something has to be corrected:',
        '/rewards/0/value',
        '/tiers/0/name',
        '/rewards/1/tiers/0',
        '/quizzes/0/questions/0/options',
        '/program/rules/2/multiplier',
        '',
      ])
    }
    expect(await countOf(tenant)).toEqual(before)
  })

  it('that is no YAML, no file, or too much is refused in a sentence', async () => {
    const tenant = await newTenant()
    expect((await diff(tenant, await fileOf('punchcard: [1'))).stderr).toMatch(/line 1/)
    expect((await diff(tenant, join(folder, 'none.yaml'))).stderr).toMatch(/cannot be read: ENOENT/)
    expect((await diff(tenant, await fileOf('just text'))).exitCode).toBe(2)
    expect((await diff(tenant, await fileOf('punchcard: 2'))).stderr).toContain('/punchcard')
    expect((await diff('999999', await fileOf(FILE))).stderr).toContain('Not found')
  })
})

describe('a rule without an id', () => {
  const added = FILE.replace(
    '    - { id: 3,',
    '    - { kind: signup, name: Boas-vindas, points: "20", validityDays: 90 } # new\n    - { id: 3,',
  )

  it('is refused, with its place', async () => {
    const refused = await apply(await newTenant(), await fileOf(added))
    expect(refused.exitCode).toBe(2)
    expect(refused.stderr).toContain('/program/rules/2/id  This is missing: a rule is known by its number.')
  })

  it('gets the next one with --write, in the file too; applied again there is nothing to do', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(added)]
    expect(await apply(tenant, file, '--write')).toMatchObject({ exitCode: 0 })
    const text = await readFile(file, 'utf8')
    expect(text).toBe(added.replace('{ kind: signup', '{ id: 4, kind: signup'))
    expect((await diff(tenant, file)).exitCode).toBe(0)
    expect(await apply(tenant, file, '--write')).toMatchObject({ exitCode: 0 })
    expect(await readFile(file, 'utf8')).toBe(text)
    expect((await countOf(tenant)).versions).toBe(1)
  })
})

describe('a saved plan', () => {
  it('is refused after anything has changed since', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(FILE)]
    const plan = join(folder, `plan-${tenant}.json`)
    await diff(tenant, file, '--out', plan)
    const other = await fileOf(FILE.replace('R$ 10 off', 'R$ 10'))
    await apply(tenant, other)
    const refused = await program('apply', '--tenant', tenant, '--plan', plan, '--yes')
    expect([refused.exitCode, refused.stderr]).toEqual([
      2,
      expect.stringContaining('Changed by someone else'),
    ])
    await diff(tenant, file, '--out', plan)
    expect((await program('apply', '--tenant', tenant, '--plan', plan, '--yes')).exitCode).toBe(0)
    expect((await diff(tenant, file)).exitCode).toBe(0)
    const another = await newTenant()
    const foreign = await program('apply', '--tenant', another, '--plan', plan, '--yes')
    expect(foreign.stderr).toContain(`The plan is for tenant ${tenant}`)
  })
})

describe('a likely mistake in a file', () => {
  const mistaken = FILE.replace('settings: {', 'settings: { inactivity: { months: 6 },').replace(
    '    - { id: 3,',
    `    - { id: 4, kind: campaign, name: Black Friday, multiplier: "2", startsAt: 2020-11-27T03:00:00.000Z, endsAt: 2020-11-28T03:00:00.000Z }
    - { id: 5, kind: campaign, multiplier: "2", startsAt: 2021-11-27T03:00:00.000Z, endsAt: 2021-11-28T03:00:00.000Z }
    - { id: 3,`,
  )
  const QUIZ = `  ! ${QUIZ_WITHOUT_RULE.en}`
  const OVER = CAMPAIGN_IS_OVER.en

  it('is told by diff and apply, with the names of its rules, as the panel tells it', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(mistaken)]
    const planned = await diff(tenant, file)
    const told = planned.stdout.slice(planned.stdout.indexOf('Warnings:')).trimEnd().split('\n')
    expect(told).toEqual([
      'Warnings:',
      expect.stringMatching(/^ {2}! Not allowed in Québec: /),
      QUIZ,
      `  ! rule 4 “Black Friday”, rule 5: ${OVER}`,
    ])
    const applied = await apply(tenant, file)
    expect([applied.exitCode, applied.stderr.trimEnd().split('\n')]).toEqual([0, told])
    expect(applied.stdout).not.toContain('Warnings')
  })

  it('is told apart where its rule stays as it is, and again where there is nothing to do', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(mistaken)]
    await apply(tenant, file)
    const again = await apply(tenant, file)
    expect(again.stdout).toContain('Nothing to do')
    const apart = `Warnings of rules that stay as they are:\n  ! rule 4 “Black Friday”, rule 5: ${OVER}\n`
    expect(again.stderr).toContain(apart)
    const renamed = await fileOf(mistaken.replace('name: Black Friday', 'name: Black Week'))
    const { stdout } = await diff(tenant, renamed)
    expect(stdout).toContain(`${QUIZ}\n  ! rule 4 “Black Week”: ${OVER}\nWarnings of rules that stay`)
    expect(stdout).toMatch(/rules that stay as they are:\n {2}! rule 5: /)
  })

  it('is in the JSON of both and in a saved plan, with its place in the file', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(mistaken)]
    const plan = join(folder, `warned-${tenant}.json`)
    const planned = JSON.parse((await diff(tenant, file, '--out', plan, '--json')).stdout)
    expect(planned.warnings).toMatchObject([
      { pointer: '/settings/inactivity', rule: null, name: 'shortInactivity' },
      { pointer: '/program/rules', rule: null, name: 'quizWithoutRule' },
      { pointer: '/program/rules/2/endsAt', rule: { id: 4, name: 'Black Friday' }, name: 'campaignIsOver' },
      { pointer: '/program/rules/3/endsAt', rule: { id: 5, name: '' }, name: 'campaignIsOver' },
    ])
    expect(JSON.parse(await readFile(plan, 'utf8')).warnings).toEqual(planned.warnings)
    const unasked = await program('apply', '--tenant', tenant, '--plan', plan)
    expect(unasked.stderr).toContain(OVER)
    const applied = await program('apply', '--tenant', tenant, '--plan', plan, '--yes', '--json')
    expect([JSON.parse(applied.stdout).warnings, applied.stderr]).toEqual([planned.warnings, ''])
    const nothing = await apply(tenant, file, '--json')
    expect(JSON.parse(nothing.stdout)).toMatchObject({ version: null, warnings: planned.warnings })
  })

  it('is told of a rule that the file takes away while customers have begun its card', async () => {
    const shop = await test.api.openShop()
    const tenant = String(shop.tenantId)
    const card = FILE.replace(
      '    - { id: 3,',
      `    - { id: 4, kind: card, name: Café, counts: orders, stamps: 10, points: "100", when: { from: 2026-01-01T03:00:00.000Z } }
    - { id: 3,`,
    )
    await apply(tenant, await fileOf(card))
    const sent = await test.api.server.inject({
      method: 'POST',
      url: '/v1/pvt/POS/orders',
      headers: { authorization: shop.authorization },
      payload: orderToSend('o-1', 'ana', 100),
    })
    expect(sent.json()).toMatchObject({ HasError: false })
    const { warnings } = JSON.parse((await diff(tenant, await fileOf(FILE), '--json')).stdout)
    expect(warnings).toContainEqual(expect.objectContaining({ pointer: '/program/rules', name: 'cardOff' }))
  })
})

describe('a version that waits', () => {
  const versions = (text: string): string[] =>
    ['3', '4'].map((multiplier) => text.replace('multiplier: "2"', `multiplier: "${multiplier}"`))
  const cancel = (tenant: string, ...more: string[]) => program('cancel', '--tenant', tenant, ...more)

  it('is cancelled by its number, and the others stay as they are', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(FILE)]
    const none = await cancel(tenant)
    expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('No version is scheduled.')])
    await apply(tenant, file)
    const [december = '', january = ''] = versions(FILE)
    await apply(tenant, await fileOf(december), '--at', '2099-12-01T00:00:00Z')
    await apply(tenant, await fileOf(january), '--at', '2100-01-01T00:00:00Z')
    const both = 'version 2 (from 2099-12-01T00:00:00.000Z), version 3 (from 2100-01-01T00:00:00.000Z)'
    const unclear = await cancel(tenant)
    expect([unclear.exitCode, unclear.stderr]).toEqual([
      2,
      expect.stringContaining(`name one with --number. Scheduled: ${both}.`),
    ])
    const live = await cancel(tenant, '--number', '1')
    expect([live.exitCode, live.stderr]).toEqual([2, expect.stringContaining('Version 1 is not scheduled.')])
    const { audit = 0 } = await countOf(tenant)
    expect(await cancel(tenant, '--number', '2')).toMatchObject({
      exitCode: 0,
      stdout:
        'Cancelled: version 2 (from 2099-12-01T00:00:00.000Z).\n' +
        'Still scheduled: version 3 (from 2100-01-01T00:00:00.000Z).\n',
    })
    expect(await countOf(tenant)).toMatchObject({ versions: 3, audit: audit + 1 })
    expect((await diff(tenant, await fileOf(january))).exitCode).toBe(0)
    const last = await cancel(tenant, '--json')
    expect(JSON.parse(last.stdout)).toEqual({
      cancelled: { version: 3, effectiveAt: '2100-01-01T00:00:00.000Z' },
      waiting: [],
    })
    expect((await diff(tenant, file)).exitCode).toBe(0)
    expect((await cancel(tenant)).exitCode).toBe(2)
  })
})

describe('a program for later', () => {
  it('that was planned and saved is applied for its moment, not at once', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(FILE)]
    await apply(tenant, file)
    const next = await fileOf(FILE.replace('multiplier: "2"', 'multiplier: "3"'))
    const plan = join(folder, `later-${tenant}.json`)
    const planned = await diff(tenant, next, '--at', '2099-12-01T00:00:00-03:00', '--out', plan)
    expect(planned.stdout).toContain('Takes effect at 2099-12-01T00:00:00-03:00.')
    const applied = await program('apply', '--tenant', tenant, '--plan', plan, '--yes')
    expect(applied.stdout).toContain(
      'Version 2 of the program is scheduled. It takes effect at 2099-12-01T00:00:00-03:00.',
    )
    const twice = await program('apply', '--tenant', tenant, '--plan', plan, '--at', '2098-01-01T00:00:00Z')
    expect(twice.stderr).toContain("'--at <moment>' cannot be used with option '--plan <path>'")
  })

  it('is scheduled, and counts as what the merchant has', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(FILE)]
    await apply(tenant, file)
    const next = await fileOf(FILE.replace('multiplier: "2"', 'multiplier: "3"'))
    const applied = await apply(tenant, next, '--at', '2099-12-01T00:00:00-03:00')
    expect(applied.stdout).toContain('Version 2')
    expect((await diff(tenant, next)).exitCode).toBe(0)
  })

  it('is changed too by what is applied before it, if that is asked for', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(FILE)]
    await apply(tenant, file)
    const december = FILE.replace('multiplier: "2"', 'multiplier: "3"')
    await apply(tenant, await fileOf(december), '--at', '2099-12-01T00:00:00-03:00')
    // A file is a change of what takes effect last.
    const more = await fileOf(december.replace('points: "1"', 'points: "2"'))
    const planned = await diff(tenant, more)
    expect(planned.exitCode).toBe(1)
    expect(planned.stdout).toContain(
      'Also changes version 2 (from 2099-12-01T03:00:00.000Z): apply it with --carry.',
    )
    const refused = await apply(tenant, more)
    expect([refused.exitCode, refused.stderr]).toEqual([
      2,
      expect.stringContaining('versions 1 and 2: publish with'),
    ])
    expect(await countOf(tenant)).toMatchObject({ versions: 2 })
    const applied = await apply(tenant, more, '--carry')
    expect([applied.exitCode, applied.stdout]).toEqual([
      0,
      expect.stringContaining(
        'Version 3 of the program was published.\nAlso changed, under new numbers: version 2 (from 2099-12-01T03:00:00.000Z).',
      ),
    ])
    expect(await countOf(tenant)).toMatchObject({ versions: 4 })
    expect((await diff(tenant, more)).exitCode).toBe(0)
    expect((await apply(tenant, more)).exitCode).toBe(0)
    // At the end of the line nothing has to be carried.
    const later = await fileOf(december.replace('points: "1"', 'points: "5"'))
    const at = ['--at', '2100-01-01T00:00:00-03:00']
    expect((await diff(tenant, later, ...at)).stdout).not.toContain('--carry')
    expect((await apply(tenant, later, ...at)).exitCode).toBe(0)
  })

  it('is in the way where both change the same rule', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(FILE)]
    await apply(tenant, file)
    const december = FILE.replace('multiplier: "2"', 'multiplier: "3"')
    await apply(tenant, await fileOf(december), '--at', '2099-12-01T00:00:00-03:00')
    const other = await fileOf(FILE.replace('multiplier: "2"', 'multiplier: "4"'))
    const refused = await apply(tenant, other, '--carry')
    expect(refused.exitCode).toBe(2)
    expect(refused.stderr).toMatch(/rule \d+ \(multiplier\), version 1/)
    const content = {
      cashback: { isOn: false, pointValue: '0' },
      rules: [{ id: 1, kind: 'purchase', points: '9' }],
    }
    const alone = await fileOf(JSON.stringify(content))
    const published = await program('publish', '--tenant', tenant, '--file', alone)
    expect([published.exitCode, published.stderr]).toEqual([2, expect.stringContaining('apply --carry')])
    expect(await countOf(tenant)).toMatchObject({ versions: 2 })
  })
})

describe('without being asked', () => {
  it('nothing is applied: --yes has to be said', async () => {
    const [tenant, file] = [await newTenant(), await fileOf(FILE)]
    const refused = await program('apply', '--tenant', tenant, '--file', file)
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('--yes')])
    expect(await countOf(tenant)).toMatchObject({ versions: 0 })
  })
})

describe('Café Aurora, exported and applied to another merchant', () => {
  /** What a shop asks and sends in a day, with the answers. */
  async function dayOf(shop: ShopKey): Promise<unknown[]> {
    const answers: unknown[] = []
    async function send(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
      const headers = { authorization: shop.authorization }
      const answer = await test.api.server.inject({ method, url, headers, ...(payload ? { payload } : {}) })
      answers.push([method, url, answer.statusCode, answer.json()])
      return answer.json()
    }
    await send('PUT', '/v1/pvt/Product/beans', {
      OriginalId: 'beans',
      Title: 'Grãos',
      ProductPrice: 100,
      ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' },
    })
    await send('POST', '/v1/pvt/Product/points', [{ Id: 'beans', Price: 100 }])
    await send('POST', '/v1/pvt/POS/orders', orderToSend('o-1', 'ana', 2_500))
    await send('GET', '/v1/pvt/Customer/ana/points')
    const { Items } = await send('GET', '/v1/pvt/RewardConfigurations?PageNumber=1&PageSize=50')
    for (const { Id } of Items as { Id: number }[]) await send('GET', `/v1/pvt/RewardConfigurations/${Id}`)
    await send('GET', '/v1/pvt/Tiers/available?CustomerId=ana')
    await send('GET', '/v1/pvt/Quiz/list?CustomerId=ana')
    return answers
  }

  /** Numbers and codes that we give out differ; nothing else may. */
  const masked = (answers: unknown[]): string =>
    JSON.stringify(answers, null, 1)
      .replaceAll(/"(\w*Id|PublicId|Code|RedeemKey)": ("[^"]*"|\d+)/g, '"$1": …')
      .replaceAll(/RewardConfigurations\/\d+/g, 'RewardConfigurations/…')

  it('gives the same answers', async () => {
    const aurora = fileURLToPath(new URL('../../src/demo/cafe-aurora.yaml', import.meta.url))
    const [original, copy] = [await test.api.openShop(), await test.api.openShop()]
    await apply(String(original.tenantId), aurora)
    const exported = join(folder, 'aurora.yaml')
    await program('export', '--tenant', String(original.tenantId), '--into', exported)
    expect((await apply(String(copy.tenantId), exported)).exitCode).toBe(0)
    const [first, second] = [masked(await dayOf(original)), masked(await dayOf(copy))]
    expect(second).toBe(first)
    for (const fact of ['"Points": 200', '"TierName": "Gold"', '"Cashback": 125'])
      expect(first).toContain(fact)
    expect(first.match(/"GET"/g)?.length).toBeGreaterThan(8)
  })
})

describe('the schema', () => {
  it('is JSON Schema with every member described', async () => {
    const { stdout } = await program('schema')
    const schema = JSON.parse(stdout)
    expect(schema.$schema).toContain('2020-12')
    const missing: string[] = []
    const walk = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return
      const {
        properties = {},
        anyOf = [],
        items,
      } = node as {
        properties?: Record<string, { description?: string; anyOf?: object[] }>
        anyOf?: object[]
        items?: object
      }
      for (const [name, member] of Object.entries(properties)) {
        if (!member.description && !member.anyOf) missing.push(`${path}.${name}`)
        walk(member, `${path}.${name}`)
      }
      for (const one of anyOf) walk(one, path)
      walk(items, `${path}[]`)
    }
    walk(schema, '')
    expect(missing).toEqual([])
  })
})
