/**
 * Acceptance 1: a merchant that the command line has made, and a person that it has invited. From there on nothing but
 * requests: program, six kinds of rewards, tiers, a quiz and a key; an order earns, and rewards are redeemed.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { runHere } from '../cli/run-here.ts'
import { type Browser, PASSWORD, usePeople } from '../support/people.ts'
import { basic, useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const used = usePeople(() => test.api)

beforeEach(() => {
  // The command line goes by the time of day.
  test.api.now = Date.now()
})

async function command<Answer>(...args: string[]): Promise<Answer> {
  const done = await runHere([...args, '--json'], { DATABASE_URL: test.api.databaseUrl })
  expect(done.exitCode, done.stderr).toBe(0)
  return JSON.parse(done.stdout) as Answer
}

/** The owner of a merchant that has nothing yet, in a browser. */
async function arrive(): Promise<{ tenant: number; owner: Browser; path: (rest: string) => string }> {
  const { tenant } = await command<{ tenant: number }>('tenant', 'create', '--name', 'Padaria Sol')
  const invited = await command<{ link: string }>(
    ...['person', 'invite', '--tenant', String(tenant), '--email', 'bia@sol.example', '--role', 'owner'],
  )
  const owner = used.people.browser()
  const token = invited.link.split('/').at(-1)
  await owner.done('POST', '/invitations/accept', { token, name: 'Bia', password: PASSWORD })
  return { tenant, owner, path: (rest) => `/tenants/${tenant}${rest}` }
}

let keys = 0
const once = (): { headers: Record<string, string> } => {
  keys += 1
  return { headers: { 'idempotency-key': `setting-up-${keys}` } }
}

const REWARDS = [
  { key: 'ten-off', type: 'fixedValue', title: 'R$ 10', value: '10', points: '100' },
  { key: 'percent', type: 'percent', title: '15%', value: '15', points: '100' },
  { key: 'shipping', type: 'freeShipping', title: 'Frete grátis', points: '50' },
  { key: 'cashback', type: 'cashback', title: 'Cashback' },
  { key: 'mug', type: 'custom', title: 'Caneca', points: '80' },
  { key: 'bread', type: 'product', title: 'Um pão', points: '20' },
]

describe('a merchant who has just come', () => {
  it('sets everything up without code or database: an order earns, and every kind of reward is redeemed', async () => {
    const { tenant, owner, path } = await arrive()

    const rules = [
      { id: 1, kind: 'purchase', name: '1 ponto por real', points: '1', validityDays: 365 },
      { id: 2, kind: 'quiz', name: 'Quiz', validityDays: 365 },
    ]
    const program = { cashback: { isOn: true, pointValue: '0.05' }, rules }
    const draft = await owner.get(path('/program/draft'))
    const saved = await owner.done(
      'PUT',
      path('/program/draft'),
      { program },
      { ifMatch: draft.etag ?? '"r0"' },
    )
    await owner.done('POST', path('/program/publish'), {}, { ifMatch: saved.etag ?? '', ...once() })

    const rewardIds: number[] = []
    for (const reward of REWARDS) {
      const made = await owner.done<{ id: number }>('POST', path('/rewards'), reward, once())
      rewardIds.push(made.body.id)
    }
    const tiers = [
      { key: 'bronze', name: 'Bronze', base: true },
      { key: 'silver', name: 'Prata', goals: [{ measure: 'spend', value: '500' }] },
      {
        key: 'gold',
        name: 'Ouro',
        goals: [{ measure: 'spend', value: '2000' }],
        benefits: [{ text: 'Frete grátis', reward: 'shipping' }],
      },
    ]
    await owner.done('PUT', path('/tiers'), { tiers }, { ifMatch: '"r0"' })
    const quiz = {
      name: 'Doce ou salgado?',
      points: '30',
      questions: [{ text: 'Doce ou salgado?', type: 'singleChoice', options: ['Doce', 'Salgado'] }],
    }
    await owner.done('POST', path('/quizzes'), quiz, once())
    const { key, secret } = (
      await owner.done<{ key: { token: string }; secret: string }>('POST', path('/api-keys'), {
        label: 'Loja',
      })
    ).body

    const headers = { authorization: basic(key.token, secret) }
    async function call<Answer>(method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer> {
      const answer = await test.api.send({
        method,
        url: `/v1/pvt${url}`,
        headers,
        ...(payload ? { payload } : {}),
      })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json() as Answer
    }
    const at = new Date(test.api.now).toISOString()
    const order = {
      OriginalId: '1',
      OrderPlacementDate: at,
      OrderCompletedDate: at,
      IsCompleted: true,
      OrderTotal: 600,
      UpdatedDate: at,
      Customer: { OriginalId: 'ana' },
    }
    expect(await call('POST', '/POS/orders', order)).toMatchObject({ HasError: false })
    interface Customer {
      readonly PointsBalance: number
    }
    const points = async () => (await call<Customer>('GET', '/Customer/ana/points')).PointsBalance
    expect(await points()).toBe(600)
    expect(await call('POST', '/Tiers/available', { CustomerId: 'ana' })).toMatchObject({
      CurrentTier: { Name: 'Prata' },
    })
    for (const id of rewardIds) {
      const redeemed = await call<{ Items: unknown[] }>('POST', `/RewardConfigurations/${id}/redeem`, {
        CustomerId: 'ana',
        ...(id === rewardIds[3] ? { Value: 1 } : {}),
      })
      expect(redeemed.Items).toHaveLength(1)
    }
    // 600 less 100, 100, 50, 80, 20 points, and R$ 1 of cashback, which is 20 points.
    expect(await points()).toBe(230)
    interface Quizzes {
      readonly Result: readonly {
        readonly QuestionList: readonly { Id: number; Options: { Id: number }[] }[]
      }[]
    }
    const [asked] = (await call<Quizzes>('GET', '/Quiz/list')).Result[0]?.QuestionList ?? []
    const answer = [{ QuizQuestionId: asked?.Id, OptionIds: [asked?.Options[0]?.Id] }]
    expect(await call('POST', '/Quiz/answer?customerId=ana', answer)).toMatchObject({
      Result: { Success: true, PointsAwarded: 30 },
    })
    expect(await points()).toBe(260)

    const verified = await command<{ accounts: number; differences: number }>(
      'verify',
      '--tenant',
      String(tenant),
    )
    expect(verified).toMatchObject({ accounts: 1, differences: 0 })
    await expect
      .poll(async () => {
        const { body } = await owner.get<{ steps: { step: string; isDone: boolean }[] }>(path('/checklist'))
        return body.steps.filter(({ isDone }) => !isDone).map(({ step }) => step)
      })
      .toEqual(['webhookReceived', 'pointsShown'])
  })
})
