import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { codeOfStep, stepAt } from '../../src/people/totp.ts'
import { fromBase32 } from '../support/base32.ts'
import { PASSWORD, usePeople } from '../support/people.ts'
import { START, useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const used = usePeople(() => test.api)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

beforeEach(() => {
  test.api.now = START
})

/** A person with a second factor, and what an app would show. */
async function withTotp() {
  const person = await used.people.person(test.api.key.tenantId)
  const browser = await used.people.signedIn(person)
  const begun = await browser.done<{ secret: string; uri: string }>('POST', '/me/totp')
  const secret = fromBase32(begun.body.secret)
  const code = (around = 0) => codeOfStep(secret, stepAt(test.api.now) + around)
  const enabled = await browser.done<{ recoveryCodes: string[] }>('PUT', '/me/totp', { code: code(-1) })
  return { ...person, code, browser, recoveryCodes: enabled.body.recoveryCodes }
}

describe('signing in', () => {
  it('gives a cookie that only this host gets back, over requests of its own pages alone', async () => {
    const person = await used.people.person(test.api.key.tenantId, 'manager')
    const browser = used.people.browser()
    const signed = await browser.signIn(` ${person.email.toUpperCase()} `)
    expect(signed).toMatchObject({ status: 200, body: { state: 'signedIn', methods: [] } })
    expect(signed.headers['set-cookie']?.[0]).toMatch(
      /^punchcard-dev=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const me = await browser.done('GET', '/session')
    expect(me.body).toMatchObject({
      person: { id: person.id, email: person.email, name: 'Bia', hasSecondFactor: false },
      memberships: [
        { tenant: { id: test.api.key.tenantId, name: 'Shop', currency: 'BRL' }, role: 'manager' },
      ],
      confirmedUntil: new Date(START + 10 * MINUTE).toISOString(),
      endsAt: new Date(START + 12 * HOUR).toISOString(),
      failedSignIns: null,
    })
  })

  it('over https gives a cookie that no other host can set', async () => {
    const person = await used.people.person(null)
    const browser = used.people.browser()
    const headers = { host: 'panel.example', origin: 'https://panel.example' }
    const body = { email: person.email, password: PASSWORD }
    const signed = await browser.done('POST', '/session', body, { headers })
    expect(signed.headers['set-cookie']?.[0]).toMatch(
      /^__Host-punchcard=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    await browser.done('GET', '/session', undefined, { headers })
  })

  it('without TLS and off loopback says why it can not be', async () => {
    const person = await used.people.person(null)
    const headers = { host: 'panel.example', origin: 'http://panel.example' }
    const body = { email: person.email, password: PASSWORD }
    const refused = await used.people.browser().send('POST', '/session', body, { headers, language: 'pt-BR' })
    expect(refused).toMatchObject({ status: 403, body: { code: 'needsTls' } })
    expect(refused.body.detail).toContain('https')
  })

  it('a cookie of loopback is nothing on another host', async () => {
    const { browser } = await used.people.member(test.api.key.tenantId)
    expect((await browser.get('/session')).status).toBe(200)
    expect((await browser.get('/session', { headers: { host: 'panel.example' } })).status).toBe(401)
  })

  it.each([
    ['wrong', 'wrong'],
    ['', 'x'],
    ['nobody@shop.example', PASSWORD],
    ['no address at all', PASSWORD],
  ])('with “%s” and “%s” is refused with one and the same answer', async (email, password) => {
    const refused = await used.people.browser().signIn(email, password)
    expect(refused).toMatchObject({ status: 401, body: { code: 'wrongPassword' } })
    expect(refused.headers['set-cookie']).toBeUndefined()
    const { requestId: _, ...body } = refused.body
    const known = await used.people.person(null)
    const { requestId: __, ...same } = (await used.people.browser().signIn(known.email, 'wrong')).body
    expect(body).toEqual(same)
  })

  it('begins a new session, and ends the one whose cookie the browser had', async () => {
    const person = await used.people.person(null)
    const browser = used.people.browser()
    await browser.signIn(person.email)
    const first = browser.cookie
    await browser.signIn(person.email)
    expect(browser.cookie).not.toBe(first)
    const old = used.people.browser()
    old.cookie = first
    expect((await old.get('/session')).status).toBe(401)
  })

  it('tells how often the password was wrong since the last time', async () => {
    const person = await used.people.person(null)
    for (const password of ['wrong', 'also wrong']) await used.people.browser().signIn(person.email, password)
    const browser = used.people.browser()
    test.api.now += MINUTE
    await browser.signIn(person.email)
    expect((await browser.get('/session')).body.failedSignIns).toEqual({
      count: 2,
      lastAt: new Date(START).toISOString(),
    })
    const next = used.people.browser()
    await next.signIn(person.email)
    expect((await next.get('/session')).body.failedSignIns).toBeNull()
  })

  it('ends when signing out', async () => {
    const { browser } = await used.people.member(test.api.key.tenantId)
    const { cookie } = browser
    expect((await browser.send('DELETE', '/session')).status).toBe(204)
    expect(browser.cookie).toBeNull()
    browser.cookie = cookie
    expect((await browser.get('/session')).status).toBe(401)
  })
})

describe('a session', () => {
  it('ends after two hours without a request, and not while it is used', async () => {
    const { browser } = await used.people.member(test.api.key.tenantId)
    for (let hours = 0; hours < 4; hours += 1) {
      test.api.now += 1.5 * HOUR
      expect((await browser.get('/session')).status).toBe(200)
    }
    test.api.now += 2 * HOUR + MINUTE
    expect((await browser.get('/session')).status).toBe(401)
  })

  it('ends after twelve hours in any case', async () => {
    const { browser } = await used.people.member(test.api.key.tenantId)
    for (let hour = 0; hour < 11; hour += 1) {
      test.api.now += HOUR
      expect((await browser.get('/session')).status).toBe(200)
    }
    test.api.now += HOUR
    expect((await browser.get('/session')).status).toBe(401)
  })

  it('is listed, and can be ended from another one; not by somebody else', async () => {
    const person = await used.people.person(test.api.key.tenantId)
    const here = await used.people.signedIn(person)
    const there = await used.people.signedIn(person, '198.51.100.7')
    const listed = await here.done<{ items: { id: number; address: string; isCurrent: boolean }[] }>(
      'GET',
      '/session/sessions',
    )
    expect(listed.body.items.map(({ address, isCurrent }) => [address, isCurrent])).toEqual([
      ['198.51.100.7', false],
      ['203.0.113.9', true],
    ])
    const id = listed.body.items[0]?.id
    const stranger = await used.people.member(test.api.key.tenantId)
    expect((await stranger.browser.send('DELETE', `/session/sessions/${id}`)).status).toBe(404)
    expect((await there.get('/session')).status).toBe(200)
    expect((await here.send('DELETE', `/session/sessions/${id}`)).status).toBe(204)
    expect((await there.get('/session')).status).toBe(401)
    expect((await here.get('/session')).status).toBe(200)
  })
})

describe('a confirmation', () => {
  const invite = (tenant: number) =>
    [
      'POST',
      `/tenants/${tenant}/people/invitations`,
      { email: `new-${randomUUID()}@shop.example`, role: 'viewer' },
    ] as const

  it('is asked for ten minutes after the last one, and gives the session a new cookie', async () => {
    const { tenantId } = test.api.key
    const { browser } = await used.people.member(tenantId)
    await browser.done(...invite(tenantId))
    test.api.now += 10 * MINUTE
    expect(await browser.send(...invite(tenantId))).toMatchObject({
      status: 403,
      body: { type: 'urn:punchcard:problem:confirm' },
    })
    const before = browser.cookie
    const wrong = await browser.send('POST', '/session/confirm', { password: 'wrong' })
    expect(wrong).toMatchObject({ status: 403, body: { code: 'wrongPassword' } })
    await browser.done('POST', '/session/confirm', { password: PASSWORD })
    expect(browser.cookie).not.toBe(before)
    await browser.done(...invite(tenantId))

    // The old cookie serves the requests that were under way, without the confirmation, and is then over.
    const old = used.people.browser()
    old.cookie = before
    expect((await old.get('/session')).status).toBe(200)
    expect((await old.send(...invite(tenantId))).status).toBe(403)
    test.api.now += 15_000
    expect((await old.get('/session')).status).toBe(401)
    expect((await browser.get('/session')).status).toBe(200)
  })

  it('can be a code, which then is used up', async () => {
    const person = await withTotp()
    test.api.now += 10 * MINUTE
    const { browser } = person
    const code = person.code()
    await browser.done('POST', '/session/confirm', { code })
    expect((await browser.send('POST', '/session/confirm', { code })).status).toBe(403)
  })
})

describe('a second factor', () => {
  it('is asked for after the password, and the cookie is good for nothing else until then', async () => {
    const person = await withTotp()
    const browser = used.people.browser()
    const first = await browser.signIn(person.email)
    expect(first.body).toEqual({ state: 'secondFactor', methods: ['totp', 'recoveryCode'] })
    expect((await browser.get('/session')).status).toBe(401)
    const pending = browser.cookie
    const second = await browser.done('POST', '/session/second-factor', { code: person.code() })
    expect(second.body).toEqual({ state: 'signedIn', methods: [] })
    expect(browser.cookie).not.toBe(pending)
    expect((await browser.get('/session')).body.person).toMatchObject({
      hasSecondFactor: true,
      recoveryCodesLeft: 10,
    })
  })

  it('a code works once', async () => {
    const person = await withTotp()
    const code = person.code()
    const one = used.people.browser()
    await one.signIn(person.email)
    await one.done('POST', '/session/second-factor', { code })
    const two = used.people.browser()
    await two.signIn(person.email)
    expect(await two.send('POST', '/session/second-factor', { code })).toMatchObject({
      status: 401,
      body: { code: 'wrongCode' },
    })
    test.api.now += 30_000
    await two.done('POST', '/session/second-factor', { code: person.code() })
  })

  it('a code works once, also for four at the same time', async () => {
    const person = await withTotp()
    const code = person.code()
    const browsers = Array.from({ length: 4 }, () => used.people.browser())
    for (const browser of browsers) await browser.signIn(person.email)
    const answers = await Promise.all(
      browsers.map((browser) => browser.send('POST', '/session/second-factor', { code })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  it('a recovery code works once, however it is typed', async () => {
    const person = await withTotp()
    const [recoveryCode = ''] = person.recoveryCodes
    expect(recoveryCode).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    const one = used.people.browser()
    await one.signIn(person.email)
    const typed = recoveryCode.toLowerCase().replaceAll('-', ' ')
    await one.done('POST', '/session/second-factor', { recoveryCode: typed })
    expect((await one.get('/session')).body.person).toMatchObject({ recoveryCodesLeft: 9 })
    const two = used.people.browser()
    await two.signIn(person.email)
    expect((await two.send('POST', '/session/second-factor', { recoveryCode })).status).toBe(401)
  })

  it('may be tried five times, then the password is asked for again', async () => {
    const person = await withTotp()
    const browser = used.people.browser()
    await browser.signIn(person.email)
    for (let count = 0; count < 5; count += 1) {
      const wrong = await browser.send('POST', '/session/second-factor', { code: '000000' })
      expect(wrong.body.code).toBe('wrongCode')
    }
    const right = await browser.send('POST', '/session/second-factor', { code: person.code() })
    expect(right).toMatchObject({ status: 401, body: { code: 'signInAgain' } })
  })

  it('does not let anybody guess codes by signing in again and again', async () => {
    const person = await withTotp()
    let codes = 0
    for (let count = 0; count < 20; count += 1) {
      const browser = used.people.browser()
      if ((await browser.signIn(person.email)).status !== 200) continue
      for (let guess = 0; guess < 5; guess += 1) {
        await browser.send('POST', '/session/second-factor', { code: '000000' })
        codes += 1
      }
    }
    expect(codes).toBe(25)
  })

  it('with a trusted device lasts 30 days; without a second factor it can not be trusted', async () => {
    const person = await withTotp()
    const browser = used.people.browser()
    await browser.signIn(person.email, PASSWORD, { trustDevice: true })
    const done = await browser.done('POST', '/session/second-factor', { code: person.code() })
    expect(done.headers['set-cookie']?.[0]).toContain('Max-Age=2592000')
    const plain = await used.people.person(null)
    const other = used.people.browser()
    const signed = await other.signIn(plain.email, PASSWORD, { trustDevice: true })
    expect(signed.headers['set-cookie']?.[0]).not.toContain('Max-Age')
    test.api.now += 29 * 24 * HOUR
    expect((await browser.get('/session')).status).toBe(200)
    expect((await other.get('/session')).status).toBe(401)
    test.api.now += 24 * HOUR
    expect((await browser.get('/session')).status).toBe(401)
  })

  it('ends the other sessions when it is switched on or off', async () => {
    const person = await used.people.person(test.api.key.tenantId)
    const here = await used.people.signedIn(person)
    const there = await used.people.signedIn(person)
    const begun = await here.done<{ secret: string }>('POST', '/me/totp')
    const secret = fromBase32(begun.body.secret)
    const wrong = await here.send('PUT', '/me/totp', { code: '000000' })
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '/code' }] } })
    expect((await there.get('/session')).status).toBe(200)
    await here.done('PUT', '/me/totp', { code: codeOfStep(secret, stepAt(test.api.now)) })
    expect((await there.get('/session')).status).toBe(401)
    const again = await used.people.signedIn(person)
    expect((await here.send('DELETE', '/me/totp')).status).toBe(204)
    expect((await again.get('/session')).status).toBe(401)
    expect((await used.people.browser().signIn(person.email)).body.state).toBe('signedIn')
  })

  it('gives new recovery codes in place of the old ones', async () => {
    const person = await withTotp()
    const renewed = await person.browser.done<{ recoveryCodes: string[] }>('POST', '/me/recovery-codes')
    const browser = used.people.browser()
    await browser.signIn(person.email)
    const [old] = person.recoveryCodes
    expect((await browser.send('POST', '/session/second-factor', { recoveryCode: old })).status).toBe(401)
    const [fresh] = renewed.body.recoveryCodes
    await browser.done('POST', '/session/second-factor', { recoveryCode: fresh })
  })
})

describe('a password', () => {
  it('is changed with the present one; every other session ends', async () => {
    const person = await used.people.person(test.api.key.tenantId)
    const here = await used.people.signedIn(person)
    const there = await used.people.signedIn(person)
    const change = (currentPassword: string, password: string) =>
      here.send('PUT', '/me/password', { currentPassword, password })
    expect(await change('wrong', 'outra frase longa')).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/currentPassword' }] },
    })
    expect(await change(PASSWORD, 'short')).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/password', code: 'weakPassword' }] },
    })
    expect((await change(PASSWORD, 'outra frase longa')).status).toBe(204)
    expect((await here.get('/session')).status).toBe(200)
    expect((await there.get('/session')).status).toBe(401)
    expect((await used.people.browser().signIn(person.email)).status).toBe(401)
    expect((await used.people.browser().signIn(person.email, 'outra frase longa')).status).toBe(200)
  })

  it('is not that of the merchant', async () => {
    const shop = await test.api.openShop({ name: 'Padaria Pão de Mel' })
    const { browser } = await used.people.member(shop.tenantId)
    const refused = await browser.send('PUT', '/me/password', {
      currentPassword: PASSWORD,
      password: 'padaria-pao-de-mel-2026',
    })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ code: 'weakPassword' }] } })
  })

  it('can not be asked for by e-mail yet: the answer is the same for everybody, and says whom to ask', async () => {
    const person = await used.people.person(null)
    const ask = (email: string) =>
      used.people.browser().send('POST', '/password-resets', { email }, { language: 'es' })
    const known = await ask(person.email)
    expect(known.status).toBe(202)
    expect(known.body.message).toContain('propietaria')
    expect(await ask('nobody@shop.example')).toMatchObject({ status: 202, body: known.body })
  })
})

describe('a person', () => {
  it('changes name, language and colours, and the audit has what changed', async () => {
    const { browser, id } = await used.people.member(test.api.key.tenantId)
    const changed = await browser.done('PATCH', '/me', { name: 'Beatriz', theme: 'dark' })
    expect(changed.body).toMatchObject({ name: 'Beatriz', theme: 'dark', locale: 'en' })
    expect((await browser.get('/session')).body.person).toMatchObject({ name: 'Beatriz', theme: 'dark' })
    expect(id).toBeGreaterThan(0)
    expect((await browser.send('PATCH', '/me', { isOperator: true })).status).toBe(422)
  })
})
