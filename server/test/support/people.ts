import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Role } from '../../src/contract/permission.ts'
import { type Api, createApi } from '../../src/http/private-api.ts'
import type { JobKinds } from '../../src/jobs/define.ts'
import { PasswordHasher } from '../../src/people/password-hash.ts'
import { hashOf, makeSecret } from '../../src/people/secrets.ts'
import { insertMembership } from '../../src/people/store/memberships.ts'
import { addTenantOfPerson, insertPerson } from '../../src/people/store/persons.ts'
import { insertSession } from '../../src/people/store/sessions.ts'
import { createLogger, type Logger } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { createSealer } from '../../src/platform/sealing.ts'
import type { TestApi } from './test-api.ts'

export const PASSWORD = 'um pato lê jornal'
export const SEALING_KEY = Buffer.alloc(32, 9)
const HOST = 'localhost:3000'

export interface Sent {
  readonly ifMatch?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly language?: string
}

export interface Heard<Body = Record<string, unknown>> {
  readonly status: number
  readonly body: Body
  readonly etag: string | undefined
  readonly headers: LightMyRequestResponse['headers']
}

/** A browser on a page of the panel: it keeps its cookie, and says that it is on our own page. */
export class Browser {
  readonly #people: People
  readonly address: string
  cookie: string | null = null
  /** By which the server knows a browser in which its person has signed in before; it outlives the session. */
  device: string | null = null

  constructor(people: People, address = '203.0.113.9') {
    this.#people = people
    this.address = address
  }

  async send<Body = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    { ifMatch, headers, language = 'en' }: Sent = {},
  ): Promise<Heard<Body>> {
    const cookies = [this.cookie, this.device].filter((cookie) => cookie !== null)
    const answer = await this.#people.api.server.inject({
      method,
      url: `/v1/admin${path}`,
      headers: {
        host: HOST,
        'accept-language': language,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': this.address,
        ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    })
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = set.split(';', 1)
      const kept = pair.endsWith('=') ? null : pair
      if (/^[^=]*-device=/.test(pair)) this.device = kept
      else this.cookie = kept
    }
    return {
      status: answer.statusCode,
      body: (answer.body === ''
        ? null
        : answer.headers['content-type'] === 'application/octet-stream'
          ? answer.rawPayload
          : answer.json()) as Body,
      etag: answer.headers.etag as string | undefined,
      headers: answer.headers,
    }
  }

  get<Body = Record<string, unknown>>(path: string, sent?: Sent): Promise<Heard<Body>> {
    return this.send('GET', path, undefined, sent)
  }

  /** Sends it, and fails the test where it was refused. */
  async done<Body = Record<string, unknown>>(...request: Parameters<Browser['send']>): Promise<Heard<Body>> {
    const heard = await this.send<Body>(...request)
    expect(heard.status, JSON.stringify(heard.body)).toBeLessThan(300)
    return heard
  }

  signIn(email: string, password = PASSWORD, more: object = {}): Promise<Heard> {
    return this.send('POST', '/session', { email, password, ...more })
  }
}

/** The management API as it is served, with its real door. */
export class People {
  readonly test: TestApi
  readonly api: Api
  readonly hasher: PasswordHasher
  #count = 0

  constructor(test: TestApi, api: Api, hasher: PasswordHasher) {
    this.test = test
    this.api = api
    this.hasher = hasher
  }

  browser(address?: string): Browser {
    return new Browser(this, address)
  }

  /** A person of a merchant, with the usual password. */
  async person(
    tenantId: number | null,
    role: Role = 'owner',
    name = 'Bia',
  ): Promise<{ id: number; email: string }> {
    this.#count += 1
    const email = `person-${this.#count}@shop.example`
    const passwordHash = await usualHash(this.hasher)
    const { directory } = this.test.cells
    const id = await directory.transaction(tenantId === null ? [] : [tenantId], async (tx) => {
      const person = await insertPerson(
        tx,
        { email, name, locale: 'en', passwordHash, isOperator: false },
        this.test.now,
      )
      if (!person) throw new Error('there is one already')
      if (tenantId !== null) await join(tx, tenantId, person.id, role, this.test.now)
      return person.id
    })
    return { id, email }
  }

  /** Somebody who runs the installation, signed in. */
  async operator(name = 'Ops'): Promise<{ readonly id: number; readonly browser: Browser }> {
    const { id } = await this.person(null, 'owner', name)
    await this.test.cells.directory.transaction([], (tx) =>
      run(tx, sql`update person set is_operator = true where id = ${id}`),
    )
    return { id, browser: await this.signedIn({ id }) }
  }

  /** Another merchant of somebody. */
  async join(tenantId: number, personId: number, role: Role): Promise<void> {
    await this.test.cells.directory.transaction([tenantId], (tx) =>
      join(tx, tenantId, personId, role, this.test.now),
    )
  }

  /** A browser in which somebody is signed in, without the time that a password takes. */
  async signedIn(person: { readonly id: number }, address?: string): Promise<Browser> {
    const browser = this.browser(address)
    const secret = makeSecret()
    const { now } = this.test
    await this.test.cells.directory.transaction([], (tx) =>
      insertSession(tx, {
        tokenHash: hashOf(secret),
        personId: person.id,
        isPending: false,
        factorTries: 0,
        hasSecondFactor: false,
        trustsDevice: false,
        createdAt: now,
        seenAt: now,
        confirmedAt: now,
        endsAt: now + 12 * 3_600_000,
        address: browser.address,
        userAgent: 'test',
        failedBefore: 0,
        failedBeforeAt: null,
      }),
    )
    browser.cookie = `punchcard-dev=${secret}`
    return browser
  }

  /** Somebody of a merchant, signed in. */
  async member(tenantId: number, role: Role = 'owner', name?: string) {
    const person = await this.person(tenantId, role, name)
    return { ...person, browser: await this.signedIn(person) }
  }
}

async function join(
  tx: Parameters<typeof insertMembership>[0],
  tenantId: number,
  personId: number,
  role: Role,
  now: number,
): Promise<void> {
  await insertMembership(tx, tenantId, { personId, role, by: 'test', byId: null }, now)
  await addTenantOfPerson(tx, personId, tenantId)
}

let hash: Promise<string> | undefined

/** One hash for all: making one takes 50 ms. */
function usualHash(hasher: PasswordHasher): Promise<string> {
  hash ??= hasher.hash(PASSWORD, 0)
  return hash
}

export interface PeopleOptions {
  /** Default: nothing of a merchant can be sealed. */
  readonly isSealed?: boolean
  readonly isLimited?: boolean
  readonly log?: Logger
  readonly kinds?: JobKinds
}

export function usePeople(test: () => TestApi, options: PeopleOptions = {}): { readonly people: People } {
  let people: People | undefined
  beforeAll(async () => {
    const { cells } = test()
    const log = options.log ?? createLogger({ level: 'silent', destination: process.stderr })
    const hasher = new PasswordHasher()
    const clock = () => test().now
    const api = await createApi({
      cells,
      redis: null,
      log,
      metrics: createMetrics(),
      clock,
      requestTimeoutMs: 10_000,
      rateLimitPerSecond: 1_000_000,
      trustProxy: 1,
      isAccessLogged: options.log !== undefined,
      admin: {
        cells: options.isSealed ? test().sealedCells : cells,
        log,
        clock,
        hasher,
        sealer: createSealer([SEALING_KEY]),
        isLimited: options.isLimited ?? false,
        ...(options.kinds ? { kinds: options.kinds } : {}),
      },
    })
    people = new People(test(), api, hasher)
  })
  afterAll(() => people?.api.server.close())
  return {
    get people() {
      if (!people) throw new Error('the management API has not started yet')
      return people
    },
  }
}
