import { globSync } from 'node:fs'
import { ADMIN_PREFIX, type Operation } from '../src/contract/admin-api/operation.ts'

const SOURCES = new URL('../src/', import.meta.url)

interface Found {
  readonly file: string
  readonly name: string
  readonly operation: Operation
}

function isOperation(value: unknown): value is Operation {
  const { id, method, path, permission } = (value ?? {}) as Partial<Operation>
  return [id, method, path, permission].every((member) => typeof member === 'string')
}

async function findOperations(): Promise<Found[]> {
  const files = globSync('*/admin-api/*schema.ts', { cwd: SOURCES.pathname }).sort()
  const modules = await Promise.all(
    files.map(async (file) => [file, (await import(new URL(file, SOURCES).href)) as object] as const),
  )
  return modules
    .flatMap(([file, module]) =>
      Object.entries(module).flatMap(([name, value]) =>
        isOperation(value) ? [{ file: file.replaceAll('\\', '/'), name, operation: value }] : [],
      ),
    )
    .sort((a, b) => (a.operation.id < b.operation.id ? -1 : 1))
}

/** For the panel: where each operation is, and its types, which are gone when the panel is built. */
export async function writePanelOperations(): Promise<string> {
  const found = await findOperations()
  const files = [...new Set(found.map(({ file }) => file))].sort()
  const alias = (file: string): string => `from${files.indexOf(file)}`
  return [
    '/* Made by `npm run generate` from the operations of the management API. */',
    ...files.map((file) => `import type * as ${alias(file)} from '../../../server/src/${file}'`),
    '',
    '/** Method, address, and: `i` needs an Idempotency-Key, `t` its body is text. */',
    'export const OPERATIONS = {',
    ...found.map(({ operation }) => `  '${operation.id}': ${tupleOf(operation)},`),
    '} as const satisfies Record<string, readonly [string, string, string]>',
    '',
    'export interface OperationTypes {',
    ...found.map(({ file, name, operation }) => `  '${operation.id}': typeof ${alias(file)}.${name}`),
    '}',
    '',
  ].join('\n')
}

function tupleOf({ method, path, idempotent, textBodyMax }: Operation): string {
  const flags = `${idempotent ? 'i' : ''}${textBodyMax === undefined ? '' : 't'}`
  return `['${method}', '${ADMIN_PREFIX}${path}', '${flags}']`
}
