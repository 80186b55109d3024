/** What whoever runs the installation does about people, as docs/guides/people-and-roles.md has it. */
import { describe, expect, it } from 'vitest'
import { codeOfStep, stepAt } from '../../src/people/totp.ts'
import { usePeople } from '../support/people.ts'
import { useTestApi } from '../support/test-api.ts'
import { runHere } from './run-here.ts'

const test = useTestApi()
const used = usePeople(() => test.api)

interface Made {
  readonly person?: number
  readonly invitation?: number
  readonly link: string
  readonly expiresAt: string
}

async function person(...args: string[]) {
  return personAt('https://loyalty.example.com', ...args)
}

async function personAt(publicUrl: string, ...args: string[]) {
  return runHere(['person', ...args], {
    DATABASE_URL: test.api.databaseUrl,
    PUNCHCARD_SECRETS_KEY: '',
    PUNCHCARD_PUBLIC_URL: publicUrl,
  })
}

async function made(...args: string[]): Promise<Made> {
  const { stdout, stderr, exitCode } = await person(...args, '--json')
  expect([exitCode, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as Made
}

const tokenOf = ({ link }: Made): string => link.split('/').at(-1) ?? ''

/** Commands live by the time of day. */
function today(): void {
  test.api.now = Date.now()
}

describe('punchcard person invite', () => {
  it('prints a link with which the first owner comes in', async () => {
    today()
    const { tenantId } = await test.api.openShop()
    const tenant = String(tenantId)
    const invited = await made(
      'invite',
      '--tenant',
      tenant,
      '--email',
      'Dona@shop.example',
      '--role',
      'owner',
    )
    expect(invited.link).toMatch(/^https:\/\/loyalty\.example\.com\/panel\/join\/\d+-[0-9A-Za-z]{43}$/)
    // The command has its own clock, which has gone on.
    today()
    const browser = used.people.browser()
    const token = tokenOf(invited)
    expect((await browser.get(`/invitations/${token}`)).body).toMatchObject({
      email: 'dona@shop.example',
      role: 'owner',
      isKnown: false,
    })
    await browser.done('POST', '/invitations/accept', { token, name: 'Dona', password: 'um pato lê jornal' })
    const me = await browser.done<{ memberships: unknown[] }>('GET', '/session')
    expect(me.body.memberships).toMatchObject([{ tenant: { id: tenantId }, role: 'owner' }])
    const audit = await browser.done<{ items: unknown[] }>('GET', `/tenants/${tenantId}/audit`)
    expect(audit.body.items).toMatchObject([
      { action: 'people.acceptInvitation', actor: { kind: 'person', label: 'Dona' }, via: 'panel' },
      {
        action: 'people.invite',
        actor: { kind: 'cli', id: null },
        target: { label: 'd•••@shop.example' },
        via: 'cli',
      },
    ])
  })

  it('again makes a new link, and the old one ends', async () => {
    today()
    const { tenantId } = await test.api.openShop()
    const invite = ['invite', '--tenant', String(tenantId), '--email', 'bia@two.example', '--role']
    const first = await made(...invite, 'owner')
    const second = await made(...invite, 'viewer')
    expect((await used.people.browser().get(`/invitations/${tokenOf(first)}`)).status).toBe(404)
    expect((await used.people.browser().get(`/invitations/${tokenOf(second)}`)).body).toMatchObject({
      role: 'viewer',
    })
  })

  it('says where the link leads and what to set, where the public address is not known', async () => {
    const { tenantId } = await test.api.openShop()
    const invite = ['invite', '--tenant', String(tenantId), '--email', 'cai@three.example', '--role', 'owner']
    const { exitCode, stdout, stderr } = await personAt('', ...invite)
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^ {2}http:\/\/127\.0\.0\.1:3000\/panel\/join\/\S+$/m)
    expect(stderr).toBe(
      'PUNCHCARD_PUBLIC_URL is not set, so the link begins with http://127.0.0.1:3000, by HOST and PORT, and opens on this machine at most. Set it to the address at which people open Punchcard, like https://loyalty.example.com, and run this command again for a new link.\n',
    )
    // An operator who exists can't be added again: another command has the new link.
    const operator = await personAt('', 'create', '--operator', '--email', 'night@host.example')
    expect(operator.stderr).toContain(
      'run `punchcard person reset --email night@host.example` for a new link',
    )
  })

  it('makes no link where the public address is malformed', async () => {
    const { tenantId } = await test.api.openShop()
    const invite = ['invite', '--tenant', String(tenantId), '--email', 'cai@four.example', '--role', 'owner']
    expect(await personAt('loyalty.example.com', ...invite)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'PUNCHCARD_PUBLIC_URL must be the address at which people open Punchcard, without a path, like https://loyalty.example.com, but is “loyalty.example.com”.\n',
    })
  })

  it('refuses what can not be', async () => {
    const tenant = String(test.api.key.tenantId)
    const said = async (...args: string[]) => (await person('invite', ...args)).stderr
    expect(await said('--tenant', '999', '--email', 'a@b.example', '--role', 'owner')).toBe(
      'There is no tenant 999.\n',
    )
    expect(await said('--tenant', tenant, '--email', 'nobody', '--role', 'owner')).toBe(
      '“nobody” is no e-mail address.\n',
    )
    const member = await used.people.person(test.api.key.tenantId)
    expect(await said('--tenant', tenant, '--email', member.email, '--role', 'owner')).toContain(
      'is a member of tenant',
    )
  })
})

describe('punchcard person create --operator', () => {
  it('prints a link with which the operator sets a password, once', async () => {
    today()
    const operator = await made('create', '--operator', '--email', 'ops@host.example', '--name', 'Ops')
    const token = tokenOf(operator)
    expect(operator.link).toContain('/panel/reset/')
    const browser = used.people.browser()
    const complete = (password: string) =>
      browser.send('POST', '/password-resets/complete', { token, password })
    expect(await complete('ops@host.example')).toMatchObject({ status: 422 })
    expect(await complete('um pato lê jornal')).toMatchObject({ status: 200, body: { state: 'signedIn' } })
    expect((await browser.get('/session')).body).toMatchObject({
      person: { isOperator: true, name: 'Ops' },
      memberships: [],
    })
    expect((await complete('outra frase longa')).status).toBe(404)
    const again = await person('create', '--operator', '--email', 'OPS@host.example')
    expect(again).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('already') })
  })

  it('lets no merchant take the account over by inviting its address', async () => {
    today()
    await made('create', '--operator', '--email', 'root@host.example')
    const { tenantId } = await test.api.openShop()
    const owner = await used.people.member(tenantId)
    const invited = await owner.browser.done<{ link: string }>(
      'POST',
      `/tenants/${tenantId}/people/invitations`,
      { email: 'root@host.example', role: 'viewer' },
    )
    const token = invited.body.link.split('/').at(-1)
    const body = { token, name: 'Mallory', password: 'um pato lê jornal' }
    expect((await used.people.browser().send('POST', '/invitations/accept', body)).status).toBe(409)
    expect((await used.people.browser().signIn('root@host.example')).status).toBe(401)
  })
})

describe('punchcard person reset', () => {
  it('gives a new password; the second factor stays, unless it is switched off too', async () => {
    today()
    const somebody = await used.people.member(test.api.key.tenantId)
    const begun = await somebody.browser.done<{ uri: string }>('POST', '/me/totp')
    const secretText = new URL(begun.body.uri).searchParams.get('secret') ?? ''
    const bits = [...secretText]
      .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
      .join('')
    const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
    const code = codeOfStep(secret, stepAt(test.api.now))
    await somebody.browser.done('PUT', '/me/totp', { code })

    const complete = async (link: Made, password: string) => {
      const browser = used.people.browser()
      return browser.send('POST', '/password-resets/complete', { token: tokenOf(link), password })
    }
    const first = await made('reset', '--email', somebody.email)
    const second = await made('reset', '--email', somebody.email)
    expect((await complete(first, 'outra frase longa')).status).toBe(404)
    expect((await complete(second, 'outra frase longa')).body.state).toBe('secondFactor')
    expect((await somebody.browser.get('/session')).status).toBe(401)
    const third = await made('reset', '--email', somebody.email, '--second-factor')
    expect((await complete(third, 'mais uma frase longa')).body.state).toBe('signedIn')
  })

  it('refuses an address that nobody has', async () => {
    const refused = await person('reset', '--email', 'nobody@host.example')
    expect(refused.stderr).toBe('There is no person with the address nobody@host.example.\n')
  })
})

describe('punchcard person list', () => {
  it('says who manages what', async () => {
    const somebody = await used.people.person(test.api.key.tenantId, 'support', 'Sílvia')
    const { stdout } = await person('list', '--json')
    const { people } = JSON.parse(stdout) as { people: { email: string }[] }
    expect(people.find(({ email }) => email === somebody.email)).toMatchObject({
      person: somebody.id,
      name: 'Sílvia',
      isOperator: false,
      hasPassword: true,
      hasSecondFactor: false,
      memberships: [{ tenant: test.api.key.tenantId, role: 'support' }],
    })
    expect((await person('list')).stdout).toContain(`support of ${test.api.key.tenantId}`)
  })
})

describe('punchcard person audit', () => {
  it('says what people did to their own accounts, newest first', async () => {
    const { email } = await used.people.person(null, 'owner', 'Rute')
    const browser = used.people.browser('198.51.100.9')
    expect((await browser.signIn(email)).status).toBe(200)
    await browser.done('PATCH', '/me', { name: 'Rute Lima' })
    const { stdout } = await person('audit', '--json', '--limit', '2')
    const { entries } = JSON.parse(stdout) as { entries: object[] }
    expect(entries).toMatchObject([
      { action: 'person.update', address: '198.51.100.9', target: { kind: 'person' }, via: 'panel' },
      { action: 'session.create', address: '198.51.100.9', actor: { label: 'Rute' } },
    ])
    const lines = (await person('audit', '--limit', '1')).stdout.trim().split('\n')
    expect(lines.at(-1)).toContain('person.update')
    expect(lines.join()).not.toContain(email)
  })
})

describe('punchcard person remove', () => {
  it('frees an address that somebody took who has nothing to do with it', async () => {
    today()
    const [squatting, victim] = [await test.api.openShop(), await test.api.openShop()]
    const invite = async (tenantId: number) =>
      tokenOf(
        await made(
          'invite',
          '--tenant',
          String(tenantId),
          '--email',
          'ceo@victim.example',
          '--role',
          'viewer',
        ),
      )
    const accept = (token: string, password: string, browser = used.people.browser()) =>
      browser.send('POST', '/invitations/accept', { token, name: 'Somebody', password })
    const squatter = used.people.browser()
    const taken = await invite(squatting.tenantId)
    today()
    expect((await accept(taken, 'a long password of mallory', squatter)).status).toBe(200)
    const { body: mine } = await squatter.done<{ secret: string }>('POST', '/me/tokens', {
      tenant: squatting.tenantId,
      label: 'kept',
      expiresInDays: 30,
    })
    const token = await invite(victim.tenantId)
    today()
    expect((await accept(token, 'a long password of the ceo')).status).toBe(401)
    await made('remove', '--email', 'ceo@victim.example')
    expect((await squatter.get('/session')).status).toBe(401)
    const headers = { authorization: `Bearer ${mine.secret}` }
    expect(
      (await used.people.browser().get(`/tenants/${squatting.tenantId}/rewards`, { headers })).status,
    ).toBe(401)
    const browser = used.people.browser()
    expect((await accept(token, 'a long password of the ceo', browser)).status).toBe(200)
    expect((await browser.get('/session')).body.memberships).toMatchObject([
      { tenant: { id: victim.tenantId } },
    ])
  })

  it('keeps the last owner of a merchant, unless it is forced, and is told to the merchant', async () => {
    today()
    const { tenantId } = await test.api.openShop()
    const owner = await used.people.person(tenantId, 'owner', 'Ana')
    const refused = await person('remove', '--email', owner.email)
    expect(refused.exitCode).not.toBe(0)
    expect(refused.stderr).toContain('last owner')
    expect((await used.people.browser().signIn(owner.email)).status).toBe(200)
    await made('remove', '--email', owner.email, '--force')
    today()
    expect((await used.people.browser().signIn(owner.email)).status).toBe(401)
    const other = await used.people.member(tenantId, 'owner')
    const audit = await other.browser.done<{ items: object[] }>('GET', `/tenants/${tenantId}/audit`)
    expect(audit.body.items).toMatchObject([
      {
        action: 'people.remove',
        actor: { kind: 'cli' },
        target: { label: 'Ana' },
        before: { role: 'owner' },
      },
    ])
    expect((await person('remove', '--email', owner.email)).stderr).toContain('no person')
  })
})
