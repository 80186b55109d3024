import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { ProgramToPublish } from '../support/shop.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/concepts')

/** A file as `punchcard program apply` takes it: the parts of it that the pages use. */
export interface ConceptFile {
  readonly settings?: { readonly takeBack?: 'debt' | 'clamp'; readonly tierGraceDays?: number }
  readonly program?: ProgramToPublish
  readonly tiers?: readonly {
    readonly key: string
    readonly name: string
    readonly base?: boolean
    readonly goals?: readonly { readonly measure: 'spend' | 'orders' | 'points'; readonly value: string }[]
    readonly benefits?: readonly { readonly text: string; readonly multiplier?: string }[]
  }[]
  readonly rewards?: readonly {
    readonly key: string
    readonly type: 'fixedValue' | 'cashback'
    readonly title: string
    readonly points?: string
    readonly value?: string
    readonly coupon?: { readonly validDays?: number }
    readonly cashback?: { readonly maximum?: string }
  }[]
}

/** A line of a table, by the names of its columns. */
export type Row = Readonly<Record<string, string>>

/** A table that begins with a date: what happens to one customer. */
export interface Example {
  /** The heading above it. */
  readonly title: string
  /** Of its first order. */
  readonly name: string
  /** The files above it, one laid over the other. */
  readonly file: ConceptFile
  readonly rows: readonly Row[]
  /** What `punchcard explain` prints after it, where the page shows that. */
  readonly explained: readonly { readonly command: string; readonly printed: string }[]
}

/** A line of a table that says where something is configured. */
export interface Setting {
  /** Such as `program.rules[].points`; empty: no file has it. */
  readonly file: string
  /** Such as `PATCH /v1/admin/tenants/{tenant}`. */
  readonly operation: string
  /** As in a file; named with the operation where no file has it. */
  readonly member: string
}

export interface ConceptPage {
  readonly examples: readonly Example[]
  readonly settings: readonly Setting[]
}

/** A fenced block with its language and content, or a heading, or a table. */
const PARTS = /^```(\w*)\n([\s\S]*?)^```$|^#+ (.*)$|^(\|[\s\S]*?\|)\n(?!\|)/gm

export function readPage(name: string): ConceptPage {
  const text = readFileSync(join(FOLDER, `${name}.md`), 'utf8')
  const examples: (Example & { explained: { command: string; printed: string }[] })[] = []
  const settings: Setting[] = []
  let title = ''
  let file: ConceptFile = {}
  for (const [, language, block = '', heading, table] of text.matchAll(PARTS)) {
    if (heading !== undefined) title = heading
    if (language === 'yaml') file = { ...file, ...(parse(block) as ConceptFile) }
    const [, command, printed = ''] = /^\$ punchcard explain (.*)\n([\s\S]*)$/.exec(block) ?? []
    if (command !== undefined)
      exampleOf(examples, `${command}${printed}`).explained.push({ command, printed })
    const rows = table === undefined ? [] : rowsOf(table)
    if (rows[0]?.Date !== undefined) examples.push({ title, name: nameOf(rows), file, rows, explained: [] })
    if (rows[0]?.File !== undefined) settings.push(...rows.map(toSetting))
  }
  return { examples, settings }
}

function nameOf([first]: readonly Row[]): string {
  const [name = ''] = /order \d+/.exec(first?.['What happens'] ?? '') ?? []
  return name
}

/** The example whose order a text is about. */
function exampleOf<Told extends Example>(examples: readonly Told[], text: string): Told {
  const [, id] = /(?:--order |order “)(\d+)/.exec(text) ?? []
  const example = examples.find(({ rows }) =>
    rows.some((row) => row['What happens']?.includes(`, order ${id}`)),
  )
  if (!example) throw new Error(`no example has the order ${id}`)
  return example
}

function rowsOf(table: string): Row[] {
  const [head = [], , ...lines] = table.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}

function toSetting({ File = '', API = '' }: Row): Setting {
  const [file = '', operation = '', own = ''] = [...`${File || '``'} ${API}`.matchAll(/`([^`]*)`/g)].map(
    ([, text]) => text,
  )
  return { file, operation, member: file || `settings.${own}` }
}
