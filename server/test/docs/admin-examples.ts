import { readFileSync } from 'node:fs'
import { BACKTEST_JOB } from '../../src/backtests/job.ts'
import { ADMIN_EXAMPLES } from '../../src/http/reference/examples/admin-api.ts'
import type { Example } from '../../src/http/reference/examples/example.ts'
import { jobKinds } from '../../src/jobs/define.ts'
import { ALL_JOB_KINDS } from '../../src/management/job-kinds.ts'
import { codeOfStep, stepAt } from '../../src/people/totp.ts'
import { createLogger } from '../../src/platform/log.ts'
import { openDatabase } from '../../src/platform/postgres/database.ts'
import { createSealer } from '../../src/platform/sealing.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { takeOneTurn } from '../backtests/try-out.ts'
import { digestOf } from '../support/admin.ts'
import { fromBase32 } from '../support/base32.ts'
import { clientOf } from '../support/client-of.ts'
import { urlOfLogin } from '../support/logins.ts'
import { type Browser, PASSWORD, type People, SEALING_KEY } from '../support/people.ts'
import { PNG } from '../support/pictures.ts'
import { startExampleJob } from './example-jobs.ts'

type Json = Record<string, unknown>
type Method = Parameters<Browser['send']>[0]

interface Documented {
  readonly operationId: string
  readonly method: Method
  readonly path: string
  readonly takesText: boolean
  readonly takesOctets: boolean
}

const document = JSON.parse(readFileSync(new URL('../../openapi-admin.json', import.meta.url), 'utf8'))
const OPERATIONS: readonly Documented[] = Object.entries(document.paths as Record<string, Json>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { operationId, requestBody } = described as {
        operationId: string
        requestBody?: { content: object }
      }
      return {
        operationId,
        method: method.toUpperCase() as Method,
        path: path.replace('/v1/admin', ''),
        takesText: 'text/plain' in (requestBody?.content ?? {}),
        takesOctets: 'application/octet-stream' in (requestBody?.content ?? {}),
      }
    }),
)

const BACKTESTS = jobKinds([BACKTEST_JOB])
const PLANS = jobKinds([...ALL_JOB_KINDS.values()].filter(({ kind }) => kind === 'plan'))
const IMPORTS = jobKinds([...ALL_JOB_KINDS.values()].filter(({ kind }) => kind.startsWith('import.')))
const LAST = 'session.end'
const ORDER = Object.keys(ADMIN_EXAMPLES)
/** Those that take nothing come after the others, and the end of the session at the end. */
const rank = (id: string): number =>
  id === LAST ? Number.MAX_SAFE_INTEGER : ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length

/** What is sent in truth: numbers, tokens and codes that the server gave out in place of those that are shown. */
interface Real extends Example {
  readonly browser?: Browser
}

/** The requests that the reference of the management API shows, sent by the owner of the demo merchant. */
export class AdminExamples {
  static readonly operations = [...OPERATIONS].sort((a, b) => rank(a.operationId) - rank(b.operationId))

  readonly #people: People
  readonly #tenantId: number
  readonly #owner: { readonly email: string; readonly browser: Browser }
  readonly #answers: Record<string, Json> = {}
  #operator: Browser | null = null
  #job: number | null = null
  #claimed: number | null = null

  private constructor(people: People, tenantId: number, owner: { email: string; browser: Browser }) {
    this.#people = people
    this.#tenantId = tenantId
    this.#owner = owner
  }

  static async open(people: People, tenantId: number): Promise<AdminExamples> {
    return new AdminExamples(people, tenantId, await people.member(tenantId, 'owner', 'Bia'))
  }

  async send(operationId: string): Promise<{ status: number; answer: unknown; tellsVersion: boolean }> {
    const documented = OPERATIONS.find((operation) => operation.operationId === operationId)
    if (!documented) throw new Error(`there is no operation ${operationId}`)
    const shown = ADMIN_EXAMPLES[operationId] ?? {}
    const {
      path,
      query,
      body,
      browser = this.#owner.browser,
    } = { ...shown, ...(await this.#real(operationId, shown)) }
    const {
      status,
      body: answer,
      etag,
    } = await this.#request(browser, documented, {
      path,
      query,
      body,
    } as Example)
    if (typeof answer === 'object' && answer !== null) this.#answers[operationId] = answer
    return { status, answer, tellsVersion: etag !== undefined }
  }

  #request(
    browser: Browser,
    { method, path, takesText, takesOctets }: Documented,
    { path: ids = {}, query, body }: Example,
  ) {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query ?? {})) search.append(name, String(value))
    const url = path
      .replace('{tenant}', String(this.#tenantId))
      .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(ids[name])))
    return browser.send(method, `${url}${search.size > 0 ? `?${search}` : ''}`, body, {
      ifMatch: '*',
      headers: {
        ...(method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }),
        ...(takesText ? { 'content-type': 'text/plain' } : {}),
        ...(takesOctets
          ? {
              'content-type': 'application/octet-stream',
              'content-digest': digestOf(Buffer.isBuffer(body) ? body : Buffer.from(String(body))),
            }
          : {}),
      },
    })
  }

  async #real(id: string, shown: Example): Promise<Real> {
    const [domain = '', verb = ''] = id.split('.', 2)
    switch (domain) {
      case 'session':
      case 'me':
        return this.#ofPerson(id, shown)
      case 'platform':
      case 'support':
        return this.#ofOperator(id)
      case 'people':
      case 'invitations':
      case 'passwordResets':
        return this.#ofPeople(id, shown)
      case 'tokens':
      case 'apiKeys':
        return shown.path ? { path: { id: this.#keyOf(domain, verb) } } : {}
      case 'program':
        if (id === 'program.scheduled.delete') await this.#schedule()
        return {}
      case 'couponLists':
        if (verb === 'create')
          return { body: { ...(shown.body as Json), rewardId: this.#made('rewards.create') } }
        return shown.path ? { path: this.#ofList(verb) } : {}
      case 'awards':
        return this.#ofAward(verb)
      case 'referrals':
        return this.#ofReferral(verb, shown)
      case 'quizzes':
        if (verb === 'results' || verb === 'answers')
          return {
            path: { id: await this.#first(this.#of('/quizzes'), ({ key }) => key === 'coffee-or-tea') },
          }
        return shown.path ? { path: { id: this.#made('quizzes.create') } } : {}
      case 'files':
        return shown.path ? { path: { ...shown.path, id: this.#made('files.create') } } : {}
      case 'imports':
        return this.#ofImport(verb, shown)
      case 'storefront':
        return id === 'storefront.changeLogo' ? { body: PNG } : {}
      case 'jobs':
        this.#job ??= await startExampleJob(
          this.#people.test.databaseUrl,
          this.#tenantId,
          this.#people.test.now,
        )
        if (verb === 'downloadFiles') await this.#giveFileTo(this.#job)
        return shown.path ? { path: { id: this.#job } } : {}
      case 'programFile':
        return shown.path ? { path: { id: await this.#finishedPlan() } } : {}
      case 'backtests':
        return shown.path ? { path: { id: await this.#finishedBacktest() } } : {}
      case 'webhooks':
        return shown.path ? this.#ofWebhook(verb) : {}
      default:
        return this.#ofCustomer(id, shown)
    }
  }

  async #ofImport(verb: string, shown: Example): Promise<Real> {
    if (verb === 'create') return { body: { ...(shown.body as Json), fileId: await this.#upload() } }
    if (verb === 'saveMapping' || verb === 'deleteMapping' || !shown.path) return {}
    const path = { id: this.#made('imports.create') }
    if (!['samples', 'refused', 'apply', 'previewUndo', 'undo'].includes(verb)) return { path }
    const { test } = this.#people
    const database = openDatabase({
      ...{ url: urlOfLogin(test.databaseUrl, 'worker'), connectionCount: 4, connectTimeoutMs: 10_000 },
      ...{ applicationName: 'punchcard test', onIdleError: () => {}, sealer: createSealer([SEALING_KEY]) },
    })
    for (let turns = 0; turns < 10; turns += 1) await takeOneTurn(test, this.#tenantId, IMPORTS, database)
    await database.close()
    const { body } = await this.#owner.browser.done<{ plan: { hash: string } }>(
      'GET',
      this.#of(`/imports/${path.id}`),
    )
    return verb === 'apply' ? { path, body: { planHash: body.plan.hash } } : { path }
  }

  async #upload(): Promise<number> {
    const { browser } = this.#owner
    const octets = Buffer.from(
      'ID,Email,Points,Expires\nmoved-1,ana@example.com,120,2027-06-30\nmoved-2,,x,\n',
    )
    await migrateQueue(
      this.#people.test.databaseUrl,
      createLogger({ level: 'error', destination: process.stderr }),
    )
    const begun = { name: 'balances.csv', bytes: octets.length, purpose: 'import' }
    const { id } = (await browser.done<{ id: number }>('POST', this.#of('/files'), begun)).body
    await browser.done('PUT', this.#of(`/files/${id}/parts/1`), octets, {
      headers: { 'content-type': 'application/octet-stream', 'content-digest': digestOf(octets) },
    })
    await browser.done('POST', this.#of(`/files/${id}/complete`), {})
    return id
  }

  /** Of a file that is too large to be planned at once. */
  async #finishedPlan(): Promise<number> {
    const rewards = Array.from({ length: 201 }, (_, n) => {
      return { key: `mug-${n + 1}`, type: 'custom', title: `Mug ${n + 1}`, points: '300' }
    })
    const file = { punchcard: 1, rewards }
    const path = `/tenants/${this.#tenantId}/program-file/plan`
    const { body } = await this.#owner.browser.done<{ job: { id: number } }>('POST', path, { file })
    const { test } = this.#people
    for (let turns = 0; turns < 20; turns += 1) await takeOneTurn(test, this.#tenantId, PLANS)
    return body.job.id
  }

  /** As if this customer had been imported by an e-mail, and an order had named it since. */
  async #claim(id: number): Promise<number> {
    const client = clientOf(this.#people.test.databaseUrl)
    await client.connect()
    await client.query(
      `insert into customer_claim
         (tenant_id, customer_id, claimed_id, former_id, matched_by, claimed_at, orders_before, profile)
       select tenant_id, id, original_id, 'ana@example.com', 2, $3, order_count,
         json_build_object('name', name, 'email', 'ana@example.com', 'phone', null, 'document', null,
           'birthday', null, 'birthdayUpdatedAt', null)
       from customer where tenant_id = $1 and id = $2`,
      [this.#tenantId, id, new Date(this.#people.test.now)],
    )
    await client.end()
    return id
  }

  async #finishedBacktest(): Promise<number> {
    const { test } = this.#people
    for (let turns = 0; turns < 20; turns += 1) await takeOneTurn(test, this.#tenantId, BACKTESTS)
    return Number(this.#made('backtests.create'))
  }

  /** The file that was uploaded, as a result of the job. */
  async #giveFileTo(job: number): Promise<void> {
    const client = clientOf(this.#people.test.databaseUrl)
    await client.connect()
    await client.query('update file set job_id = $1 where id = $2', [job, this.#made('files.create')])
    await client.end()
  }

  async #ofOperator(id: string): Promise<Real> {
    const merchant = this.#tenantId
    this.#operator ??= (await this.#people.operator()).browser
    if (id !== 'support.end') return { browser: this.#operator, path: { merchant } }
    await this.#operator.done('POST', `/platform/merchants/${merchant}/support-access`, {
      hours: 1,
      reason: 'x',
    })
    const { body } = await this.#owner.browser.done<{ memberships: { supportAccess: { id: number }[] }[] }>(
      'GET',
      '/session',
    )
    return { path: { id: body.memberships[0]?.supportAccess[0]?.id ?? 0 } }
  }

  #ofList(verb: string): Record<string, number> {
    const id = this.#made('couponLists.create')
    if (verb !== 'undoUpload') return { id }
    const { upload } = this.#answers['couponLists.addCodes'] as { upload: { id: number } }
    return { id, upload: upload.id }
  }

  async #ofWebhook(verb: string): Promise<Real> {
    if (verb === 'event') return { path: { position: await this.#position() } }
    const { endpoint } = this.#answers['webhooks.create'] as { endpoint: { id: number } }
    if (verb !== 'attempt') return { path: { id: endpoint.id } }
    const attempts = this.#of(`/webhook-endpoints/${endpoint.id}/attempts`)
    return { path: { id: endpoint.id, attempt: await this.#first(attempts) } }
  }

  /** Of some event of the demo merchant, in the log. */
  async #position(): Promise<string> {
    const client = clientOf(this.#people.test.databaseUrl)
    await client.connect()
    const { rows } = await client.query<{ position: string }>(
      `select transaction || '-' || id as position from point_event where tenant_id = $1 limit 1`,
      [this.#tenantId],
    )
    await client.end()
    return rows[0]?.position ?? ''
  }

  async #ofPerson(id: string, shown: Example): Promise<Real> {
    const { now } = this.#people.test
    const body = shown.body as Json
    const secret = () => fromBase32((this.#answers['me.beginTotp'] as { secret: string }).secret)
    const email = this.#owner.email
    switch (id) {
      case 'session.create':
        return { browser: this.#people.browser(), body: { email, password: PASSWORD } }
      case 'session.confirm':
        return { body: { password: PASSWORD } }
      case 'session.secondFactor': {
        const browser = this.#people.browser()
        await browser.signIn(email)
        return { browser, body: { code: codeOfStep(secret(), stepAt(now)) } }
      }
      case 'session.endOther':
        await this.#people.browser().signIn(email)
        return {
          path: { id: await this.#first('/session/sessions', ({ isCurrent }) => isCurrent === false) },
        }
      case 'me.enableTotp':
        return { body: { code: codeOfStep(secret(), stepAt(now) - 1) } }
      case 'me.createToken':
        return { body: { ...body, tenant: this.#tenantId } }
      case 'me.revokeToken':
        return { path: { id: (this.#answers['me.createToken'] as { token: { id: number } }).token.id } }
      case 'me.changePassword':
        return { body: { ...body, currentPassword: PASSWORD } }
      default:
        return {}
    }
  }

  async #ofPeople(id: string, shown: Example): Promise<Real> {
    const linkOf = (name: string) => String(this.#answers[name]?.link).split('/').at(-1) ?? ''
    const invited = () => (this.#answers['people.invite'] as { invitation: { id: number } }).invitation.id
    const rui = () => this.#first(this.#of('/people'), ({ name }) => name === 'Rui')
    switch (id) {
      case 'people.resendInvitation':
        return { path: { id: invited() } }
      case 'invitations.show':
        return { path: { token: linkOf('people.resendInvitation') } }
      case 'invitations.accept':
        return {
          browser: this.#people.browser(),
          body: { ...(shown.body as Json), token: linkOf('people.resendInvitation') },
        }
      case 'people.withdrawInvitation': {
        const made = await this.#owner.browser.done<{ invitation: { id: number } }>(
          'POST',
          this.#of('/people/invitations'),
          { email: 'ivo@cafe-aurora.example', role: 'viewer' },
          { headers: { 'idempotency-key': crypto.randomUUID() } },
        )
        return { path: { id: made.body.invitation.id } }
      }
      case 'people.changeRole':
      case 'people.resetPassword':
      case 'people.remove':
        return { path: { id: await rui() } }
      case 'passwordResets.complete':
        return {
          browser: this.#people.browser(),
          body: { ...(shown.body as Json), token: linkOf('people.resetPassword') },
        }
      default:
        return {}
    }
  }

  async #ofCustomer(id: string, shown: Example): Promise<Real> {
    const [domain] = id.split('.', 1)
    const customer = () =>
      ((this.#answers['customers.list'] as { items: { id: number }[] }).items[0] as { id: number }).id
    const order = () =>
      this.#first(this.#of(`/customers/${customer()}/orders`), ({ state }) => state === 'complete')
    const redemption = () =>
      this.#first(this.#of('/redemptions?limit=50'), ({ returnedAt }) => returnedAt === null)
    switch (domain) {
      case 'rewards':
        if (id === 'rewards.check') {
          const found = await this.#first(this.#of('/customers?search=demo-017'))
          return { path: { id: this.#made('rewards.create') }, body: { customerId: found } }
        }
        return shown.path ? { path: { id: this.#made('rewards.create') } } : {}
      case 'customers': {
        if (!shown.path) return {}
        const into = customer()
        if (id === 'customers.previewRevoke' || id === 'customers.revokeClaim') {
          this.#claimed ??= await this.#claim(
            await this.#first(this.#of('/customers'), (other) => other.id !== into),
          )
          return { path: { id: this.#claimed } }
        }
        if (id !== 'customers.previewMerge' && id !== 'customers.merge') {
          return { path: { ...shown.path, id: into } }
        }
        const path = { id: await this.#first(this.#of('/customers'), (other) => other.id !== into) }
        return id === 'customers.merge'
          ? { path, body: { ...(shown.body as Json), into } }
          : { path, query: { into } }
      }
      case 'orders':
        if (!shown.path) return {}
        this.#order ??= await order()
        return { path: { customer: customer(), id: this.#order } }
      case 'redemptions':
        if (!shown.path) return {}
        if (id === 'redemptions.create' || id === 'redemptions.previewCreate') {
          const rewardId = await this.#first(this.#of('/rewards'), ({ key }) => key === 'r-10-off')
          return { path: { id: customer() }, body: { ...(shown.body as Json), rewardId } }
        }
        this.#redemption ??= await redemption()
        return { path: { id: this.#redemption } }
      case 'coupons': {
        const { items } = this.#answers['redemptions.list'] as { items: { coupon: { code: string } }[] }
        return { path: { code: items[1]?.coupon.code ?? '' } }
      }
      case 'approvals': {
        if (!shown.path) {
          await this.#askForApproval(customer())
          return {}
        }
        if (id === 'approvals.reject') await this.#askForApproval(customer())
        return {
          path: { id: await this.#first(this.#of('/approvals?state=waiting')) },
        }
      }
      default:
        return {}
    }
  }
  #order: number | undefined
  #redemption: number | undefined

  #of(path: string): string {
    return `/tenants/${this.#tenantId}${path}`
  }

  #made(operationId: string): number {
    return (this.#answers[operationId] as { id: number }).id
  }

  #keyOf(domain: string, verb: string): number {
    const name = domain === 'tokens' ? 'token' : 'key'
    const from = this.#answers[verb === 'revoke' ? `${domain}.rotate` : `${domain}.create`] as Record<
      string,
      { id: number }
    >
    return from[name]?.id ?? 0
  }

  /** The demo's rules give no reward: an award of the reward that was made is held, because it has no codes. */
  async #ofAward(verb: string): Promise<Real> {
    const rewardId = this.#made('rewards.create')
    if (verb === 'list') {
      const { databaseUrl } = this.#people.test
      await migrateQueue(databaseUrl, createLogger({ level: 'error', destination: process.stderr }))
      const client = clientOf(databaseUrl)
      await client.connect()
      await client.query(
        `insert into award (tenant_id, customer_id, id, source, rule_id, reference, program_version, state, held_because,
           reward_id, due_at, made_at)
         select tenant_id, id, nextval('account_id'), 3, 5, 'once', 1, 2, 4, $2, created_at, created_at
         from customer where tenant_id = $1 order by id limit 1`,
        [this.#tenantId, rewardId],
      )
      await client.end()
      return {}
    }
    if (verb === 'retry') return { body: { rewardId } }
    return { path: { id: await this.#first(this.#of('/awards?state=held')) } }
  }

  /** The demo has no rule for referrals: one that is held can be declined. */
  async #ofReferral(verb: string, shown: Example): Promise<Real> {
    if (verb === 'list') {
      const client = clientOf(this.#people.test.databaseUrl)
      await client.connect()
      await client.query(
        `insert into referral (tenant_id, customer_id, referrer_id, state, registered_at, ends_at, program_version, changed_at)
         select tenant_id, max(id), min(id), 3, max(created_at), max(created_at) + interval '90 days', 1, max(created_at)
         from customer where tenant_id = $1 group by tenant_id`,
        [this.#tenantId],
      )
      await client.end()
    }
    return shown.path ? { path: { id: await this.#first(this.#of('/referrals?state=held')) } } : {}
  }

  /** The number of the first of a list. */
  async #first(path: string, isWanted: (item: Json) => boolean = () => true): Promise<number> {
    const { body } = await this.#owner.browser.done<{ items: (Json & { id: number })[] }>('GET', path)
    const found = body.items.find(isWanted)
    if (!found) throw new Error(`nothing at ${path}: ${JSON.stringify(body).slice(0, 300)}`)
    return found.id
  }

  /** More than the limit that `settings.changeSecurity` shows, asked for by somebody else. */
  async #askForApproval(customer: number): Promise<void> {
    const { browser } = await this.#people.member(this.#tenantId, 'support')
    await browser.done(
      'POST',
      this.#of(`/customers/${customer}/adjustments`),
      { points: '5000', reason: 'complaint', note: 'A whole year of orders was not counted.' },
      { headers: { 'idempotency-key': crypto.randomUUID() } },
    )
  }

  async #schedule(): Promise<void> {
    const { browser } = this.#owner
    const shown = ADMIN_EXAMPLES['program.draft.put'] as { body: { program: Json } }
    const draft = { program: { ...shown.body.program, cashback: { isOn: true, pointValue: '0.06' } } }
    await browser.done('PUT', this.#of('/program/draft'), draft, { ifMatch: '*' })
    await browser.done(
      'POST',
      this.#of('/program/publish'),
      { effectiveAt: new Date(this.#people.test.now + 86_400_000).toISOString() },
      { ifMatch: '*', headers: { 'idempotency-key': crypto.randomUUID() } },
    )
  }
}
