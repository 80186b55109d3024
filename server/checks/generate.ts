/**
 * Writes the files that are made from others: schema.sql and the names in it from the migrations,
 * openapi.json, openapi-admin.json and openapi-storefront.json from the routes, the page about the command line from the commands, the types and
 * methods of the client library from openapi.json and openapi-admin.json, the panel's list of operations from their schemas and its kinds of rules, Grafana's dashboards
 * from their definitions. With --check it writes nothing and fails where a file is out of
 * date.
 */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { createDatabase, dropDatabase } from '../src/platform/postgres/databases.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { SERVER_URL } from '../test/support/server-url.ts'
import { writeAdminLibrary } from './client-library/admin.ts'
import { writeClientLibrary } from './client-library/write.ts'

import { writeCommandLinePage } from './command-line-page.ts'
import { DASHBOARDS } from './dashboards/definitions.ts'
import { toGrafana } from './dashboards/grafana.ts'

import { writeOpenApi } from './openapi.ts'
import { writePanelOperations } from './panel-operations.ts'
import { writePanelRuleKinds } from './panel-rule-kinds.ts'

const FILES = {
  schema: new URL('../schema.sql', import.meta.url),
  tables: new URL('../src/platform/postgres/tables.ts', import.meta.url),
  openapi: new URL('../openapi.json', import.meta.url),
  openapiAdmin: new URL('../openapi-admin.json', import.meta.url),
  openapiStorefront: new URL('../openapi-storefront.json', import.meta.url),
  commandLine: new URL('../../docs/reference/command-line.md', import.meta.url),
  panel: new URL('../../admin/src/api/operations.gen.ts', import.meta.url),
  panelRuleKinds: new URL('../../admin/src/api/rule-kinds.gen.ts', import.meta.url),
  dashboards: new URL('../../deploy/grafana/dashboards/', import.meta.url),
  clientTypes: new URL('../../sdk/src/types.gen.ts', import.meta.url),
  clientOperations: new URL('../../sdk/src/operations.gen.ts', import.meta.url),
  clientGroups: new URL('../../sdk/src/groups.gen.ts', import.meta.url),
  adminTypes: new URL('../../sdk/src/admin-types.gen.ts', import.meta.url),
  adminOperations: new URL('../../sdk/src/admin-operations.gen.ts', import.meta.url),
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

/** The names of the tables, without partitions, and of their columns: what names another one does not compile. */
async function writeTableNames(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string; columns: string }>(`
    select relname as name, string_agg(quote_literal(attname), ' | ' order by attname) as columns
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    group by relname order by relname`)
  await client.end()
  return [
    '/** Made from the migrations by `npm run generate`. */',
    'export interface TableColumns {',
    ...rows.map(({ name, columns }) => `  ${name}: ${columns}`),
    '}',
    'export type TableName = keyof TableColumns\n',
  ].join('\n')
}

async function generateAll(): Promise<[URL, string][]> {
  const name = `punchcard_generate_${process.pid}`
  const url = await createDatabase(SERVER_URL, name)
  try {
    await migrate(url)
    const [schema, tables, openapi, panel] = await Promise.all([
      dumpSchema(url),
      writeTableNames(url),
      writeOpenApi(),
      writePanelOperations(),
    ])
    const client = writeClientLibrary(JSON.parse(openapi.privateApi))
    const adminClient = writeAdminLibrary(JSON.parse(openapi.adminApi))
    return [
      [FILES.schema, schema],
      [FILES.tables, tables],
      [FILES.openapi, openapi.privateApi],
      [FILES.openapiAdmin, openapi.adminApi],
      [FILES.openapiStorefront, openapi.publicApi],
      [FILES.panel, panel],
      [FILES.panelRuleKinds, writePanelRuleKinds()],
      [FILES.commandLine, writeCommandLinePage()],
      [FILES.clientTypes, client.types],
      [FILES.clientOperations, client.operations],
      [FILES.clientGroups, client.groups],
      [FILES.adminTypes, adminClient.types],
      [FILES.adminOperations, adminClient.operations],
      ...DASHBOARDS.map((dashboard): [URL, string] => [
        new URL(`${dashboard.uid}.json`, FILES.dashboards),
        toGrafana(dashboard),
      ]),
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
