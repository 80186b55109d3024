/** What a merchant takes along beside customers, orders and points: each row once, and no cell that a spreadsheet runs. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { EXPORT_NAMES } from '../../src/cli/export-command.ts'
import { unguarded } from '../../src/jobs/rules/csv.ts'
import { runHere } from '../cli/run-here.ts'
import { answerQuiz, COFFEE_OR_TEA, fullAnswer, listQuizzes, makeQuiz } from '../support/quizzes.ts'
import { DEMO_PROGRAM, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { fillMerchant } from '../verify/full-merchant.ts'

const EVIL = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', "=cmd|' /C calc'!A0", '"=1+1"']

const test = useShops()
let shop: Shop
let evil: Shop

beforeAll(async () => {
  shop = await test.open(null)
  await fillMerchant(test.api, shop)
  evil = await test.open(DEMO_PROGRAM)
  const quiz = await makeQuiz(test.api.cells.of({ cell: 'main' }), evil.tenantId, COFFEE_OR_TEA)
  await test.reader.query('update quiz set name = $3 where tenant_id = $1 and id = $2', [
    evil.tenantId,
    quiz,
    '=1+1',
  ])
  for (const [index, text] of EVIL.entries()) {
    const id = `${index}`
    await evil.completed(`${text}${index}`, id, 10, { Customer: { OriginalId: id, Name: text } })
    await evil.createCoupon({ CouponCode: `${text.trim()}${index}`, CouponType: 2, CustomerId: id })
    const [asked] = (await listQuizzes(evil)).Result ?? []
    if (!asked) throw new Error('there is no quiz')
    const answers = fullAnswer(asked).map((one) =>
      one.OpenAnswer === null ? one : { ...one, OpenAnswer: text },
    )
    await answerQuiz(evil, id, answers)
    await test.reader.query(
      `insert into audit_entry (tenant_id, at, actor_kind, actor_label, action, target_kind, target_id, target_label, note, via)
      values ($1, now(), 4, $2, 'x.y', 'x', $2, $2, $2, 3)`,
      [evil.tenantId, text],
    )
  }
})

async function exported({ tenantId }: Shop, kind: string, ...more: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-portable-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const args = ['export', kind, '--tenant', String(tenantId), '--into', folder, ...more]
  const { exitCode, stderr } = await runHere(args, {
    DATABASE_URL: test.api.databaseUrl,
    PUNCHCARD_SECRETS_KEY: '',
  })
  expect([kind, exitCode, stderr]).toEqual([kind, 0, ''])
  return readFile(join(folder, `${kind}.${more.includes('ndjson') ? 'ndjson' : 'csv'}`), 'utf8')
}

/** The cells of a CSV file as RFC 4180 has it. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

const ROWS = [
  ['coupons', 'select count(*)::int as rows from coupon where tenant_id = $1'],
  ['couponCodes', 'select count(*)::int as rows from pre_generated_coupon where tenant_id = $1'],
  ['tierMoves', 'select count(*)::int as rows from tier_move where tenant_id = $1'],
  ['stampCards', 'select count(*)::int as rows from stamp_card where tenant_id = $1'],
  [
    'quizAnswers',
    'select count(*)::int as rows from quiz_answer cross join json_array_elements(answers) where tenant_id = $1',
  ],
  [
    'audit',
    `select (select count(*) from audit_entry where tenant_id = $1)::int
      + (select count(*) from directory_audit_entry where tenant_id = $1)::int as rows`,
  ],
] as const

describe('a portable export', () => {
  it.each(ROWS)('of %s has every row of the merchant once', async (kind, counting) => {
    const [stored] = await test.reader.query<{ rows: number }>(counting, [shop.tenantId])
    const lines = (await exported(shop, kind, '--format', 'ndjson')).trimEnd().split('\n')
    // What the export itself tells the audit comes after it was read.
    expect(lines.length).toBe(stored?.rows)
    expect(new Set(lines).size).toBe(lines.length)
    const [first] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const [head] = cellsOf(await exported(shop, kind))
    expect(Object.keys(first ?? {})).toEqual(head)
  })

  it.each(EXPORT_NAMES)(
    'of %s has no cell that a spreadsheet would run, and nothing is lost by that',
    async (kind) => {
      const rows = cellsOf(await exported(evil, kind))
      expect(rows.length).toBeGreaterThan(
        ['tierMoves', 'stampCards', 'couponCodes', 'redemptions'].includes(kind) ? 0 : 8,
      )
      for (const cell of rows.flat()) {
        if (/^-?\d+([.,]\d+)?$/.test(cell)) continue
        expect(cell).not.toMatch(/^[=+\-@\t\r]/)
      }
      if (kind === 'quizAnswers') {
        const texts = rows.slice(1).map((row) => unguarded(row.at(-1) ?? ''))
        expect(EVIL.filter((text) => !texts.includes(text.trim()) && !texts.includes(text))).toEqual([])
      }
    },
  )
})
