import { globSync } from 'node:fs'
import { ADMIN_PREFIX, type Operation } from '../src/contract/admin-api/operation.ts'

const SOURCES = new URL('../src/', import.meta.url)

function isOperation(value: unknown): value is Operation {
  const { id, method, path, permission } = (value ?? {}) as Partial<Operation>
  return [id, method, path, permission].every((member) => typeof member === 'string')
}

async function findOperations(): Promise<Operation[]> {
  const files = globSync(['*/admin-api/*schema.ts', 'management/*/schema.ts'], { cwd: SOURCES.pathname })
  const modules = await Promise.all(
    files.map(async (file) => (await import(new URL(file, SOURCES).href)) as object),
  )
  return modules
    .flatMap((module) => Object.values(module).filter(isOperation))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * For the panel: where each operation is. Its types are those of the client library, which are written out: taken from
 * the schemas they were 1.5 million types, and checking the panel took four times as long.
 */
export async function writePanelOperations(): Promise<string> {
  const operations = await findOperations()
  return [
    '/* Made by `npm run generate` from the operations of the management API. */',
    '',
    '/** Method, address, and: `i` needs an Idempotency-Key, `t` its body is text, `o` octets, `d` it answers with a file. */',
    'export const OPERATIONS = {',
    ...operations.map((operation) => `  '${operation.id}': ${tupleOf(operation)},`),
    '} as const satisfies Record<string, readonly [string, string, string]>',
    '',
  ].join('\n')
}

function tupleOf({ method, path, idempotent, textBodyMax, octetBodyMax, isDownload }: Operation): string {
  const flags = [
    idempotent ? 'i' : '',
    textBodyMax === undefined ? '' : 't',
    octetBodyMax === undefined ? '' : 'o',
    isDownload ? 'd' : '',
  ].join('')
  return `['${method}', '${ADMIN_PREFIX}${path}', '${flags}']`
}
