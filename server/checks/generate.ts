/**
 * Writes the files that are made from others: schema.sql and the table types from the migrations,
 * openapi.json from the routes. With --check it writes nothing and fails where a file is out of date.
 */
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDatabase, dropDatabase } from '../src/platform/postgres/databases.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { SERVER_URL } from '../test/support/server-url.ts'
import { writeOpenApi } from './openapi.ts'

const FILES = {
  schema: new URL('../schema.sql', import.meta.url),
  tables: new URL('../src/platform/postgres/tables.ts', import.meta.url),
  openapi: new URL('../openapi.json', import.meta.url),
}

function dumpSchema(url: string): string {
  const dump = execFileSync('pg_dump', ['--schema-only', '--no-owner', '--dbname', url], { encoding: 'utf8' })
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

function writeTableTypes(url: string): string {
  const typeMapping = JSON.stringify({ int8: 'number', numeric: 'Decimal' })
  const bin = fileURLToPath(import.meta.resolve('kysely-codegen/dist/cli/bin.js'))
  const types = execFileSync(
    process.execPath,
    [
      bin,
      '--url',
      url,
      '--dialect',
      'postgres',
      '--log-level',
      'silent',
      '--print',
      '--type-mapping',
      typeMapping,
    ],
    { encoding: 'utf8' },
  )
  return types.replace(
    'import type { ColumnType } from "kysely";',
    'import type { ColumnType } from "kysely";\nimport type { Decimal } from "../decimal.ts";',
  )
}

async function generateAll(): Promise<[URL, string][]> {
  const name = `punchcard_generate_${process.pid}`
  const url = await createDatabase(SERVER_URL, name)
  try {
    await migrate(url)
    return [
      [FILES.schema, dumpSchema(url)],
      [FILES.tables, writeTableTypes(url)],
      [FILES.openapi, await writeOpenApi()],
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
