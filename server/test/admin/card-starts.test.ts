/** When a card first took effect is kept with every version, however it is published. */

import { describe, expect, it } from 'vitest'
import { findCurrentProgram } from '../../src/earning/store.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { type ProgramToPublish, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()
const admin = useManager(() => story.api)

const PATH = '/program'
const FIRST = '2026-11-01T12:00:00.000Z'
const SECOND = '2026-11-05T12:00:00.000Z'
const THIRD = '2026-11-09T12:00:00.000Z'
const DEC = '2026-12-01T03:00:00.000Z'
const JAN = '2027-01-01T03:00:00.000Z'

const card = (id: number, more: object = {}) =>
  ({
    id,
    kind: 'card',
    counts: 'orders',
    stamps: 5,
    points: '10',
    ...more,
  }) as ProgramToPublish['rules'][number]
const withCards = (...cards: ProgramToPublish['rules']) => program({ points: '1' }, ...cards)

async function publish(manager: Manager, content: ProgramToPublish, body: object = {}) {
  const { etag } = await manager.get(PATH)
  const draft = await manager.done('PUT', `${PATH}/draft`, { program: content }, { ifMatch: etag })
  return manager.send('POST', `${PATH}/publish`, body, { ifMatch: draft.etag })
}

async function published(manager: Manager, content: ProgramToPublish, body: object = {}) {
  const answer = await publish(manager, content, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
}

async function startsOf(shop: Shop, version: number): Promise<unknown> {
  const [row] = await story.query(
    'select card_starts from program_version where tenant_id = $1 and version = $2',
    [shop.tenantId, version],
  )
  return row?.card_starts
}

/** As an order sees them. */
async function startsNow(shop: Shop): Promise<object> {
  const { ruleStarts } = await story.database.transaction([shop.tenantId], (tx) =>
    findCurrentProgram(tx, shop.tenantId, story.api.now),
  )
  return Object.fromEntries([...ruleStarts].map(([id, at]) => [id, new Date(at).toISOString()]))
}

describe('the start of a card', () => {
  it('is kept from version to version, also of cards that are gone or come back', async () => {
    story.on(FIRST)
    const shop = await story.open(program())
    const manager = admin.manager(shop.key)
    expect(await startsNow(shop)).toEqual({})
    await published(manager, withCards(card(2)))
    expect(await startsOf(shop, 2)).toEqual({ 2: FIRST })
    story.on(SECOND)
    await published(manager, withCards(card(2, { stamps: 8 }), card(3), card(4, { isActive: false })))
    expect(await startsOf(shop, 3)).toEqual({ 2: FIRST, 3: SECOND })
    await published(manager, withCards(card(3)))
    expect(await startsOf(shop, 4)).toEqual({ 2: FIRST, 3: SECOND })
    story.on(THIRD)
    await published(manager, withCards(card(2), card(3), card(4)))
    expect(await startsNow(shop)).toEqual({ 2: FIRST, 3: SECOND, 4: THIRD })
  })

  it('is the moment of a version that waits, and of what is carried into it the earlier one', async () => {
    story.on(FIRST)
    const shop = await story.open(program())
    const manager = admin.manager(shop.key)
    await published(manager, withCards(card(2)), { effectiveAt: DEC })
    await published(manager, withCards(card(3)), { effectiveAt: JAN, carry: true })
    expect([await startsOf(shop, 2), await startsOf(shop, 3)]).toEqual([{ 2: DEC }, { 2: DEC, 3: JAN }])
    expect(await startsNow(shop)).toEqual({})
    story.on(SECOND)
    await published(manager, withCards(card(4)), { carry: true })
    expect(await startsNow(shop)).toEqual({ 4: SECOND })
    story.on(JAN)
    expect(await startsNow(shop)).toEqual({ 2: DEC, 3: JAN, 4: SECOND })
  })

  it('is the sooner one where the card comes sooner, although what waits has it already', async () => {
    story.on(FIRST)
    const shop = await story.open(withCards())
    const manager = admin.manager(shop.key)
    await published(manager, withCards(card(2)), { effectiveAt: DEC })
    story.on(SECOND)
    await published(manager, withCards(card(2)), { carry: true })
    expect(await startsNow(shop)).toEqual({ 2: SECOND })
    story.on(DEC)
    expect(await startsNow(shop)).toEqual({ 2: SECOND })
  })
})

describe('a card that was published', () => {
  it('can never count something else under its id, also when it was gone', async () => {
    story.on(FIRST)
    const shop = await story.open(program())
    const manager = admin.manager(shop.key)
    await published(manager, withCards(card(2)))
    await published(manager, withCards())
    const spend = card(2, { counts: 'spend', perAmount: '10' })
    const refused = await publish(manager, withCards(spend))
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ errors: [{ pointer: '/rules/1/counts' }] })
    await published(manager, withCards({ ...spend, id: 3 }))
  })
})
