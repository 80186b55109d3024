/** The rules of CONTRIBUTING.md, “Style”, that no other check holds. Each is broken here once. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '../src')

type Sources = Readonly<Record<string, string>>

const sources: Sources = Object.fromEntries(
  globSync('**/*.ts', { cwd: SRC })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(join(SRC, file), 'utf8')]),
)

/** `file: what` for each match of a pattern in the files of these paths. */
function found(files: Sources, paths: RegExp, pattern: RegExp): string[] {
  return Object.entries(files).flatMap(([file, text]) =>
    paths.test(file) ? [...text.matchAll(pattern)].map(([, what]) => `${file}: ${what}`) : [],
  )
}

const namesThatSayNothing = (files: Sources): string[] =>
  Object.keys(files).filter((file) =>
    /(^|\/)(utils?|helpers?|services?|managers?|common|index)(\/|\.ts)/.test(file),
  )

const baseClasses = (files: Sources): string[] => [
  ...found(files, /./, /\b(abstract class \w+)/g),
  ...found(files, /./, /\b(class \w+ extends (?!\w*Error\b)\w+)/g),
]

/** Those that wait for something, and are given neither a transaction nor the address of a server to log in to. */
const withoutTransaction = (files: Sources): string[] =>
  found(
    files,
    /^\w+\/(store|collections)\b/,
    /^export (?:async )?function (\w+)(?:<[^(]*>)?\((?!\s*(?:tx: Tx|\w*[uU]rl: string)\b)[^{;]*?\): Promise</gm,
  )

/** A defect is thrown, and what is not loaded yet; a business reason to refuse is returned. */
const thrownReasons = (files: Sources): string[] =>
  found(files, /^\w+\/rules\b/, /throw new (?!Error\b|NotLoaded\b)(\w+)/g)

/** platform/ knows no business noun, and so none of these types. */
const plainIds = (files: Sources): string[] =>
  found(files, /^(?!platform\/)/, /\b((?:tenant|customer|record|order)Ids?\??: (?:readonly )?number\b)/g)

/**
 * PostgreSQL does not know that `coalesce` leaks nothing (of `case` it does). Under row-level security a comparison with it
 * is no way into an index: all rows of the merchant are read, for each that is looked for.
 */
const coalescedKeys = (files: Sources): string[] =>
  found(files, /./, /\b(?:and|on|where)\s+((?:\w+\.)?(?:\w+_)?id = coalesce\()/g)

it.each([
  ['names say what a thing is', namesThatSayNothing, { 'orders/utils.ts': '', 'http/index.ts': '' }],
  [
    'there are no base classes',
    baseClasses,
    { 'orders/order.ts': 'abstract class Thing', 'tiers/tier.ts': 'class Gold extends Tier {}' },
  ],
  [
    'a store function takes its transaction first',
    withoutTransaction,
    {
      'orders/store.ts': 'export async function find(id: number): Promise<Order> {}',
      'tiers/store/tiers.ts': 'export function list(\n  id: number,\n  tx: Tx,\n): Promise<Tier[]> {}',
    },
  ],
  [
    'a business reason to refuse is returned',
    thrownReasons,
    { 'orders/rules.ts': "throw new Refused('no')", 'orders/rules/place.ts': 'throw new OrderError()' },
  ],
  [
    'no row is looked up by what coalesce gives',
    coalescedKeys,
    {
      'orders/store.ts': 'join customer on customer.id = coalesce(named.merged_into, named.id)',
      'tiers/store.ts': 'where tier.tenant_id = 1\n and tier.id = coalesce(a, b)',
      'webhooks/store.ts': 'update cursor set event_id = coalesce(moved.event_id, cursor.event_id)',
    },
  ],
  [
    'an id has the type of what it names',
    plainIds,
    {
      'orders/order.ts': 'interface Order { readonly customerId: number }',
      'tiers/store.ts': 'export function list(tx: Tx, tenantIds: readonly number[]): void {}',
      'platform/postgres/database.ts': 'function bind(tenantId: number): void {}',
    },
  ],
] as const)('%s', (_rule, problemsIn, broken) => {
  expect(problemsIn(broken)).toHaveLength(2)
  expect(problemsIn(sources)).toEqual([])
})
