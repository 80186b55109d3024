/**
 * Writes the files that are made from others: schema.sql and the names of the tables from the migrations,
 * openapi.json from the routes. With --check it writes nothing and fails where a file is out of date.
 */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createDatabase, dropDatabase } from '../src/platform/postgres/databases.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { SERVER_URL } from '../test/support/server-url.ts'
import { writeOpenApi } from './openapi.ts'

const FILES = {
  schema: new URL('../schema.sql', import.meta.url),
  tables: new URL('../src/platform/postgres/tables.ts', import.meta.url),
  openapi: new URL('../openapi.json', import.meta.url),
}

const run = promisify(execFile)

async function dumpSchema(url: string): Promise<string> {
  const { stdout: dump } = await run('pg_dump', [
    ...['--schema-only', '--no-owner', '--dbname', url],
    // The partition of these days has another name tomorrow.
    ...['--exclude-table', 'point_event_2*'],
  ])
  return (
    dump
      .split('\n')
      // Versions, settings and one-time tokens of the tool that dumped are not the schema.
      .filter((line) => !/^(--|\\restrict|\\unrestrict|SET |SELECT pg_catalog\.set_config)/.test(line))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
      .concat('\n')
  )
}

/** The names of the tables, without partitions: `tenancy/table-kinds.ts` does not compile where one is missing. */
function writeTableNames(schema: string): string {
  const partitions = new Set(namesIn(schema, /ATTACH PARTITION public\.(\w+)/g))
  const tables = namesIn(schema, /^CREATE TABLE public\.(\w+)/gm).filter((name) => !partitions.has(name))
  const union = tables.map((name) => `  | '${name}'\n`).join('')
  return `/** Made from the migrations by \`npm run generate\`. */\nexport type TableName =\n${union}`
}

function namesIn(schema: string, pattern: RegExp): string[] {
  return [...schema.matchAll(pattern)].flatMap(([, name]) => name ?? [])
}

async function generateAll(): Promise<[URL, string][]> {
  const name = `punchcard_generate_${process.pid}`
  const url = await createDatabase(SERVER_URL, name)
  try {
    await migrate(url)
    const [schema, openapi] = await Promise.all([dumpSchema(url), writeOpenApi()])
    return [
      [FILES.schema, schema],
      [FILES.tables, writeTableNames(schema)],
      [FILES.openapi, openapi],
    ]
  } finally {
    await dropDatabase(SERVER_URL, name)
  }
}

const isCheck = process.argv.includes('--check')
for (const [file, text] of await generateAll()) {
  const path = relative(process.cwd(), fileURLToPath(file))
  const current = await readFile(file, 'utf8').catch(() => '')
  if (current === text) {
    process.stdout.write(`${path} is up to date\n`)
  } else if (isCheck) {
    process.stderr.write(`${path} is out of date: run \`npm run generate\` and commit the result\n`)
    process.exitCode = 1
  } else {
    await writeFile(file, text)
    process.stdout.write(`${path} written\n`)
  }
}
