/** Rules that give a reward, over the management API: what is refused, warned about and offered. */

import { describe, expect, it } from 'vitest'
import type { AnswerOf } from '../../src/contract/admin-api/operation.ts'
import type { getDraft, publishDraft, validateProgram } from '../../src/earning/admin-api/schema.ts'
import type { RewardAnswer } from '../../src/rewards/admin-api/schema.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { DEMO_PROGRAM, program } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { giveTiers } from '../support/tiers.ts'

const story = useStories()
const admin = useManager(() => story.api)

const PATH = '/program'
const CODE = 'ApiExternalRewardConfiguration_Get_Error'

const open = async () => {
  const shop = await story.open(DEMO_PROGRAM)
  return { shop, manager: admin.manager(shop.key) }
}

const rewardOf = async (manager: Manager, title: string, more: object = {}) => {
  const sent = { type: 'custom', title, points: '0', ...more }
  return (await manager.done<RewardAnswer>('POST', '/rewards', sent)).body
}

const validate = async (manager: Manager, ...rules: object[]) => {
  const content = { ...program(), rules: [...program().rules, ...rules] }
  const path = `${PATH}/validate`
  return (await manager.done<AnswerOf<typeof validateProgram>>('POST', path, { program: content })).body
}

describe('a rule that gives a reward', () => {
  it('is published, and told with the title of the reward', async () => {
    const { shop, manager } = await open()
    const [, silver] = await giveTiers(story.api, shop)
    const mug = await rewardOf(manager, 'Caneca')
    const rules = [
      { id: 90, kind: 'signup', reward: String(mug.id) },
      { id: 91, kind: 'tierReached', ids: [String(silver)], points: '5', reward: String(mug.id) },
    ]
    const content = { ...program(), rules: [...program().rules, ...rules] }
    const { etag } = await manager.get(PATH)
    const saved = await manager.done<AnswerOf<typeof getDraft>>(
      'PUT',
      `${PATH}/draft`,
      { program: content },
      { ifMatch: etag },
    )
    expect(saved.body.problems).toEqual([])
    expect(saved.body.rules.slice(-2).map(({ sentence }) => sentence)).toEqual([
      'Customers get the reward Caneca for joining.',
      'Customers who reach Silver get 5 points and the reward Caneca. Points never expire.',
    ])
    const published = await manager.done<AnswerOf<typeof publishDraft>>(
      'POST',
      `${PATH}/publish`,
      {},
      { ifMatch: saved.etag },
    )
    const changes = published.body.changes.map(({ sentence }) => sentence)
    expect(changes).toContain('New: Customers get the reward Caneca for joining.')
    const formats = await story.query(
      'select format from program_version where tenant_id = $1 order by version',
      [shop.tenantId],
    )
    expect(formats.at(-1)).toEqual({ format: 2 })
  })

  it('is refused where the reward is unknown, archived, cashback or of another merchant', async () => {
    const { manager } = await open()
    const other = await open()
    const archived = await rewardOf(manager, 'Old')
    await manager.done('POST', `/rewards/${archived.id}/archive`, undefined, { ifMatch: '"r1"' })
    const cashback = await rewardOf(manager, 'Cashback', { type: 'cashback' })
    const foreign = await rewardOf(other.manager, 'Foreign')
    const rules = [archived.id, cashback.id, foreign.id, 999_999].map((id, index) => ({
      ...{ id: 90 + index, kind: 'tierReached', ids: ['404'], reward: String(id) },
    }))
    const { problems } = await validate(manager, ...rules)
    const first = program().rules.length
    expect(problems.map(({ pointer, code }) => [pointer, code])).toEqual([
      ...[0, 1, 2, 3].map((index) => [`/rules/${first + index}/ids/0`, 'Tier_NotFound']),
      ...[0, 1, 2, 3].map((index) => [`/rules/${first + index}/reward`, CODE]),
    ])
    const { etag } = await manager.get(PATH)
    const content = { ...program(), rules: [{ ...rules[0], kind: 'signup', ids: undefined }] }
    const saved = await manager.done('PUT', `${PATH}/draft`, { program: content }, { ifMatch: etag })
    const refused = await manager.send('POST', `${PATH}/publish`, {}, { ifMatch: saved.etag })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ code: CODE }] } })
  })

  it('is warned about where its points would buy the reward, or few codes are left', async () => {
    const { manager } = await open()
    const mug = await rewardOf(manager, 'Mug', { points: '100' })
    const tea = await rewardOf(manager, 'Tea')
    for (const [name, codes] of [
      ['First', 0],
      ['Second', 3],
    ] as const) {
      const list = { name, rewardId: tea.id, warnBelow: 5 }
      const { body } = await manager.done<{ id: number }>('POST', '/coupon-lists', list)
      const text = Array.from({ length: codes }, (_, index) => `${name}-${index}`).join('\n')
      if (codes > 0) await manager.done('POST', `/coupon-lists/${body.id}/codes`, text)
    }
    const { warnings } = await validate(
      manager,
      { id: 90, kind: 'signup', points: '100', reward: String(mug.id) },
      { id: 91, kind: 'birthday', reward: String(tea.id) },
    )
    expect(warnings.map(({ name, message }) => `${name}: ${message}`)).toEqual([
      'rewardCosts: The reward “Mug” costs 100 points to redeem, and this rule gives it free. Customers get the rule’s 100 points on top.',
      'fewCodes: The reward “Tea” has 3 codes left. Add more, or customers will wait for it.',
    ])
  })

  it('is offered the rewards that can be given, by their titles', async () => {
    const { manager } = await open()
    const mug = await rewardOf(manager, 'Mug')
    const tea = await rewardOf(manager, 'Tea')
    await rewardOf(manager, 'Off', { isActive: false })
    await rewardOf(manager, 'Cashback', { type: 'cashback' })
    const old = await rewardOf(manager, 'Old')
    await manager.done('POST', `/rewards/${old.id}/archive`, undefined, { ifMatch: '"r1"' })
    const choices = async (search: string) =>
      (await manager.get(`${PATH}/choices?of=reward&search=${search}`)).body.items
    expect(await choices('')).toEqual([
      { id: String(mug.id), label: 'Mug' },
      { id: String(tea.id), label: 'Tea' },
    ])
    expect(await choices('te')).toEqual([{ id: String(tea.id), label: 'Tea' }])
  })
})
