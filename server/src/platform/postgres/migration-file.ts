import { createHash } from 'node:crypto'

/** One file of migrations/. */
export interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** The first line of a file whose statements run one by one, each in no transaction but its own. */
const NO_TRANSACTION = '-- punchcard: no transaction'

export function migrationOf(name: string, text: string): Migration {
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}

export function isOutsideTransaction({ text }: Migration): boolean {
  return text.split('\n', 1)[0]?.trimEnd() === NO_TRANSACTION
}

const NAME = /^\d{4}_[a-z0-9_]+\.sql$/
const WORD = '[a-z_][a-z0-9_]*'
const CREATE_INDEX = new RegExp(`^create (?:unique )?index concurrently if not exists (${WORD}) on `)

/** A run that was killed may have done any of them already, or half of one: doing it again must end the same. */
const REPEATABLE = [
  CREATE_INDEX,
  new RegExp(`^drop index concurrently if exists ${WORD}$`),
  new RegExp(`^alter table ${WORD} validate constraint ${WORD}$`),
  new RegExp(`^(?:vacuum )?analyze ${WORD}$`),
]

/** The index that a statement makes without locking its table; null for any other statement. */
export function indexMadeBy(statement: string): string | null {
  return CREATE_INDEX.exec(plain(statement))?.[1] ?? null
}

/** What is wrong with a set of migrations, one sentence each. */
export function problemsOfMigrations(migrations: readonly Migration[]): string[] {
  const numbers = migrations.map(({ name }) => name.slice(0, 4))
  return [
    ...migrations.flatMap(problemsOf),
    ...migrations
      .filter((_, index) => numbers.indexOf(numbers[index] ?? '') !== index)
      .map(({ name }) => `${name} has the number of another migration.`),
  ]
}

function problemsOf(migration: Migration): string[] {
  const { name } = migration
  const problems = NAME.test(name) ? [] : [`${name} is not named like 0001_what_it_does.sql.`]
  const statements = statementsOf(migration.text).map(plain)
  if (isOutsideTransaction(migration)) {
    const wrong = statements.filter((statement) => !REPEATABLE.some((form) => form.test(statement)))
    return [...problems, ...wrong.map((statement) => `${name} must not hold “${start(statement)}”: ${RULE}`)]
  }
  if (statements.some((statement) => /^(?:create|drop|reindex)\b.* concurrently\b/.test(statement))) {
    problems.push(
      `${name} makes or drops an index concurrently: its first line has to be “${NO_TRANSACTION}”.`,
    )
  }
  return problems
}

const RULE =
  'outside a transaction only “create index concurrently if not exists”, “drop index concurrently if exists”, ' +
  '“alter table … validate constraint”, “analyze” and “vacuum analyze” may stand, because a run that was killed ' +
  'does everything again.'

function start(statement: string): string {
  return statement.length > 60 ? `${statement.slice(0, 60)}…` : statement
}

const COMMENT_OR_QUOTED = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;/g

/** The statements of a file, without comments. */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  let current = ''
  let end = 0
  for (const { 0: found, index } of text.matchAll(COMMENT_OR_QUOTED)) {
    current += text.slice(end, index)
    end = index + found.length
    if (found === ';') {
      statements.push(current)
      current = ''
    } else {
      current += /^(--|\/\*)/.test(found) ? ' ' : found
    }
  }
  statements.push(current + text.slice(end))
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}

function plain(statement: string): string {
  return statement.replace(/\s+/g, ' ').toLowerCase()
}
