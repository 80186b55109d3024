/**
 * Who may do what, for every operation that there is: acceptance 18. It is made from the registry, so that an operation
 * that is added is tried unasked: each × 5 roles × kinds of tokens × another merchant × another site × no If-Match.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOfTenant, type Operation } from '../../src/contract/admin-api/operation.ts'
import { PERMISSIONS, type Permission, ROLES, type Role } from '../../src/contract/permission.ts'
import { makeAdminToken, startOfAdminToken } from '../../src/people/admin-token.ts'
import { canBeOfToken } from '../../src/people/role.ts'
import { hashOf } from '../../src/people/secrets.ts'
import { insertToken } from '../../src/people/store/tokens.ts'
import { type Browser, type Heard, usePeople } from '../support/people.ts'
import { registeredOperations } from '../support/registered.ts'
import { useTestApi } from '../support/test-api.ts'

/** The table of MANAGEMENT section 6, by hand: what the code says is compared with it. */
const MAY: Readonly<Record<Permission, readonly Role[]>> = {
  'settings.read': ['owner', 'manager', 'developer'],
  'settings.write': ['owner'],
  'security.write': ['owner'],
  'people.read': ['owner', 'manager', 'developer'],
  'people.write': ['owner'],
  'tokens.read': ['owner', 'manager', 'developer'],
  'tokens.write': ['owner'],
  'program.read': ROLES,
  'program.write': ['owner', 'manager'],
  'program.publish': ['owner', 'manager'],
  'rewards.read': ROLES,
  'rewards.write': ['owner', 'manager'],
  'tiers.read': ROLES,
  'tiers.write': ['owner', 'manager'],
  'quizzes.read': ROLES,
  'quizzes.write': ['owner', 'manager'],
  'codes.read': ['owner', 'manager', 'support'],
  'storefront.read': ['owner', 'manager', 'support', 'developer', 'viewer'],
  'storefront.write': ['owner', 'manager'],
  'storefront.domains': ['owner', 'developer'],
  'customers.read': ROLES,
  'customers.personal': ['owner', 'manager', 'support', 'developer'],
  'customers.write': ['owner', 'manager', 'support'],
  'customers.export': ['owner', 'manager'],
  'customers.merge': ['owner', 'manager'],
  'customers.erase': ['owner'],
  'points.adjust': ['owner', 'manager', 'support'],
  'redemptions.create': ['owner', 'manager', 'support'],
  'redemptions.return': ['owner', 'manager', 'support'],
  'orders.cancel': ['owner', 'manager', 'support'],
  'approvals.decide': ['owner', 'manager'],
  'keys.read': ['owner', 'manager', 'developer'],
  'keys.write': ['owner', 'developer'],
  'webhooks.read': ['owner', 'manager', 'developer'],
  'webhooks.write': ['owner', 'developer'],
  'requests.read': ['owner', 'manager', 'developer'],
  'jobs.use': ROLES,
  'exports.create': ['owner', 'manager'],
  'files.upload': ['owner', 'manager'],
  'imports.read': ['owner', 'manager'],
  'imports.write': ['owner', 'manager'],
  'imports.apply': ['owner', 'manager'],
  'reports.overview': ROLES,
  'reports.read': ['owner', 'manager', 'viewer'],
  'accounting.read': ['owner', 'manager'],
  'accounting.close': ['owner', 'manager'],
  'backtests.run': ['owner', 'manager', 'developer'],
  'audit.read': ['owner', 'manager', 'support', 'developer'],
  'audit.all': ['owner', 'manager'],
}

const test = useTestApi()
const used = usePeople(() => test.api)

const operations = await registeredOperations()
const ofTenant = operations.filter(isOfTenant)
const ofPerson = operations.filter(({ permission }) => permission === 'person')
const ofAnyone = operations.filter(({ permission }) => permission === 'anyone')
const ofOperator = operations.filter(({ permission }) => permission === 'operator')
const writes = operations.filter(({ method }) => method !== 'GET')

/**
 * Whether a request got as far as the operation itself. Its body is empty and its numbers are invented, so that an
 * operation that is reached says what is wrong with that, or does it: the matrix is about the door.
 */
const DOOR = [401, 403, 428]
const isReached = ({ status }: Heard): boolean => !DOOR.includes(status) && status < 500

let tenantId: number
let otherTenantId: number
const browsers = new Map<Role, Browser>()
let stranger: Browser
let tokens: {
  readonly personal: string
  readonly service: string
  readonly ofOther: string
  readonly weak: string
}

beforeAll(async () => {
  test.api.now = Date.now()
  tenantId = test.api.key.tenantId
  otherTenantId = (await test.api.openShop()).tenantId
  for (const role of ROLES) browsers.set(role, (await used.people.member(tenantId, role)).browser)
  stranger = (await used.people.member(otherTenantId, 'owner')).browser
  const owner = await used.people.person(tenantId, 'owner')
  const strangerId = (await used.people.person(otherTenantId, 'owner')).id
  tokens = {
    personal: await token(tenantId, owner.id, PERMISSIONS),
    service: await token(tenantId, null, PERMISSIONS),
    ofOther: await token(otherTenantId, strangerId, PERMISSIONS),
    weak: await token(tenantId, null, []),
  }
})

/** With permissions that the API would never give: the door holds by itself. */
async function token(
  tenant: number,
  personId: number | null,
  permissions: readonly Permission[],
): Promise<string> {
  const secret = makeAdminToken(tenant, 'live')
  await test.api.cells.directory.transaction([tenant], (tx) =>
    insertToken(
      tx,
      tenant,
      {
        tokenHash: hashOf(secret),
        start: startOfAdminToken(secret),
        label: 'matrix',
        personId,
        permissions,
        createdBy: 'test',
        expiresAt: null,
        hasSecondFactor: false,
        createdById: null,
      },
      test.api.now,
    ),
  )
  return secret
}

interface Ask {
  readonly tenant?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly ifMatch?: string | null
}

/** A request of an operation that names things that there are not, with everything that the door asks for. */
function ask(
  browser: Browser,
  operation: Operation,
  { tenant = tenantId, headers = {}, ifMatch = '*' }: Ask = {},
) {
  const path = operation.path
    .replace(':tenant', String(tenant))
    .replace(/:token/, `${tenant}-${'a'.repeat(43)}`)
    .replace(/:[a-zA-Z]+/g, '999999999')
  const isText = operation.textBodyMax !== undefined
  const isOctets = operation.octetBodyMax !== undefined
  return browser.send(operation.method, path, operation.body === undefined ? undefined : {}, {
    ...(operation.ifMatch && ifMatch !== null ? { ifMatch } : {}),
    headers: {
      ...(operation.idempotent ? { 'idempotency-key': crypto.randomUUID() } : {}),
      ...(isText ? { 'content-type': 'text/plain' } : {}),
      ...(isOctets ? { 'content-type': 'application/octet-stream', 'content-digest': DIGEST } : {}),
      ...headers,
    },
  })
}

const DIGEST = `sha-256=:${'A'.repeat(43)}=:`

const browserOf = (role: Role): Browser => {
  const browser = browsers.get(role)
  if (!browser) throw new Error('nobody has this role')
  return browser
}
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const named = (list: readonly Operation[]) => list.map((operation) => [operation.id, operation] as const)
/** Ends the session of whoever is asked: tried on a session of its own. */
const ENDS_THE_SESSION = ['session.end']

let tried = 0
afterAll(() => {
  process.stdout.write(
    `${operations.length} operations (${ofTenant.length} of a merchant, ${ofPerson.length} of a person, ${ofAnyone.length} of anyone), ${tried} requests\n`,
  )
})
async function count<Answer>(answer: Promise<Answer>): Promise<Answer> {
  tried += 1
  return answer
}

describe('the registry', () => {
  it('has operations of every kind, and everybody who may is told by the table', () => {
    expect(ofTenant.length).toBeGreaterThan(10)
    expect(ofPerson.length).toBeGreaterThan(10)
    expect([...ofTenant, ...ofPerson, ...ofAnyone, ...ofOperator]).toHaveLength(operations.length)
    for (const { id, permission } of ofTenant)
      expect([id, PERMISSIONS]).toEqual([id, expect.arrayContaining([permission])])
  })

  it('has an audit action for everything that writes', () => {
    const silent = writes.filter(({ audit, isQuestion }) => !audit && !isQuestion)
    expect(silent.map(({ id }) => id)).toEqual([])
  })
})

describe.each(named(ofTenant))('%s', (_id, operation) => {
  const may = MAY[operation.permission as Permission]

  it.each(ROLES)('as %s', async (role) => {
    const heard = await count(ask(browserOf(role), operation))
    if (may.includes(role)) {
      expect([heard.body, isReached(heard)]).toEqual([heard.body, true])
    } else {
      expect(heard.status).toBe(403)
      expect(heard.body).toMatchObject({ permission: operation.permission })
    }
  })

  it('as somebody of another merchant: it is not there', async () => {
    expect((await count(ask(stranger, operation))).status).toBe(404)
    expect(
      (await count(ask(used.people.browser(), operation, { headers: bearer(tokens.ofOther) }))).status,
    ).toBe(404)
    // An owner here is nobody there.
    expect((await count(ask(browserOf('owner'), operation, { tenant: otherTenantId }))).status).toBe(404)
    expect((await count(ask(browserOf('owner'), operation, { tenant: 999_999 }))).status).toBe(404)
  })

  it('as nobody', async () => {
    expect((await count(ask(used.people.browser(), operation))).status).toBe(401)
  })

  it.each(['personal', 'service'] as const)('with a %s token', async (kind) => {
    const heard = await count(ask(used.people.browser(), operation, { headers: bearer(tokens[kind]) }))
    if (canBeOfToken(operation.permission as Permission, kind)) {
      expect([heard.body, isReached(heard)]).toEqual([heard.body, true])
    } else {
      expect(heard.status).toBe(403)
    }
  })

  it('with a token that may nothing', async () => {
    expect(
      (await count(ask(used.people.browser(), operation, { headers: bearer(tokens.weak) }))).status,
    ).toBe(403)
  })
})

describe.each(named(ofPerson.filter(({ id }) => !ENDS_THE_SESSION.includes(id))))('%s', (_id, operation) => {
  it('is for a person who is signed in, whatever their role', async () => {
    for (const role of ROLES) {
      const heard = await count(ask(browserOf(role), operation))
      // A wrong password or code is refused by the operation itself.
      const isOfOperation = isReached(heard) || heard.body?.code === 'wrongPassword'
      expect([heard.body, isOfOperation]).toEqual([heard.body, true])
    }
  })

  it('is for no token and for nobody else', async () => {
    expect((await count(ask(used.people.browser(), operation))).status).toBe(401)
    for (const secret of [tokens.personal, tokens.service]) {
      expect((await count(ask(used.people.browser(), operation, { headers: bearer(secret) }))).status).toBe(
        403,
      )
    }
  })
})

describe.each(named(ofPerson.filter(({ id }) => ENDS_THE_SESSION.includes(id))))('%s', (_id, operation) => {
  it('is for a person who is signed in', async () => {
    const member = await used.people.member(tenantId, 'viewer')
    expect(isReached(await count(ask(member.browser, operation)))).toBe(true)
    expect((await count(ask(used.people.browser(), operation))).status).toBe(401)
    expect(
      (await count(ask(used.people.browser(), operation, { headers: bearer(tokens.personal) }))).status,
    ).toBe(403)
  })
})

describe.each(named(ofOperator))('%s', (_id, operation) => {
  it('is for operators alone: for everybody else it is not there', async () => {
    for (const role of ROLES) {
      expect([role, (await count(ask(browserOf(role), operation))).status]).toEqual([role, 404])
    }
    for (const secret of Object.values(tokens)) {
      expect((await count(ask(used.people.browser(), operation, { headers: bearer(secret) }))).status).toBe(
        404,
      )
    }
    expect((await count(ask(used.people.browser(), operation))).status).toBe(401)
  })
})

describe.each(named(ofAnyone))('%s', (_id, operation) => {
  it('asks for no log-in', async () => {
    const heard = await count(ask(used.people.browser(), operation))
    expect([heard.body, heard.status === 403 || heard.status === 428]).toEqual([heard.body, false])
  })
})

describe.each(named(writes))('%s', (_id, operation) => {
  const SITES: readonly Readonly<Record<string, string>>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
  ]

  it('is refused from a page of another site, whoever is signed in there', async () => {
    for (const headers of SITES) {
      const heard = await count(ask(browserOf('owner'), operation, { headers }))
      expect(heard).toMatchObject({ status: 403, body: { code: 'otherSite' } })
    }
  })

  it('is refused where neither Sec-Fetch-Site nor Origin says from where', async () => {
    const browser = browserOf('owner')
    const { cookie } = browser
    const path = operation.path.replace(':tenant', String(tenantId)).replace(/:[a-zA-Z]+/g, '999999999')
    const bare = (more: object) =>
      used.people.api.server.inject({
        method: operation.method,
        url: `/v1/admin${path}`,
        headers: { host: 'localhost:3000', ...(cookie ? { cookie } : {}), ...more },
      })
    for (const more of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
      const heard = await count(bare(more))
      expect([heard.statusCode, heard.json().code]).toEqual([403, 'otherSite'])
    }
  })
})

describe.each(named(operations.filter(({ ifMatch }) => ifMatch)))('%s', (_id, operation) => {
  it('asks which version was seen', async () => {
    const role = MAY[operation.permission as Permission][0] ?? 'owner'
    expect((await count(ask(browserOf(role), operation, { ifMatch: null }))).status).toBe(428)
  })
})

describe.each(named(operations.filter(({ idempotent }) => idempotent)))('%s', (_id, operation) => {
  it('asks for a key with which it can be repeated', async () => {
    const role = MAY[operation.permission as Permission][0] ?? 'owner'
    const heard = await count(ask(browserOf(role), operation, { headers: { 'idempotency-key': '' } }))
    expect(heard.status).toBe(428)
  })
})

describe.each(named(operations.filter(({ confirm, permission }) => confirm && permission !== 'operator')))(
  '%s',
  (_id, operation) => {
    it('asks for the password again after ten minutes', async () => {
      const owner = await used.people.member(tenantId, 'owner')
      const before = test.api.now
      test.api.now += 10 * 60_000
      const heard = await count(ask(owner.browser, operation))
      test.api.now = before
      expect(heard).toMatchObject({ status: 403, body: { type: 'urn:punchcard:problem:confirm' } })
    })
  },
)
