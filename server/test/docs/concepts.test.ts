/** The pages of docs/concepts: each table is replayed line by line, and what they say to configure can be. */
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ADMIN_PREFIX, type Operation } from '../../src/contract/admin-api/operation.ts'
import { ContentSchema } from '../../src/earning/program-json.ts'
import { useStories } from '../support/stories.ts'
import { readPage, type Setting } from './concept-page.ts'
import { Replay } from './concept-replay.ts'

const SERVER = join(import.meta.dirname, '../..')
/** It is about all accounts together, which a replay of one can't show: `test/figures/` holds what it says. */
const ABOUT_ALL = 'liability'
const PAGES = globSync(join(SERVER, '../docs/concepts/*.md'))
  .map((path) => basename(path, '.md'))
  .filter((name) => name !== ABOUT_ALL)
const story = useStories()

it('there are five pages about accounts', () => {
  expect(PAGES.toSorted()).toEqual(['cards', 'cashback', 'debts', 'points-and-lots', 'tiers'])
})

describe.each(PAGES)('%s', (name) => {
  const page = readPage(name)

  it('has examples, one that is explained, and settings', () => {
    expect(page.examples.length).toBeGreaterThan(1)
    expect(page.examples.flatMap(({ explained }) => explained)).not.toEqual([])
    expect(page.settings).not.toEqual([])
  })

  it.each(page.examples)('$title: $name', async (example) => {
    const replay = await Replay.open(story, example.file)
    await replay.run(example)
  })

  it('names operations and members that there are', async () => {
    const operations = await allOperations()
    const wrong = page.settings.filter((setting) => !isThere(setting, operations))
    expect(wrong).toEqual([])
  })
})

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly items?: SchemaNode
  readonly anyOf?: readonly SchemaNode[]
}

/** By method and address, as `PUT /v1/admin/tenants/{tenant}/tiers`. */
async function allOperations(): Promise<ReadonlyMap<string, Operation>> {
  const files = globSync([
    join(SERVER, 'src/*/admin-api/*schema.ts'),
    join(SERVER, 'src/management/*/schema.ts'),
  ])
  const modules = await Promise.all(files.map((file) => import(file) as Promise<object>))
  const operations = modules
    .flatMap((exported) => Object.values(exported))
    .filter((value): value is Operation => typeof value?.method === 'string')
  return new Map(
    operations.map((one) => [`${one.method} ${ADMIN_PREFIX}${one.path.replaceAll(/:(\w+)/g, '{$1}')}`, one]),
  )
}

function isThere({ file, operation, member }: Setting, operations: ReadonlyMap<string, Operation>): boolean {
  const body = operations.get(operation)?.body as SchemaNode | undefined
  if (!body) return false
  const [section = '', ...path] = member.split('.')
  if (file !== '' && file !== member) return false
  switch (section) {
    // The draft takes any program, also one that is wrong.
    case 'program':
      return has(ContentSchema as SchemaNode, path)
    case 'tiers[]':
      return has(body, [section, ...path])
    default:
      return has(body, path)
  }
}

/** Whether a value may have this member; `rules[]` is each of a list. */
function has(schema: SchemaNode, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true
  if (schema.anyOf) return schema.anyOf.some((branch) => has(branch, [first, ...rest]))
  const member = schema.properties?.[first.replace('[]', '')]
  const inner = first.endsWith('[]') ? member?.items : member
  return inner !== undefined && has(inner, rest)
}
