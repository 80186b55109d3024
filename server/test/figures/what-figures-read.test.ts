/** What the till tells figures beside the events: causes, repayments, former dates, quiet entries, lines of refunds. */
import { describe, expect, it } from 'vitest'
import { CAUSE } from '../../src/events/event.ts'
import { localDateToText } from '../../src/platform/zone.ts'
import { erasedCustomer } from '../support/customers.ts'
import { iso, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()
const NOON = '2026-05-10T15:00:00Z'

const NAMES = Object.fromEntries(Object.entries(CAUSE).map(([name, cause]) => [cause, name]))

/** The causes of a merchant's events, in the order of the log. */
async function causes({ tenantId }: Shop): Promise<string[]> {
  const rows = await story.query(
    'select cause from point_event where tenant_id = $1 order by transaction, id',
    [tenantId],
  )
  return rows.map(({ cause }) => NAMES[cause as number] ?? String(cause))
}

const KINDS = ['pending credit', 'pending move', 'taken while pending', 'order'] as const

/** As a person would read it: the kind, then points or days, then ends. */
async function quiet({ tenantId }: Shop): Promise<string[]> {
  const rows = await story.query('select * from quiet_entry where tenant_id = $1 order by id', [tenantId])
  return rows.map((row) => {
    const days = [row.former_order_day, row.order_day].filter((day) => day !== null)
    const ends = [row.former_expires_at, row.expires_at].filter((end) => end !== null)
    return [
      KINDS[row.kind as number],
      ...(row.points === null ? [] : [Number(row.points)]),
      ...days.map((day) => localDateToText(day as number)),
      ...ends.map((end) => (end as Date).toISOString().slice(0, 10)),
    ].join(' ')
  })
}

async function moves({ tenantId }: Shop): Promise<string[]> {
  const rows = await story.query(
    `select sequence, from_available_at, from_expires_at from lot_move where tenant_id = $1 order by id`,
    [tenantId],
  )
  return rows.map((row) =>
    [row.sequence, row.from_available_at, row.from_expires_at]
      .map((one) => (one instanceof Date ? one.toISOString().slice(0, 10) : String(one)))
      .join(' '),
  )
}

async function origins({ tenantId }: Shop): Promise<string[]> {
  const rows = await story.query(
    `select record.type, used_points, repaid_at from point_origin as origin
    join point_record as record
      on record.tenant_id = origin.tenant_id and record.customer_id = origin.customer_id and record.id = origin.record_id
    where origin.tenant_id = $1 order by origin.id`,
    [tenantId],
  )
  return rows.map(({ type, used_points, repaid_at }) =>
    [type, Number(used_points), ...(repaid_at === null ? [] : [iso((repaid_at as Date).getTime())])].join(
      ' ',
    ),
  )
}

const inDays = (days: number): string => iso(story.api.now + days * 86_400_000)

describe('an order that earns at once', () => {
  it('has one event with its cause, and nothing quiet; so have a redemption, its refund and an update', async () => {
    const shop = await story.open(program({ validityDays: 30 }))
    story.on(NOON)
    await shop.completed('o1', 'ana', 150)
    const reward = await shop.makeReward({})
    await shop.redeemed(reward, 'ana', { OriginalKey: 'k' })
    await shop.updateMetadata({ OriginalKey: 'k', Metadatas: [{ Name: 'a', Value: 'b' }] })
    await shop.cancelRewardByKey('k')
    await shop.cancelled('o1')
    expect(await causes(shop)).toEqual(['credit', 'debit', 'update', 'refund', 'debit'])
    expect(await quiet(shop)).toEqual([])
    const rows = await story.query(
      'select explanation from point_record where tenant_id = $1 and type = 7 order by id',
      [shop.tenantId],
    )
    expect(rows).toEqual([
      {
        explanation: {
          lines: [{ kind: 'returned', id: String(reward), at: story.api.now, points: '100' }],
        },
      },
    ])
  })
})

describe('an order whose points are pending', () => {
  it('has a quiet entry in place of the event, which comes with the opening', async () => {
    const shop = await story.open(program({ waitingDays: 10, validityDays: 20 }))
    story.on(NOON)
    await shop.completed('o1', 'ana', 150)
    expect(await quiet(shop)).toEqual(['pending credit 150 2026-06-10'])
    expect(await causes(shop)).toEqual([])
    story.on('2026-05-21T15:00:00Z')
    await shop.completed('o2', 'ana', 10)
    expect(await causes(shop)).toEqual(['opening'])
  })

  it('that is cancelled before then says what was taken', async () => {
    const shop = await story.open(program({ waitingDays: 10 }))
    story.on(NOON)
    await shop.completed('o1', 'ana', 150)
    await shop.cancelled('o1')
    expect(await quiet(shop)).toEqual(['pending credit 150', 'taken while pending -150'])
    expect(await causes(shop)).toEqual([])
  })

  it('whose date is corrected twice has each of its former dates, also after it has opened', async () => {
    const shop = await story.open(program({ waitingDays: 10, validityDays: 20 }))
    story.on(NOON)
    await shop.completed('o1', 'ana', 150)
    const sent = (id: string, days: number) =>
      shop.completed(id, 'ana', 150, {
        OrderPlacementDate: '2026-05-01T12:00:00Z',
        OrderCompletedDate: inDays(days),
      })
    await sent('o1', -1)
    await sent('o1', -2)
    expect(await moves(shop)).toEqual(['null 2026-05-20 2026-06-10', 'null 2026-05-19 2026-06-09'])
    // Its day of placement changed with the first correction.
    expect(await quiet(shop)).toEqual([
      'pending credit 150 2026-06-10',
      'pending move 150 2026-06-10 2026-06-09',
      'order 2026-05-10 2026-05-01',
      'pending move 150 2026-06-09 2026-06-08',
    ])
    story.on('2026-05-20T15:00:00Z')
    await sent('o1', -11)
    expect(await causes(shop)).toEqual(['opening', 'move'])
    expect((await moves(shop)).at(-1)).toBe('2 2026-05-18 2026-06-08')
  })

  it('ends with its customer, who is erased, and nothing of it names the person', async () => {
    const shop = await story.open(program({ waitingDays: 10 }))
    story.on(NOON)
    await shop.completed('o1', 'ana', 150)
    await shop.completed('o2', 'ana', 50)
    await erasedCustomer(shop, 'ana')
    story.on('2026-06-10T15:00:00Z')
    expect(await quiet(shop)).toEqual(['pending credit 150', 'pending credit 50', 'taken while pending -200'])
    const rows = await story.query(
      `select (select json_agg(quiet_entry) from quiet_entry)::text || (select json_agg(lot_move) from lot_move)::text
      as all`,
      [],
    )
    expect(String(rows[0]?.all)).not.toContain('ana')
  })
})

describe('a debt', () => {
  it('that a later lot repays says when, and what the debit used itself does not', async () => {
    const shop = await story.open(program(), { settings: { takeBack: 'debt' } })
    story.on(NOON)
    const reward = await shop.makeReward({})
    await shop.completed('o1', 'ana', 150)
    await shop.redeemed(reward, 'ana', { OriginalKey: 'k' })
    await shop.cancelled('o1')
    story.on('2026-05-12T15:00:00Z')
    await shop.completed('o2', 'ana', 30)
    expect(await origins(shop)).toEqual(['6 100', '9 50', '9 30 2026-05-12T15:00:00.000Z'])
    await shop.cancelRewardByKey('k')
    // What goes back to the first lot pays the rest.
    expect(await origins(shop)).toEqual([
      '6 100',
      '9 50',
      '9 30 2026-05-12T15:00:00.000Z',
      '7 -100',
      '9 70 2026-05-12T15:00:00.000Z',
    ])
    expect(await causes(shop)).toEqual(['credit', 'debit', 'debit', 'credit', 'refund'])
  })
})

describe('an order without a record', () => {
  it('has its day told: nothing earned, not enrolled, incomplete, cancelled', async () => {
    const shop = await story.open(program())
    // Late on 9 May in São Paulo.
    story.on('2026-05-10T02:30:00Z')
    await shop.completed('free', 'ana', 0)
    await shop.placed({ ...shop.completeOrder('basket', 'ana', 150), IsCompleted: false })
    await shop.cancelled('basket')
    await shop.placed({
      ...shop.completeOrder('guest', 'bob', 150),
      Customer: { OriginalId: 'bob', IsEnrolled: false },
    })
    // The basket was placed and cancelled.
    expect(await quiet(shop)).toEqual(Array.from({ length: 4 }, () => 'order 2026-05-09'))
    expect(await causes(shop)).toEqual([])
  })

  it('has no second entry for a message that says nothing new', async () => {
    const shop = await story.open(program())
    story.on(NOON)
    const body = shop.completeOrder('o1', 'ana', 0)
    await shop.placed(body)
    await shop.placed({ ...body, UpdatedDate: inDays(0.5) })
    expect(await quiet(shop)).toEqual(['order 2026-05-10'])
  })

  it('tells both days where its placement moves over midnight, also where it has earned', async () => {
    const shop = await story.open(program())
    story.on('2018-11-04T12:00:00Z')
    const sent = (at: string) =>
      shop.placed({ ...shop.completeOrder('o1', 'ana', 150), OrderPlacementDate: at })
    await sent('2018-11-04T02:59:59Z')
    await sent('2018-11-04T02:00:00Z')
    // The clocks skipped midnight.
    await sent('2018-11-04T03:00:00Z')
    expect(await quiet(shop)).toEqual(['order 2018-11-03', 'order 2018-11-03 2018-11-04'])
    expect(await causes(shop)).toEqual(['credit'])
  })
})
