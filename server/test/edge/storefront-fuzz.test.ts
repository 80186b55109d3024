/**
 * Requests of every kind for each operation of `openapi-storefront.json`, from customers, strangers and customers of
 * another merchant: none is answered with a fault of ours, each answer is as the document promises and names nothing
 * that it does not name, and none has anything of another customer or merchant.
 *
 * `FUZZ_REQUESTS=20000 npm test -- storefront-fuzz` sends so many for each operation; `FUZZ_SEED=…` the same again.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../src/platform/random.ts'
import { QUESTION_TYPE } from '../../src/quizzes/quiz.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { useManager } from '../support/admin.ts'
import { FRIENDS_RULE } from '../support/friends.ts'
import { PNG } from '../support/pictures.ts'
import { publishTerms } from '../support/published-terms.ts'
import { makeQuiz } from '../support/quizzes.ts'
import { decimal } from '../support/rewards.ts'
import { seedOf } from '../support/seed.ts'
import { DEMO_PROGRAM } from '../support/shop.ts'
import { ORIGIN, openStorefront, type Storefront } from '../support/storefront.ts'
import { giveTiers } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'
import { makeRequest, readDocument } from './api-document.ts'
import { type Known, RequestMaker } from './request-maker.ts'

const { operations, resolveReference, problemOfAnswer } = await readDocument(
  'openapi-storefront.json',
  'Problem',
)
const SEED = seedOf('FUZZ_SEED')
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 400)
const SHARE_ASKED_FROM = 200
const AT_ONCE = 16
/** What the document promises of a customer is not about how often. */
const OFTEN = { perSecond: 100_000, perHour: 10_000_000 }
const ALL = ['read', 'redeem', 'quiz', 'refer', 'join']
/** None of them leaves. Each answers a quiz once: there are enough for the share that is asked for. */
const MEMBERS = Array.from({ length: Math.max(12, REQUESTS / 40) }, (_, index) => `member-${index}`)
/** Who joins and leaves. */
const LEAVERS = ['leaver-0', 'leaver-1', 'prospect-0', 'prospect-1']
const QUIZZES = 2

const shops = useShops({
  customerLimits: { read: OFTEN, long: OFTEN, redeem: OFTEN, quiz: OFTEN, join: OFTEN },
})
const admin = useManager(() => ({ ...shops.api, cells: shops.api.sealedCells }))

/** A merchant, with its name in all that it has said, and what its customers hold. */
interface Side {
  readonly name: string
  readonly storefront: Storefront
  readonly rewards: readonly number[]
  readonly quizzes: readonly number[]
  readonly questions: readonly number[]
  readonly logo: string
  /** By customer. */
  readonly tokens: ReadonlyMap<string, string>
  readonly coupons: ReadonlyMap<string, string>
  readonly cursors: readonly string[]
  readonly codes: readonly string[]
  readonly links: readonly string[]
}

async function openSide(name: string): Promise<Side> {
  const shop = await shops.open({
    ...DEMO_PROGRAM,
    rules: [
      ...DEMO_PROGRAM.rules,
      { id: 3, kind: 'quiz' },
      { id: 4, kind: 'signup', points: '5' },
      FRIENDS_RULE,
    ],
  })
  const { api } = shops
  const { tenantId } = shop
  await giveTiers(api, shop)
  await publishTerms(api, tenantId, { 'pt-BR': `Termos de ${name}` })
  const rewards = [
    await shop.makeReward({ title: `${name} off`, points: decimal(100), value: decimal(10) }),
    await shop.makeReward({ title: `${name} mug`, type: 4, points: decimal(100) }),
    await shop.makeReward({ title: `${name} cashback`, type: 3, points: 0n, value: 0n }),
  ]
  const database = api.cells.of({ cell: MAIN_CELL })
  const questions = [{ text: `How is ${name}?`, type: QUESTION_TYPE.openText }]
  const quizzes: number[] = []
  for (let count = 0; count < QUIZZES; count += 1) {
    quizzes.push(await makeQuiz(database, tenantId, { name: `${name} ${count}`, points: 10_000n, questions }))
  }
  const asked = await shops.reader.query<{ id: string }>(
    'select id from quiz_question where tenant_id = $1',
    [tenantId],
  )
  const storefront = await openStorefront(api, shop, {
    content: { switches: { quizzes: true, referral: true }, referralUrl: `${ORIGIN}/?ref={code}` },
  })
  const manager = await admin.manager(shop.key)
  const { body } = await manager.done<{ logo: { url: string } }>('PUT', '/storefront/logo', PNG, {
    ifMatch: '*',
  })
  const tokens = new Map<string, string>()
  const coupons = new Map<string, string>()
  const codes: string[] = []
  for (const member of [...MEMBERS, ...LEAVERS.slice(0, 2)]) {
    await shop.upsertCustomers([{ OriginalId: member, Name: `${name}-${member}` }])
    await shop.completed(`o-${member}`, member, 5_000)
    await shop.completed(`p-${member}`, member, 70)
    coupons.set(member, (await shop.redeemed(rewards[0] ?? 0, member)).couponCode ?? '')
  }
  for (const customer of [...MEMBERS, ...LEAVERS])
    tokens.set(customer, await storefront.tokenOf(customer, { Scopes: ALL }))
  const cursors: string[] = []
  const links: string[] = []
  for (const member of MEMBERS.slice(0, 2)) {
    const token = tokens.get(member) ?? ''
    for (const path of ['/history?limit=1', '/coupons?limit=1']) {
      const { next } = await storefront.read<{ next: string | null }>(path, token)
      if (next !== null) cursors.push(next)
    }
    codes.push((await storefront.read<{ code: string }>('/referral', token)).code)
    const link = await shop.sendText<{ Result: { Url: string } }>(
      'POST',
      '/v1/pvt/Link',
      JSON.stringify({ CustomerId: member }),
    )
    links.push(link.Result.Url.split('#l=')[1] ?? '')
  }
  return {
    ...{ name, storefront, rewards, quizzes, tokens, coupons, cursors, codes, links },
    questions: asked.map(({ id }) => Number(id)),
    logo: body.logo.url.split('/').at(-1) ?? '',
  }
}

let ours: Side
let theirs: Side
/** Of all ids, some are the other merchant's. */
let known: Known

beforeAll(async () => {
  ours = await openSide('Aurora')
  theirs = await openSide('Boreal')
  const mostly = <Value>(of: (side: Side) => readonly Value[]): Value[] => [
    ...Array.from({ length: 4 }, () => of(ours)).flat(),
    ...of(theirs),
  ]
  known = {
    slug: mostly(({ storefront }) => [storefront.slug]),
    hash: mostly(({ logo }) => [logo]),
    code: mostly(({ codes }) => codes),
    lang: ['en', 'pt-BR', 'es', 'de', ''],
    p: ['espresso:8.50', 'mug-01:49.90', 'x:0', 'açúcar:1.0001', 'a:b:2', ':1', 'x:-1', 'x:99999999999.9999'],
    total: ['42.00', '0', '99999999999.9999'],
    cursor: mostly(({ cursors }) => cursors),
    limit: [1, 10, 50, 0, 51],
    id: mostly(({ quizzes }) => quizzes),
    link: mostly(({ links, tokens }) => [...links, ...links, ...[...tokens.values()].slice(0, 1)]),
    reward: mostly(({ rewards }) => rewards),
    points: ['100', '100', '100', '0', null],
    value: [null, null, '1.00', '0.001', '-1'],
    key: Array.from({ length: REQUESTS }, (_, index) => `key-${String(index).padStart(16, '0')}`),
    answers: mostly(({ questions }) => questions.map((question) => [{ question, text: 'Well' }])),
    question: mostly(({ questions }) => questions),
    terms: [1, 1, 1, 2, null],
    referralCode: [null, ...mostly(({ codes }) => codes)],
  }
  await until(async () => (await ours.storefront.about()).statusCode === 200)
})

/** Who sends it: the token, and whose things may be in an answer to it. */
interface Sender {
  readonly authorization: string | null
  readonly side: Side | null
  readonly customer: string | null
}

const NOBODY = { side: null, customer: null }

function senderOf(random: Random, path: string): Sender {
  const side = random.chance(90) ? ours : theirs
  const customer = random.one(/enrolment|opt-out/.test(path) ? LEAVERS : MEMBERS)
  const token = side.tokens.get(customer) ?? ''
  switch (random.weighted({ own: 16, none: 1, cut: 1, link: 1, spoiled: 1, swapped: 1, noise: 1 })) {
    case 'own':
      return { authorization: `Bearer ${token}`, side, customer }
    case 'none':
      return { authorization: null, ...NOBODY }
    case 'cut':
      return { authorization: `Bearer ${token.slice(0, random.between(0, token.length - 1))}`, ...NOBODY }
    case 'link':
      return { authorization: `Bearer ${random.one(side.links)}`, ...NOBODY }
    case 'spoiled': {
      const at = random.between(0, token.length - 1)
      const other = token[at] === 'A' ? 'B' : 'A'
      return { authorization: `Bearer ${token.slice(0, at)}${other}${token.slice(at + 1)}`, ...NOBODY }
    }
    // The merchant of one, and what another has sealed.
    case 'swapped': {
      const [prefix, , ...rest] = token.split('.')
      const other = side === ours ? theirs : ours
      return {
        authorization: `Bearer ${[prefix, other.storefront.shop.tenantId, ...rest].join('.')}`,
        ...NOBODY,
      }
    }
    case 'noise':
      return {
        authorization: random.one(['Bearer', 'Bearer ', 'Basic YTpi', 'Bearer pc1.1.1.', 'x']),
        ...NOBODY,
      }
  }
}

/** What an answer has that belongs to another customer or merchant than the one who asked. */
function leaks(body: string, { side, customer }: Sender, url: string, isPersonal: boolean): string[] {
  const found: string[] = []
  for (const one of [ours, theirs]) {
    const isAddressed = isPersonal ? one === side : url.includes(one.storefront.slug)
    if (!isAddressed && body.includes(one.name)) found.push(`“${one.name}”`)
    for (const [holder, code] of one.coupons) {
      const isOwn = isPersonal && one === side && holder === customer
      if (!isOwn && body.includes(code)) found.push(`the coupon of ${holder} of ${one.name}`)
      if (!isOwn && body.includes(`${one.name}-${holder}"`)) found.push(`the name of ${holder}`)
    }
  }
  return found
}

const ORIGINS = [null, null, null, ORIGIN, ORIGIN, 'https://evil.example', 'null', `${ORIGIN}.`] as const
const LANGUAGES = [null, 'en', 'es', 'de-CH, *;q=0.1', ';;;'] as const

let sent = 0
let succeeded = 0
afterAll(() => {
  process.stdout.write(`FUZZ_SEED=${SEED}: ${sent} requests, ${succeeded} of them accepted\n`)
})

describe(`FUZZ_SEED=${SEED}, ${REQUESTS} requests for each operation`, {
  timeout: 60_000 + REQUESTS * 50,
}, () => {
  it.each(operations)('$method $path', async ({ path, method, operation }) => {
    const random = new Random(SEED)
    const maker = new RequestMaker(random, known, resolveReference)
    const isPersonal = path.startsWith('/v1/pub/me')
    let accepted = 0
    for (let count = 0; count < REQUESTS; count += AT_ONCE) {
      const requests = Array.from({ length: AT_ONCE }, () => ({
        ...makeRequest(maker, random, path, operation),
        sender: isPersonal ? senderOf(random, path) : { authorization: null, ...NOBODY },
        origin: random.one(ORIGINS),
        language: random.one(LANGUAGES),
        address: `198.18.${random.between(0, 255)}.${random.between(0, 255)}`,
      }))
      const answers = await Promise.all(
        requests.map(({ url, payload, sender: { authorization }, origin, language, address }) =>
          shops.api.server.inject({
            method: method as 'GET',
            url,
            remoteAddress: address,
            headers: {
              ...(authorization !== null && { authorization }),
              ...(origin !== null && { origin }),
              ...(language !== null && { 'accept-language': language }),
              ...(payload !== undefined && { 'content-type': 'application/json' }),
            },
            ...(payload !== undefined && { payload }),
          }),
        ),
      )
      for (const [index, { statusCode, body, headers }] of answers.entries()) {
        const request = requests[index]
        if (!request) throw new Error('there are as many answers as requests')
        const { url, payload, sender, origin } = request
        const what = `FUZZ_SEED=${SEED}: ${method} ${url} ${payload} of ${JSON.stringify({ sender: sender.authorization, origin })} answered ${statusCode} ${body}`
        expect(statusCode, what).toBeLessThan(500)
        const problem = problemOfAnswer(path, method, statusCode, body)
        if (problem) expect.fail(`${problem}\n${what}`)
        expect(leaks(body, sender, url, isPersonal), what).toEqual([])
        expect(headers['punchcard-request-id'], what).toBeTruthy()
        // Where no operation was reached, strangers are told the same as anywhere.
        const isNowhere = statusCode === 404 && method === 'GET'
        if (isPersonal && !isNowhere) expect(headers['cache-control'], what).toBe('no-store')
        if (isPersonal && sender.side === null) expect(statusCode, what).toBeGreaterThanOrEqual(400)
        if (statusCode < 300) accepted += 1
      }
      sent += AT_ONCE
    }
    // Requests that are all refused would prove little. Of few requests chance may refuse all but one.
    if (REQUESTS >= SHARE_ASKED_FROM) {
      expect(accepted / REQUESTS, `${accepted} of ${REQUESTS} were accepted`).toBeGreaterThanOrEqual(0.01)
    }
    succeeded += accepted
  })

  it('of all of them together enough are accepted', () => {
    expect(succeeded / sent).toBeGreaterThan(0.15)
  })
})
