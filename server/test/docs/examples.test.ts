/**
 * What the reference shows is sent to the demo merchant, operation by operation: it is answered, the answer has the form
 * of the one that is shown, and what is marked as required is what the API requires.
 * `RECORD_EXAMPLES=1 npm test -- test/docs/examples` writes the answers that are shown.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureDemoMerchant } from '../../src/demo/merchant.ts'
import { TELL_VERSION } from '../../src/http/reference/headers.ts'
import { createLogger } from '../../src/platform/log.ts'
import { KEY_SCOPES } from '../../src/tenancy/key-scope.ts'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { countAllOrders } from '../support/count-figures.ts'
import { usePeople } from '../support/people.ts'
import { configure } from '../support/storefront.ts'
import { basic, useTestApi } from '../support/test-api.ts'
import { AdminExamples } from './admin-examples.ts'
import { ANSWERS_FILE, formOf, type Shown, shorten } from './example-answers.ts'
import { EXAMPLE_KINDS } from './example-jobs.ts'
import { PrivateExamples } from './private-examples.ts'

const isRecording = process.env.RECORD_EXAMPLES === '1'
const NOW = Date.parse('2026-03-18T15:20:00Z')

const test = useTestApi()
const used = usePeople(() => test.api, { kinds: EXAMPLE_KINDS, isSealed: true })
const shown = JSON.parse(await readFile(ANSWERS_FILE, 'utf8')) as Shown
const recorded: Record<string, unknown> = {}

let tenantId: number
let admin: AdminExamples
let shop: PrivateExamples

beforeAll(async () => {
  const log = createLogger({ level: 'error', destination: process.stderr })
  tenantId = await ensureDemoMerchant(test.api.cells, { now: NOW, log })
  await countAllOrders(test.api.cells, tenantId, NOW)
  test.api.now = NOW
  const origins = ['https://cafeaurora.example']
  await configure(test.api, tenantId, { isOn: true, slug: 'cafe-aurora', origins })
  const { token, secret } = await createKey(test.api.cells.directory, tenantId, 'examples', KEY_SCOPES)
  admin = await AdminExamples.open(used.people, tenantId)
  shop = await PrivateExamples.open(test.api, basic(token, secret))
})

afterAll(async () => {
  if (isRecording) await writeFile(ANSWERS_FILE, `${JSON.stringify(recorded, null, 2)}\n`)
})

/** The one that is shown has the same members, of the same kinds. */
function compare(operationId: string, answer: unknown): void {
  const short = shorten(answer)
  recorded[operationId] = short
  if (!isRecording) expect(formOf(short)).toEqual(formOf(shown[operationId]))
}

describe('the examples of the management API', () => {
  it.each(AdminExamples.operations.map(({ operationId }) => operationId))('%s', async (operationId) => {
    const { status, answer, tellsVersion } = await admin.send(operationId)
    expect(status, JSON.stringify(answer)).toBeLessThan(300)
    expect(tellsVersion).toBe(TELL_VERSION.has(operationId))
    if (status !== 204 && !Buffer.isBuffer(answer)) compare(operationId, answer)
  })
})

describe('the examples of the private API', () => {
  it.each(PrivateExamples.operations.map(({ operationId }) => operationId))('%s', async (operationId) => {
    const { answer, headers, tellsSequence } = await shop.send(operationId)
    expect(answer, JSON.stringify(answer)).not.toMatchObject({ HasError: true })
    expect('punchcard-customer-sequence' in headers).toBe(tellsSequence)
    compare(operationId, answer)
    expect(await shop.requiredOf(operationId)).toEqual(shop.documentedAsRequired(operationId))
  })
})
