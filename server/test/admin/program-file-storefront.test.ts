/** The section `storefront` of a program file: it lies in the directory, and is two permissions. */
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '../../src/contract/locale.ts'
import { PERMISSIONS, type Permission } from '../../src/contract/permission.ts'
import { SWITCHES } from '../../src/contract/storefront-switch.ts'
import type { JsonObject } from '../../src/program-file/shape.ts'
import { readProgramText, writeProgramText } from '../../src/program-file/yaml.ts'
import type { StorefrontAnswer } from '../../src/storefront/admin-api/schema.ts'
import { CORNERS, ICONS, TYPES } from '../../src/storefront/content.ts'
import { LIGHT_SURFACE } from '../../src/storefront/rules/appearance.ts'
import { readableOn, readableShade } from '../../src/storefront/rules/shades.ts'
import { TEXTS, type TextKey } from '../../src/storefront/texts.ts'
import { lockStorefront, saveStorefront } from '../../src/tenancy/store/storefront.ts'
import { type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { clientOf } from '../support/client-of.ts'
import { PNG } from '../support/pictures.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const test = useShops()
const admin = useManager(() => ({ ...test.api, cells: test.api.sealedCells }))
const ANY = { ifMatch: '*' }
const ORIGIN = 'https://shop.example'

const open = async (): Promise<Manager> => admin.manager((await test.open()).key)

let slugs = 0
function newSlug(): string {
  slugs += 1
  return `filed-${slugs}-a`
}

interface Change {
  readonly section: string
  readonly kind: string
  readonly members: readonly { readonly member: string; readonly before: unknown; readonly after: unknown }[]
}

interface Exported {
  readonly file: { readonly storefront?: Readonly<Record<string, unknown>> }
  readonly basis: string
}

const exported = async (manager: Manager, options?: SendOptions) =>
  (await manager.get<Exported>('/program-file', options)).body
const planned = (manager: Manager, storefront: object) =>
  manager.done<{ changes: Change[]; basis: string }>('POST', '/program-file/plan', {
    file: { punchcard: 1, storefront },
  })
const apply = (manager: Manager, storefront: unknown, options?: SendOptions, more: object = {}) =>
  manager.send<{ changes: Change[]; permission?: string; code?: string; type?: string }>(
    'POST',
    '/program-file/apply',
    { file: { punchcard: 1, storefront }, ...more },
    options,
  )
const shown = async (manager: Manager) => (await manager.get<StorefrontAnswer>('/storefront')).body
const audits = async (manager: Manager) =>
  (await manager.get<{ items: { action: string; before: object; after: object; note: string }[] }>('/audit'))
    .body.items

const plain = fc.string({ minLength: 1, maxLength: 30 }).filter((text) => /^[\x20-\x7eà-ü]*\S/.test(text))
const name = plain.filter((text) => /^[\x20-\x7eà-ü]+$/.test(text))
const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const some = <Members extends object>(members: { [Name in keyof Members]: fc.Arbitrary<Members[Name]> }) =>
  fc.record(members, { requiredKeys: [] })

/** What is chosen can be read; what is not follows from the accent. */
const appearance = fc
  .tuple(
    some({
      accent: colour.map((any) => readableShade(any, LIGHT_SURFACE)),
      corners: fc.constantFrom(...CORNERS),
      type: fc.constantFrom(...TYPES),
      icon: fc.constantFrom(...ICONS),
    }),
    fc.option(colour),
  )
  .map(([chosen, card]) => ({ ...chosen, ...(card === null ? {} : { card, onCard: readableOn(card) }) }))

const words = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom(...(Object.keys(TEXTS) as TextKey[])), fc.subarray([...LOCALES]), name),
    {
      maxLength: 5,
      selector: ([key]) => key,
    },
  )
  .map((all) =>
    Object.fromEntries(
      all.map(([key, locales, text]) => [
        key,
        Object.fromEntries(
          locales.map((locale) => [
            locale,
            `${text.replaceAll(/[{}]/g, '')}x${(TEXTS[key].en.match(/\{\w+\}/g) ?? []).join(' ')}`,
          ]),
        ),
      ]),
    ),
  )

const storefronts = fc
  .tuple(
    some({
      isOn: fc.boolean(),
      programName: name,
      appearance,
      switches: some(Object.fromEntries(SWITCHES.map((one) => [one, fc.boolean()]))),
      words,
      hiddenRules: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 5 }),
    }),
    fc.uniqueArray(fc.constantFrom(ORIGIN, 'https://www.shop.example:8443', 'https://loja.example'), {
      minLength: 1,
    }),
    fc.option(some({ page: name, signIn: name, privacy: fc.constant(null) })),
    fc.boolean(),
  )
  .map(([storefront, origins, links, refers]) => ({
    ...storefront,
    origins,
    ...(refers && { referralUrl: `${origins[0]}/?ref={code}` }),
    ...(links && {
      links: Object.fromEntries(
        Object.entries(links).map(([which, path]) => [
          which,
          path === null ? null : `${origins[0]}/${encodeURIComponent(String(path))}`,
        ]),
      ),
    }),
  }))

describe('a storefront that is exported and applied', () => {
  it('is the same, whatever it is and whatever the other one was before', async () => {
    const [one, other] = [await open(), await open()]
    const [slug, otherSlug] = [newSlug(), newSlug()]
    let applied = 0
    await fc.assert(
      fc.asyncProperty(storefronts, storefronts, async (wanted, before) => {
        for (const [manager, storefront] of [
          [one, { ...wanted, slug }],
          [other, { ...before, slug: otherSlug }],
        ] as const) {
          const done = await apply(manager, storefront)
          expect(done.status, JSON.stringify([storefront, done.body])).toBe(200)
        }
        const { file } = await exported(one)
        const text = writeProgramText(file as JsonObject)
        const read = readProgramText(text) as { storefront: object }
        expect(read).toEqual(file)
        expect((await planned(one, read.storefront)).body.changes).toEqual([])
        const { version } = await shown(one)
        expect((await apply(one, read.storefront)).body.changes).toEqual([])
        expect((await shown(one)).version).toBe(version)
        // The name in addresses is the shop's own.
        const { slug: _, ...elsewhere } = read.storefront as { slug: string }
        expect((await apply(other, elsewhere)).status).toBe(200)
        expect((await planned(other, elsewhere)).body.changes).toEqual([])
        const [{ version: _one, ...first }, { version: _other, ...second }] = [
          await shown(one),
          await shown(other),
        ]
        expect(second).toEqual({ ...first, slug: otherSlug })
        expect((await exported(other)).file.storefront).toEqual({ ...elsewhere, slug: otherSlug })
        applied += 1
      }),
      { numRuns: 15 },
    )
    expect(applied).toBe(15)
  })

  it('that was never configured is an empty section, and applying that does nothing', async () => {
    const manager = await open()
    expect((await exported(manager)).file.storefront).toEqual({})
    expect((await apply(manager, {})).body.changes).toEqual([])
    expect((await shown(manager)).version).toBe(1)
  })

  it('has its defaults where the file says nothing, but keeps its name, logo and terms', async () => {
    const manager = await open()
    const slug = newSlug()
    await manager.done('PUT', '/storefront/logo', PNG, ANY)
    const full = {
      isOn: true,
      slug,
      programName: 'Clube',
      words: { balance: { en: 'Beans' } },
      origins: [ORIGIN],
    }
    expect((await apply(manager, full)).status).toBe(200)
    const { logo } = await shown(manager)
    expect(logo).not.toBeNull()
    const { body } = await apply(manager, { origins: [ORIGIN] })
    expect(body.changes).toEqual([
      {
        ...{ kind: 'change', section: 'storefront', key: '', label: '' },
        members: [
          { member: 'isOn', before: true, after: false },
          { member: 'programName', before: 'Clube', after: null },
          { member: 'words.balance', before: { en: 'Beans' }, after: null },
        ],
      },
    ])
    expect(await shown(manager)).toMatchObject({ isOn: false, slug, programName: 'Shop', words: {}, logo })
  })

  it('is left as it is by a file without the section', async () => {
    const manager = await open()
    await apply(manager, { programName: 'Clube' })
    const file = { punchcard: 1, settings: {} }
    expect((await manager.done('POST', '/program-file/apply', { file })).body.changes).toEqual([])
    expect(await shown(manager)).toMatchObject({ programName: 'Clube', version: 2 })
  })

  it('leaves out texts that an upgrade has made wrong, as the shop does', async () => {
    const manager = await open()
    await apply(manager, { words: { balance: { en: 'Beans' } } })
    await test.api.sealedCells.directory.transaction([manager.shop.tenantId], async (tx) => {
      const before = await lockStorefront(tx, manager.shop.tenantId)
      if (!before) throw new Error('it was configured')
      const content = { words: { balance: { en: 'Beans', es: 'Hay {beans}' }, gone: { en: 'Gone' } } }
      await saveStorefront(tx, manager.shop.tenantId, { ...before, content })
    })
    const { file } = await exported(manager)
    expect(file.storefront).toEqual({ words: { balance: { en: 'Beans' } } })
    expect((await apply(manager, file.storefront)).status).toBe(200)
  })
})

it('is in the file of the guide, which can be applied', async () => {
  const guide = new URL('../../../docs/guides/program-as-code.md', import.meta.url)
  const [, text = ''] = /```yaml\n(# yaml-language-server[^`]+)```/.exec(await readFile(guide, 'utf8')) ?? []
  const file = readProgramText(text) as { storefront: object }
  const manager = await open()
  await manager.done('POST', '/program-file/apply', { file })
  expect((await exported(manager)).file.storefront).toMatchObject({ isOn: true, slug: 'aurora' })
  expect((await manager.done('POST', '/program-file/plan', { file })).body.changes).toEqual([])
})

describe('who may', () => {
  const without = (...missing: Permission[]) => PERMISSIONS.filter((one) => !missing.includes(one))
  const full = () => ({ programName: 'Clube', slug: newSlug(), origins: [ORIGIN] })

  it('change what is shown needs storefront.write, and where it leads storefront.domains', async () => {
    const manager = await open()
    const storefront = full()
    const shownOnly = { permissions: without('storefront.domains') }
    const domainsOnly = { permissions: without('storefront.write') }
    for (const [options, permission] of [
      [shownOnly, 'storefront.domains'],
      [domainsOnly, 'storefront.write'],
    ] as const) {
      const refused = await apply(manager, storefront, options)
      expect([refused.status, refused.body.permission]).toEqual([403, permission])
    }
    expect((await shown(manager)).version).toBe(1)
    const { programName, ...domains } = storefront
    expect((await apply(manager, { programName }, shownOnly)).status).toBe(200)
    expect((await apply(manager, { programName, ...domains }, domainsOnly)).status).toBe(200)
    // As they are they need nothing, and to take them away needs the same as to set them.
    expect((await apply(manager, { ...storefront, programName: 'Club' }, shownOnly)).status).toBe(200)
    const emptied = await apply(manager, { programName: 'Club' }, shownOnly)
    expect([emptied.status, emptied.body.permission]).toEqual([403, 'storefront.domains'])
    for (const more of [{ links: { page: `${ORIGIN}/club` } }, { referralUrl: `${ORIGIN}/?ref={code}` }]) {
      const refused = await apply(manager, { ...storefront, programName: 'Club', ...more }, shownOnly)
      expect([refused.status, refused.body.permission]).toEqual([403, 'storefront.domains'])
    }
  })

  it('is asked for a confirmation by the panel where it leads elsewhere; a token is not', async () => {
    const manager = await open()
    const storefront = full()
    const unconfirmed = { isConfirmed: false }
    const refused = await apply(manager, storefront, unconfirmed)
    expect([refused.status, refused.body.type]).toEqual([403, expect.stringContaining('confirm')])
    expect((await shown(manager)).version).toBe(1)
    expect((await apply(manager, { programName: 'Clube' }, unconfirmed)).status).toBe(200)
    expect((await apply(manager, storefront, { ...unconfirmed, actor: 'token:3' })).status).toBe(200)
    expect((await apply(manager, { ...storefront, programName: 'Club' }, unconfirmed)).status).toBe(200)
  })

  it('not read it gets a file without it, and no plan', async () => {
    const manager = await open()
    await apply(manager, { programName: 'Clube' })
    const options = { permissions: without('storefront.read') }
    expect((await exported(manager, options)).file).not.toHaveProperty('storefront')
    const file = { punchcard: 1, storefront: {} }
    const refused = await manager.send('POST', '/program-file/plan', { file }, options)
    expect([refused.status, refused.body.permission]).toEqual([403, 'storefront.read'])
  })
})

describe('a section that is wrong', () => {
  it('is refused with all its mistakes and their places, by plan and apply', async () => {
    const manager = await open()
    const storefront = {
      appearance: { accent: '#f2a27c' },
      words: { balance: { en: 'Have {beans}' }, nope: { en: 'x' } },
      slug: 'panel',
      origins: ['http://shop.example', ORIGIN],
      links: { page: 'https://elsewhere.example/' },
      referralUrl: 'https://elsewhere.example/{code}',
    }
    const body = { file: { punchcard: 1, storefront } }
    for (const operation of ['plan', 'apply']) {
      expect(await manager.problems('POST', `/program-file/${operation}`, body)).toEqual([
        '/file/storefront/appearance/accent contrast',
        '/file/storefront/words/balance/en places',
        '/file/storefront/words/nope',
        '/file/storefront/slug',
        '/file/storefront/origins/0',
        '/file/storefront/links/page',
        '/file/storefront/referralUrl',
      ])
    }
    expect((await apply(manager, { logo: null })).status).toBe(422)
    expect((await shown(manager)).version).toBe(1)
  })

  it('or takes the name of another shop changes nothing, not even what lies in the cell', async () => {
    const [one, other] = [await open(), await open()]
    const slug = newSlug()
    await apply(one, { slug })
    const rewards = [{ key: 'ten', type: 'fixedValue', title: 'Ten off', value: '10', points: '200' }]
    const file = { punchcard: 1, storefront: { slug }, rewards }
    for (const operation of ['plan', 'apply']) {
      const { status, body } = await other.send('POST', `/program-file/${operation}`, { file })
      expect([status, body.code]).toEqual([409, 'slugTaken'])
    }
    expect((await exported(other)).file).toMatchObject({ storefront: {}, rewards: [] })
    const early = await apply(other, { isOn: true })
    expect([early.status, early.body.code]).toEqual([409, 'slugMissing'])
  })
})

describe('a change of another person', () => {
  it('since the plan is not undone', async () => {
    const manager = await open()
    const { basis } = (await planned(manager, { programName: 'Clube' })).body
    await manager.done('PATCH', '/storefront', { switches: { join: false } }, ANY)
    expect((await apply(manager, { programName: 'Clube' }, {}, { basis })).status).toBe(412)
    expect(await shown(manager)).toMatchObject({ programName: 'Shop', version: 2 })
    const again = (await planned(manager, { programName: 'Clube' })).body.basis
    expect((await apply(manager, { programName: 'Clube' }, {}, { basis: again })).status).toBe(200)
  })

  it('while the file is applied is not undone, also by one who could not have made it', async () => {
    const manager = await open()
    const { tenantId } = manager.shop
    const slug = newSlug()
    await apply(manager, { slug })
    const watcher = clientOf(test.api.databaseUrl)
    await watcher.connect()
    let sent: ReturnType<typeof apply> | undefined
    try {
      await test.api.sealedCells.directory.transaction([tenantId], async (tx) => {
        const before = await lockStorefront(tx, tenantId)
        if (!before) throw new Error('it was configured')
        const permissions = PERMISSIONS.filter((one) => one !== 'storefront.domains')
        sent = apply(manager, { slug, programName: 'Clube' }, { permissions })
        await until(async () => {
          const { rows } = await watcher.query(
            `select from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like '%for no key update%'`,
          )
          return rows.length > 0
        })
        await saveStorefront(tx, tenantId, { ...before, origins: [ORIGIN], version: before.version + 1 })
      })
    } finally {
      await watcher.end()
    }
    expect((await sent)?.status).toBe(412)
    expect(await shown(manager)).toMatchObject({ programName: 'Shop', origins: [ORIGIN], version: 3 })
  })
})

it('is told to the audit as what a person does by hand, each part by itself', async () => {
  const manager = await open()
  const slug = newSlug()
  await apply(manager, { programName: 'Clube', slug, hiddenRules: [3, 1] }, {}, { note: 'commit 1a2b3c' })
  const [domains, update] = (await audits(manager)).filter(({ action }) => action.startsWith('storefront.'))
  expect([update, domains]).toMatchObject([
    {
      action: 'storefront.update',
      target: { kind: 'storefront' },
      before: { programName: null, hiddenRules: [] },
      after: { programName: 'Clube', hiddenRules: [1, 3] },
      note: 'commit 1a2b3c',
    },
    { action: 'storefront.domains', before: { slug: null }, after: { slug }, note: 'commit 1a2b3c' },
  ])
  const count = (await audits(manager)).length
  await apply(manager, { programName: 'Clube', slug, hiddenRules: [1, 3] })
  expect((await audits(manager)).length).toBe(count)
})
