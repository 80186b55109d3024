/** Reads so many lines of balances as an import does, and sends how much memory that took. */
import { ImportReader } from '../../src/imports/import-reader.ts'
import { planReading } from '../../src/imports/plan-reading.ts'
import { type Octets, START } from '../../src/imports/reading/format.ts'

export interface LinesRead {
  readonly lines: number
  readonly seconds: number
  /** Above what the process had before the first line. */
  readonly mostBytes: number
  readonly hashBytes: number
}

/** Lines of 100 octets, made when they are read: as many as one likes, without a file. */
const LINE_BYTES = 100
const head = `${'email,id,points,expiry,name'.padEnd(LINE_BYTES - 1)}\n`

function madeLines(lines: number): Octets {
  const lineOf = (index: number): string =>
    `${`user${index}@example.com,${index},${index % 5_000}.25,2027-12-31,Customer ${index}`.padEnd(LINE_BYTES - 1)}\n`
  const size = (lines + 1) * LINE_BYTES
  return {
    size,
    read: async (from) => {
      const first = Math.floor(from / LINE_BYTES)
      const count = Math.min(1_000, lines + 1 - first)
      const made = Array.from({ length: count }, (_, index) =>
        first + index === 0 ? head : lineOf(first + index),
      )
      return Buffer.from(made.join('')).subarray(from % LINE_BYTES)
    },
  }
}

const octets = madeLines(Number(process.argv[2]))
const asked = { kind: 'openingBalances', preset: null, format: null, mapping: null, answers: {} } as const
const plan = await planReading(octets, asked)
if (plan.questions.length > 0) throw new Error('the lines raise questions')
const reader = new ImportReader({ ...plan, kind: 'openingBalances', zone: 'America/Sao_Paulo' })
const idle = process.memoryUsage.rss()
const startedAt = performance.now()
let [from, lines, most] = [START, 0, 0]
for (let hasEnded = false; !hasEnded; ) {
  const page = await reader.read(octets, { from, limit: 1_000, isTimeUp: () => false })
  lines += page.records.length
  from = page.position
  hasEnded = page.hasEnded
  most = Math.max(most, process.memoryUsage.rss() - idle)
}
reader.close()
const seconds = (performance.now() - startedAt) / 1_000
process.send?.({ lines, seconds, mostBytes: most, hashBytes: reader.bytes } satisfies LinesRead)
