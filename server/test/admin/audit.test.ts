/** Who did what: acceptance 24 and 25, for people. */
import { PassThrough } from 'node:stream'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../src/contract/permission.ts'
import { codeOfStep, stepAt } from '../../src/people/totp.ts'
import { createLogger } from '../../src/platform/log.ts'
import { run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { clientOf } from '../support/client-of.ts'
import { type Browser, PASSWORD, usePeople } from '../support/people.ts'
import { START, useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const lines = new PassThrough()
let logged = ''
lines.on('data', (line: Buffer) => {
  logged += line.toString()
})
const log = createLogger({ level: 'trace', destination: lines })
const used = usePeople(() => test.api, { log })

let client: pg.Client
beforeAll(async () => {
  client = clientOf(test.api.databaseUrl)
  await client.connect()
})
afterAll(() => client.end())
beforeEach(() => {
  test.api.now = START
})

interface Entry {
  readonly id: string
  readonly at: string
  readonly action: string
  readonly actor: { readonly kind: string; readonly id: number; readonly label: string }
  readonly target: { readonly kind: string; readonly id: string; readonly label: string }
  readonly before: object | null
  readonly after: object | null
}

interface Page {
  readonly items: Entry[]
  readonly nextCursor: string | null
}

async function openShop() {
  const { tenantId } = await test.api.openShop()
  const owner = await used.people.member(tenantId, 'owner', 'Ana')
  const path = (rest: string) => `/tenants/${tenantId}${rest}`
  const audit = async (query = '', browser = owner.browser) =>
    (await browser.done<Page>('GET', path(`/audit${query}`))).body
  return { tenantId, owner, path, audit }
}

/** What every table of the audit holds, as text. */
async function wholeAudit(): Promise<string> {
  const tables = ['audit_entry', 'directory_audit_entry', 'platform_audit']
  const texts: string[] = []
  for (const table of tables) texts.push(JSON.stringify((await client.query(`select * from ${table}`)).rows))
  return texts.join('\n')
}

describe('every change of people', () => {
  it('has exactly one entry, with who, what, before and after', async () => {
    const shop = await openShop()
    const { browser } = shop.owner
    const make = (email: string, role: Role) =>
      browser.done<{ link: string; invitation: { id: number } }>('POST', shop.path('/people/invitations'), {
        email,
        role,
      })
    const davi = await make('davi-audit@shop.example', 'manager')
    const eva = await make('eva-audit@shop.example', 'viewer')
    const resent = await browser.done<{ link: string }>(
      'POST',
      shop.path(`/people/invitations/${davi.body.invitation.id}/resend`),
    )
    await browser.done('DELETE', shop.path(`/people/invitations/${eva.body.invitation.id}`))
    const joined = used.people.browser()
    const token = resent.body.link.split('/').at(-1)
    await joined.done('POST', '/invitations/accept', { token, name: 'Davi', password: PASSWORD })
    const me = await joined.done<{ person: { id: number } }>('GET', '/session')
    const { id } = me.body.person
    const personal = { tenant: shop.tenantId, label: 'CI', expiresInDays: 1, permissions: ['rewards.read'] }
    const mine = await joined.done<{ token: { id: number } }>('POST', '/me/tokens', personal)
    await joined.done('DELETE', `/me/tokens/${mine.body.token.id}`)
    const service = await browser.done<{ token: { id: number } }>('POST', shop.path('/tokens'), {
      label: 'Deploy',
      permissions: ['rewards.read'],
    })
    const rotated = await browser.done<{ token: { id: number } }>(
      'POST',
      shop.path(`/tokens/${service.body.token.id}/rotate`),
      { overlapHours: 2 },
    )
    await browser.done('POST', shop.path(`/tokens/${rotated.body.token.id}/revoke`))
    await browser.done('POST', shop.path(`/tokens/${rotated.body.token.id}/revoke`))
    await browser.done('PATCH', shop.path(`/people/${id}`), { role: 'support' }, { ifMatch: '"r1"' })
    await browser.done('POST', shop.path(`/people/${id}/password-reset`))
    await browser.done('DELETE', shop.path(`/people/${id}`), undefined, { ifMatch: '"r2"' })

    const { items } = await shop.audit()
    expect(
      items.map(({ action, actor, before, after }) => [action, actor.label, before, after]).reverse(),
    ).toEqual([
      ['people.invite', 'Ana', null, { role: 'manager' }],
      ['people.invite', 'Ana', null, { role: 'viewer' }],
      ['people.resendInvitation', 'Ana', null, null],
      ['people.withdrawInvitation', 'Ana', { role: 'viewer' }, null],
      ['people.acceptInvitation', 'Davi', null, { role: 'manager' }],
      [
        'token.create',
        'Davi',
        null,
        { permissions: ['rewards.read'], expiresAt: '2026-01-16T12:00:00.000Z' },
      ],
      ['token.revoke', 'Davi', null, null],
      ['token.create', 'Ana', null, { permissions: ['rewards.read'], expiresAt: null }],
      [
        'token.rotate',
        'Ana',
        { expiresAt: null },
        { expiresAt: '2026-01-15T14:00:00.000Z', replacedBy: rotated.body.token.id },
      ],
      ['token.revoke', 'Ana', null, null],
      ['people.changeRole', 'Ana', { role: 'manager' }, { role: 'support' }],
      ['people.resetPassword', 'Ana', null, null],
      ['people.remove', 'Ana', { role: 'support' }, null],
    ])
  })

  it('that is refused has none', async () => {
    const shop = await openShop()
    const { browser, id } = shop.owner
    await browser.send('DELETE', shop.path(`/people/${id}`), undefined, { ifMatch: '*' })
    await browser.send('PATCH', shop.path(`/people/${id}`), { role: 'viewer' }, { ifMatch: '"r9"' })
    await browser.send('POST', shop.path('/tokens'), { label: 'x', permissions: ['people.write'] })
    await browser.send('POST', shop.path('/people/invitations'), { email: 'none', role: 'viewer' })
    expect((await shop.audit()).items).toEqual([])
  })

  it('to their own account is in the audit of the installation, once each', async () => {
    const person = await used.people.person(test.api.key.tenantId, 'viewer', 'Clara')
    const browser = used.people.browser()
    await browser.signIn(person.email)
    await browser.done('PATCH', '/me', { theme: 'dark' })
    await browser.done('PATCH', '/me', { theme: 'dark' })
    await browser.done('PUT', '/me/password', { currentPassword: PASSWORD, password: 'outra frase longa' })
    await browser.done('POST', '/session/confirm', { password: 'outra frase longa' })
    await browser.done('DELETE', '/session')
    const { rows } = await client.query(
      `select action, before, after from platform_audit where actor_id = $1 order by id`,
      [person.id],
    )
    expect(rows).toEqual([
      { action: 'session.create', before: null, after: null },
      { action: 'person.update', before: { theme: 'system' }, after: { theme: 'dark' } },
      { action: 'person.changePassword', before: null, after: null },
      { action: 'session.confirm', before: null, after: null },
      { action: 'session.end', before: null, after: null },
    ])
  })
})

describe('the list', () => {
  /** Entries of both databases, some of the same moment. */
  async function fill(tenantId: number, count: number): Promise<void> {
    await client.query(
      `insert into audit_entry (tenant_id, at, actor_kind, actor_id, actor_label, action, target_kind, target_id, target_label, via)
      select $1, '2026-01-15T12:00:00Z'::timestamptz + (n / 3) * interval '1 s', 0, n % 2 + 1, 'x', 'reward.update', 'reward', n::text, 'x', 0
      from generate_series(1, $2) as n`,
      [tenantId, count],
    )
    await client.query(
      `insert into directory_audit_entry (tenant_id, at, actor_kind, actor_label, action, target_kind, target_id, target_label, via)
      select $1, '2026-01-15T12:00:00Z'::timestamptz + (n / 2) * interval '1 s', 3, 'x', 'people.invite', 'invitation', n::text, 'x', 2
      from generate_series(1, $2) as n`,
      [tenantId, count],
    )
  }

  async function all(audit: (query: string) => Promise<Page>, query = ''): Promise<Entry[]> {
    const items: Entry[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page = await audit(`?limit=7${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
      items.push(...page.items)
      cursor = page.nextCursor
    }
    return items
  }

  it('has both databases in one order, shows no entry twice and misses none', async () => {
    const shop = await openShop()
    await fill(shop.tenantId, 30)
    const items = await all(shop.audit)
    expect(items).toHaveLength(60)
    expect(new Set(items.map(({ id }) => id)).size).toBe(60)
    const moments = items.map(({ at }) => at)
    expect(moments).toEqual(moments.toSorted().reverse())
  })

  it('is filtered by actor, action, target and time', async () => {
    const shop = await openShop()
    await fill(shop.tenantId, 30)
    const count = async (query: string) => (await all(shop.audit, query)).length
    expect(await count('&actor=person:1')).toBe(15)
    expect(await count('&actor=person')).toBe(30)
    expect(await count('&actor=cli')).toBe(30)
    expect(await count('&actor=nobody:1')).toBe(0)
    expect(await count('&action=people.invite')).toBe(30)
    expect(await count('&target=reward')).toBe(30)
    expect(await count('&target=reward:7')).toBe(1)
    expect(await count('&from=2026-01-15T12:00:05Z&to=2026-01-15T12:00:06Z')).toBe(5)
    const { nextCursor } = await shop.audit('?limit=7&action=people.invite')
    const other = await shop.owner.browser.get(shop.path(`/audit?limit=7&cursor=${nextCursor}`))
    expect(other.status).toBe(422)
    expect((await shop.owner.browser.get(shop.path('/audit?from=yesterday'))).status).toBe(422)
  })

  it('shows support and developers what they did themselves, and viewers nothing', async () => {
    const shop = await openShop()
    await fill(shop.tenantId, 3)
    const browserOf = async (role: Role): Promise<Browser> =>
      (await used.people.member(shop.tenantId, role)).browser
    const dev = await used.people.member(shop.tenantId, 'developer')
    await dev.browser.done('POST', '/me/tokens', { tenant: shop.tenantId, label: 'CI', expiresInDays: 1 })
    expect((await shop.audit('', dev.browser)).items).toMatchObject([{ action: 'token.create' }])
    expect((await shop.audit('?actor=person:1', dev.browser)).items).toEqual([])
    expect((await shop.audit('', await browserOf('support'))).items).toEqual([])
    expect((await shop.audit('', await browserOf('manager'))).items).toHaveLength(7)
    expect((await (await browserOf('viewer')).get(shop.path('/audit'))).status).toBe(403)
  })
})

describe('an entry', () => {
  it.each(['audit_entry', 'directory_audit_entry', 'platform_audit'])(
    'of %s can be neither changed nor deleted by the role that works here',
    async (table) => {
      const { tenantId } = test.api.key
      const attempt = (statement: string) =>
        client
          .query(`begin; set local role punchcard_app; set local app.tenants = '{${tenantId}}'; ${statement}`)
          .then(() => 'done')
          .catch((error: Error) => error.message)
          .finally(() => client.query('rollback'))
      expect(await attempt(`update ${table} set note = 'x'`)).toContain('permission denied')
      expect(await attempt(`delete from ${table}`)).toContain('permission denied')
      expect(await attempt(`truncate ${table}`)).toContain('permission denied')
    },
  )

  it('is written whatever a sender without a proxy says about its address', async () => {
    const { tenantId } = await test.api.openShop()
    const owner = await used.people.person(tenantId)
    for (const address of ['nonsense', 'fe80::1%eth0', '999.1.1.1', '::ffff:203.0.113.9']) {
      const browser = await used.people.signedIn(owner)
      const headers = { 'x-forwarded-for': address }
      const body = { email: `${crypto.randomUUID()}@shop.example`, role: 'viewer' }
      await browser.done('POST', `/tenants/${tenantId}/people/invitations`, body, { headers })
      const signed = { email: owner.email, password: PASSWORD }
      await used.people.browser().done('POST', '/session', signed, { headers })
    }
    const rows = await test.api.cells.directory.read([tenantId], (tx) =>
      run(tx, sql<{ address: string | null }>`select address from directory_audit_entry order by id`),
    )
    expect(rows.rows.map(({ address }) => address)).toEqual([null, 'fe80::1', null, '::ffff:203.0.113.9'])
  })
})

describe('secrets and personal data', () => {
  it('are in no log and no audit, and in no answer but the one that shows them', async () => {
    const shop = await openShop()
    const shown: string[] = []
    const heard: string[] = []
    const hear = async <Body = object>(
      browser: Browser,
      ...request: Parameters<Browser['send']>
    ): Promise<Body> => {
      const answer = await browser.send(...request)
      heard.push(JSON.stringify(answer.body))
      return answer.body as Body
    }
    const browser = used.people.browser()
    const email = 'joana.segredo@shop.example'
    const password = 'frase muito secreta 42'
    const invited = await hear<{ link: string }>(
      shop.owner.browser,
      'POST',
      shop.path('/people/invitations'),
      {
        email,
        role: 'manager',
      },
    )
    const token = invited.link.split('/').at(-1) ?? ''
    shown.push(token)
    await hear(browser, 'POST', '/invitations/accept', { token, name: 'Joana', password })
    const begun = await hear<{ secret: string }>(browser, 'POST', '/me/totp')
    const { secret } = begun
    shown.push(secret)
    const bits = [...secret]
      .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
      .join('')
    const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
    const code = codeOfStep(bytes, stepAt(test.api.now))
    const enabled = await hear<{ recoveryCodes: string[] }>(browser, 'PUT', '/me/totp', { code })
    shown.push(...enabled.recoveryCodes)
    const made = await hear<{ secret: string }>(browser, 'POST', '/me/tokens', {
      tenant: shop.tenantId,
      label: 'CI',
      expiresInDays: 3,
    })
    shown.push(made.secret)
    const cookies = [browser.cookie?.split('=')[1] ?? '']
    await hear(browser, 'POST', '/session/confirm', { password })
    cookies.push(browser.cookie?.split('=')[1] ?? '')
    for (const path of [
      '/session',
      '/session/sessions',
      '/me/tokens',
      shop.path('/people'),
      shop.path('/tokens'),
    ]) {
      await hear(browser, 'GET', path)
    }
    await hear(shop.owner.browser, 'GET', shop.path('/audit'))
    await hear(used.people.browser(), 'POST', '/session', { email, password: 'wrong secret' })
    await hear(used.people.browser(), 'GET', `/invitations/${token}`)
    expect(shown).toHaveLength(13)

    const audit = await wholeAudit()
    // Both were written to: who looks for something in nothing finds nothing.
    expect(audit).toContain('people.acceptInvitation')
    expect(logged).toContain('/v1/admin/invitations/accept')
    for (const text of [...shown, ...cookies, password, 'wrong secret', email, code]) {
      expect(text.length).toBeGreaterThan(5)
      expect([text, audit.includes(text), logged.includes(text)]).toEqual([text, false, false])
    }
    for (const text of shown) {
      // The secret of an app is in its answer twice, as text and as an address.
      expect([text, heard.filter((answer) => answer.includes(text)).length]).toEqual([text, 1])
    }
    for (const text of [...cookies, password]) {
      expect([text, heard.filter((answer) => answer.includes(text)).length]).toEqual([text, 0])
    }
    const { rows } = await client.query('select * from person where email = $1', [email])
    const stored = JSON.stringify(rows) + JSON.stringify((await client.query('select * from session')).rows)
    for (const text of [...shown, ...cookies, password]) expect(stored).not.toContain(text)
  })
})
