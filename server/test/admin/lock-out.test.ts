/** Strangers who guess passwords don't shut a person out, and are slowed all the same: src/people/admin-api/sign-in.ts. */
import { beforeEach, describe, expect, it } from 'vitest'
import { hashOf } from '../../src/people/secrets.ts'
import { run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { type Browser, PASSWORD, usePeople } from '../support/people.ts'
import { START, useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const used = usePeople(() => test.api)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let networks = 0
/** An address of a network that has never been seen. */
function elsewhere(): string {
  networks += 1
  return `11.${networks >> 8}.${networks & 255}.7`
}

beforeEach(() => {
  test.api.now = START
})

const guess = async (email: string, address = elsewhere()) =>
  (await used.people.browser(address).signIn(email, 'wrong')).status

/**
 * As it is after many wrong passwords, without the time that it takes to hash them: what is shut by it is shown each
 * time, by a stranger who is refused.
 */
async function shut(what: string, until: number): Promise<void> {
  const [at, forgetAt] = [until, until + HOUR].map((moment) => new Date(moment).toISOString())
  await test.api.cells.directory.transaction([], (tx) =>
    run(
      tx,
      sql`
      insert into sign_in_limit (key, failures, blocked_until, forget_at)
      values (${hashOf(what)}, 50, ${at}, ${forgetAt})
      on conflict (key) do update set failures = 50, blocked_until = ${at}, forget_at = ${forgetAt}`,
    ),
  )
}

const attack = (email: string) => shut(`account ${email}`, test.api.now + HOUR)

const confirm = async (browser: Browser, password = PASSWORD) =>
  (await browser.send('POST', '/session/confirm', { password })).status

describe('a person whose password strangers guess', () => {
  it('signs in from a network of their own, after any number of failures in another one', async () => {
    const person = await used.people.person(test.api.key.tenantId)
    const stranger = elsewhere()
    const statuses: number[] = []
    for (let count = 0; count < 8; count += 1) statuses.push(await guess(person.email, stranger))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect((await used.people.browser(elsewhere()).signIn(person.email)).status).toBe(200)
    // What the stranger has to wait for does not become less by it.
    expect(await guess(person.email, stranger)).toBe(429)
  })

  it('confirms and changes the password in a session that is open, whatever strangers do', async () => {
    const person = await used.people.person(test.api.key.tenantId)
    const browser = await used.people.signedIn(person, '198.51.100.20')
    await attack(person.email)
    // For strangers the account is shut by now.
    expect((await used.people.browser('198.51.100.21').signIn(person.email)).status).toBe(429)
    expect(await confirm(browser)).toBe(200)
    const password = 'outra frase longa'
    await browser.done('PUT', '/me/password', { currentPassword: PASSWORD, password })
    expect(await confirm(browser, password)).toBe(200)
  })

  it('signs in with a browser that they have used before, whatever strangers do', async () => {
    const person = await used.people.person(test.api.key.tenantId)
    const browser = used.people.browser('203.0.113.77')
    await browser.signIn(person.email)
    await browser.done('DELETE', '/session')
    expect(browser.cookie).toBeNull()
    await attack(person.email)
    const open = await used.people.signedIn(person, '203.0.113.77')
    await shut('network 203.0.113.0/24', test.api.now + HOUR)
    // Their account and their network are shut for strangers by now.
    expect((await used.people.browser('203.0.113.79').signIn('another@shop.example')).status).toBe(429)
    expect(await confirm(open)).toBe(200)
    expect((await browser.signIn(person.email)).status).toBe(200)
  })

  it('has the same browser forgotten with a new password, and after half a year', async () => {
    const person = await used.people.person(test.api.key.tenantId)
    const [one, other] = [used.people.browser(elsewhere()), used.people.browser(elsewhere())]
    await one.signIn(person.email)
    await other.signIn(person.email)
    const password = 'outra frase longa'
    await one.done('PUT', '/me/password', { currentPassword: PASSWORD, password })
    await attack(person.email)
    expect((await other.signIn(person.email, password)).status).toBe(429)
    expect((await one.signIn(person.email, password)).status).toBe(200)
    test.api.now += 181 * 24 * HOUR
    await attack(person.email)
    expect((await one.signIn(person.email, password)).status).toBe(429)
  })
})

describe('somebody who guesses', () => {
  it('from everywhere has 60 tries in the first hour and 30 in each after it', async () => {
    const person = await used.people.person(test.api.key.tenantId)
    const tries: number[] = []
    for (let hour = 0; hour < 2; hour += 1) {
      const before = used.people.hasher.hashed
      for (let minute = 0; minute < 60; minute += 1) {
        test.api.now = START + hour * HOUR + minute * MINUTE
        const count = hour === 0 && minute === 0 ? 40 : 3
        await Promise.all(Array.from({ length: count }, () => guess(person.email)))
      }
      tries.push(used.people.hasher.hashed - before)
    }
    expect(tries[0]).toBeLessThanOrEqual(60)
    expect(tries[0]).toBeGreaterThanOrEqual(30)
    for (const later of tries.slice(1)) expect(later).toBeLessThanOrEqual(30)
  })

  it('in an open session, or with a known browser, has five tries of their own', async () => {
    const person = await used.people.person(test.api.key.tenantId)
    const browser = used.people.browser(elsewhere())
    await browser.signIn(person.email)
    const statuses: number[] = []
    for (let count = 0; count < 7; count += 1) statuses.push(await confirm(browser, 'wrong'))
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429])
    await browser.done('DELETE', '/session')
    const again: number[] = []
    for (let count = 0; count < 7; count += 1)
      again.push((await browser.signIn(person.email, 'wrong')).status)
    expect(again).toEqual([401, 401, 401, 401, 401, 429, 429])
    test.api.now += MINUTE
    expect((await browser.signIn(person.email)).status).toBe(200)
  })

  it('gains nothing by a browser that another person has used', async () => {
    const [person, mallory] = [await used.people.person(null), await used.people.person(null)]
    const browser = used.people.browser(elsewhere())
    await browser.signIn(mallory.email)
    await browser.done('DELETE', '/session')
    await attack(person.email)
    expect((await browser.signIn(person.email)).status).toBe(429)
    browser.device = `punchcard-dev-device=${'a'.repeat(43)}`
    expect((await browser.signIn(person.email)).status).toBe(429)
  })

  it('codes, and knows the password, begins again no more than 12 times within an hour', async () => {
    const person = await used.people.person(null)
    await test.api.cells.directory.transaction([], (tx) =>
      run(tx, sql`update person set totp_secret = '\\x00' where id = ${person.id}`),
    )
    let begun = 0
    for (let minute = 0; minute < 60; minute += 1) {
      test.api.now = START + minute * MINUTE
      const { status } = await used.people.browser(elsewhere()).signIn(person.email)
      if (status === 200) begun += 1
    }
    expect(begun).toBeLessThanOrEqual(12)
    expect(begun).toBeGreaterThanOrEqual(5)
  })
})
