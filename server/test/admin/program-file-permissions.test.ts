/** Every section of a program file asks for the permission that the section has elsewhere: src/program-file. */
import { beforeEach, describe, expect, it } from 'vitest'
import { type Permission, ROLES, type Role } from '../../src/contract/permission.ts'
import { permissionsOf } from '../../src/people/role.ts'
import { type Browser, usePeople } from '../support/people.ts'
import { START, useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const used = usePeople(() => test.api)

beforeEach(() => {
  test.api.now = START
})

interface Section {
  readonly content: unknown
  readonly read: Permission
  readonly write: Permission
}

const SECTIONS: Readonly<Record<string, Section>> = {
  settings: {
    content: { takeBack: 'debt', tierGraceDays: 7 },
    read: 'settings.read',
    write: 'settings.write',
  },
  program: {
    content: {
      cashback: { isOn: true, pointValue: '0.05' },
      rules: [{ id: 1, kind: 'purchase', name: 'One', points: '1' }],
    },
    read: 'program.read',
    write: 'program.publish',
  },
  tiers: { content: [{ key: 'base', name: 'Base', base: true }], read: 'tiers.read', write: 'tiers.write' },
  rewards: {
    content: [{ key: 'ten', type: 'fixedValue', title: 'Ten off', value: '10', points: '200' }],
    read: 'rewards.read',
    write: 'rewards.write',
  },
  quizzes: {
    content: [{ key: 'q', name: 'Quiz', points: '5', questions: [{ text: 'Why?', type: 'openText' }] }],
    read: 'quizzes.read',
    write: 'quizzes.write',
  },
  storefront: { content: { programName: 'Clube' }, read: 'storefront.read', write: 'storefront.write' },
}

const NAMES = Object.keys(SECTIONS)
const fileWith = (...names: readonly string[]) => ({
  punchcard: 1,
  ...Object.fromEntries(names.map((name) => [name, SECTIONS[name]?.content])),
})

const planOf = (browser: Browser, tenant: number, file: object, headers = {}) =>
  browser.send('POST', `/tenants/${tenant}/program-file/plan`, { file }, { headers })
const apply = (browser: Browser, tenant: number, file: object, headers = {}) =>
  browser.send('POST', `/tenants/${tenant}/program-file/apply`, { file }, { headers })
const fileOf = async (browser: Browser, tenant: number, headers = {}) =>
  (
    await browser.done<{ file: Record<string, unknown> }>(
      'GET',
      `/tenants/${tenant}/program-file`,
      undefined,
      { headers },
    )
  ).body.file

describe.each(ROLES)('%s', (role: Role) => {
  const mine = permissionsOf(role)

  it.each(NAMES)('plans and applies %s as far as the section may be read and written', async (name) => {
    const { read, write } = SECTIONS[name] as Section
    const { tenantId } = await test.api.openShop()
    const [owner, member] = [
      await used.people.member(tenantId, 'owner'),
      await used.people.member(tenantId, role),
    ]
    const before = await fileOf(owner.browser, tenantId)
    expect(Object.hasOwn(await fileOf(member.browser, tenantId), name)).toBe(mine.includes(read))
    const planned = await planOf(member.browser, tenantId, fileWith(name))
    expect(planned.status, JSON.stringify(planned.body)).toBe(mine.includes(read) ? 200 : 403)
    const applied = await apply(member.browser, tenantId, fileWith(name))
    const may = mine.includes('program.publish') && mine.includes(write)
    expect(applied.status, JSON.stringify(applied.body)).toBe(may ? 200 : 403)
    const after = await fileOf(owner.browser, tenantId)
    if (may) expect(after[name]).not.toEqual(before[name])
    else expect(after).toEqual(before)
  })
})

describe('a section that may not be written', () => {
  it('refuses the whole file, and names the permission', async () => {
    const { tenantId } = await test.api.openShop()
    const [owner, manager] = [
      await used.people.member(tenantId),
      await used.people.member(tenantId, 'manager'),
    ]
    const before = await fileOf(owner.browser, tenantId)
    expect(await apply(manager.browser, tenantId, fileWith(...NAMES))).toMatchObject({
      status: 403,
      body: { permission: 'settings.write' },
    })
    expect(await fileOf(owner.browser, tenantId)).toEqual(before)
  })

  it('may be in the file as it is: who exports a file can apply it', async () => {
    const { tenantId } = await test.api.openShop()
    const [owner, manager] = [
      await used.people.member(tenantId),
      await used.people.member(tenantId, 'manager'),
    ]
    expect((await apply(owner.browser, tenantId, fileWith(...NAMES))).status).toBe(200)
    const file = await fileOf(manager.browser, tenantId)
    expect((await apply(manager.browser, tenantId, { ...file, rewards: [] })).status).toBe(200)
  })
})

describe('a token', () => {
  it.each(['tiers', 'rewards', 'quizzes', 'settings', 'storefront'])(
    'with program.publish alone does not write %s',
    async (name) => {
      const { tenantId } = await test.api.openShop()
      const owner = await used.people.member(tenantId)
      const { read, write } = SECTIONS[name] as Section
      const tokenWith = async (...permissions: readonly Permission[]) => {
        const made = await owner.browser.done<{ secret: string }>('POST', `/tenants/${tenantId}/tokens`, {
          label: 'CI',
          permissions,
        })
        return { authorization: `Bearer ${made.body.secret}` }
      }
      const send = async (headers: object) =>
        (await apply(used.people.browser(), tenantId, fileWith(name), headers)).status
      const without = await tokenWith('program.read', 'program.publish')
      expect(await send(without)).toBe(403)
      expect((await planOf(used.people.browser(), tenantId, fileWith(name), without)).status).toBe(403)
      expect(await send(await tokenWith('program.read', 'program.publish', read))).toBe(403)
      expect(await send(await tokenWith('program.read', 'program.publish', read, write))).toBe(200)
    },
  )
})
