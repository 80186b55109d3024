import { describe, expect, it } from 'vitest'
import { resultOf } from '../support/answers.ts'
import { createCustomer, foundCustomers, updatedCustomer, upsertCustomer } from '../support/customers.ts'
import { decimal } from '../support/rewards.ts'
import { program } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

const SIGNUP = { id: 3, kind: 'signup', points: '50' } as const

/** `SYNC_CUSTOMERS=50000 npm test -- stories-of-customers` sends as many as a shop of that size every night. */
const SYNC_CUSTOMERS = Number(process.env.SYNC_CUSTOMERS ?? 1_000)
const AT_ONCE = 50

describe('stories of customers', () => {
  it('a guest buys, registers, gets an id, and keeps the points', async () => {
    const shop = await story.open(program({ waitingDays: 2 }, SIGNUP))
    const mug = await shop.makeReward({ points: decimal(100), title: 'Mug' })
    story.on('2026-01-10T12:00:00Z') // The shop knows a guest by the e-mail.
    const guest = { Email: 'ana@example.com', Name: 'Ana' }
    await shop.completed('o1', '', 80, { Customer: guest })
    await shop.placed({ OriginalId: 'o2', OrderPlacementDate: '2026-01-10', OrderTotal: 30, Customer: guest })

    story.on('2026-01-11T12:00:00Z') // Ana registers. The shop first looks whether it knows her.
    const account = {
      OriginalId: 'c-17',
      Name: 'Ana Souza',
      Email: 'Ana@example.com',
      Document: '123.456.789-00',
    }
    expect(await createCustomer(shop, account)).toMatchObject({ ErrorCode: 118 })
    expect(await foundCustomers(shop, { Email: account.Email })).toEqual(['ana@example.com'])
    await updatedCustomer(shop, 'ana@example.com', account)
    await updatedCustomer(shop, 'ana@example.com', account) // The line was down: once more.

    story.on('2026-01-13T12:00:00Z') // The delivery of what the guest ordered; the depot knows the old name only.
    await shop.completed('o2', '', 30, { OrderPlacementDate: null, Customer: guest })
    expect(await shop.getPoints('c-17')).toMatchObject({ PointsBalance: 130 })
    expect(await shop.getPending('c-17')).toMatchObject({ TotalPendingPoints: 30 })

    story.on('2026-01-15T12:00:00Z') // At the till she says her document, and takes a mug.
    const [found = ''] = await foundCustomers(shop, { Document: '12345678900' })
    await shop.redeemed(mug, found)
    expect(await shop.getPoints('c-17')).toMatchObject({ PointsBalance: 60 })
    await shop.cancelled('o1')
    expect(await shop.getPoints('ana@example.com')).toMatchObject({ PointsBalance: -20 })
    expect((await shop.history('c-17')).map(({ Title }) => Title)).toHaveLength(5)
    expect((await shop.records('c-17')).filter(({ type }) => type === 1)).toHaveLength(1)
  })

  it('a sync sends all customers every night, and the second night changes nothing', {
    timeout: 600_000,
  }, async () => {
    const shop = await story.open(program({}, SIGNUP))
    story.on('2026-01-10T03:00:00Z')
    const customer = (index: number) => ({
      OriginalId: `c-${index}`,
      Name: `Ana Souza ${index}`,
      Email: `ana-${index}@example.com`,
      Phone: `+55 11 9${String(index).padStart(8, '0')}`,
      Document: String(10_000_000_000 + index),
      BirthdayDate: '1990-05-17',
      SignupDate: '2025-01-01',
      IsEnrolled: index % 10 !== 0,
    })
    const night = async (): Promise<Record<string, number>> => {
      const codes: Record<string, number> = {}
      for (let first = 0; first < SYNC_CUSTOMERS; first += AT_ONCE) {
        const some = Array.from({ length: Math.min(AT_ONCE, SYNC_CUSTOMERS - first) }, (_, n) => first + n)
        for (const { Code, HasError } of await Promise.all(
          some.map((n) => upsertCustomer(shop, customer(n))),
        )) {
          expect(HasError).toBe(false)
          codes[Code] = (codes[Code] ?? 0) + 1
        }
      }
      return codes
    }
    expect(await night()).toEqual({ '06': SYNC_CUSTOMERS })
    const before = await shop.everything()

    story.on('2026-01-11T03:00:00Z')
    expect(await night()).toEqual({ '05': SYNC_CUSTOMERS })
    expect(await shop.everything()).toEqual(before)
    expect(await foundCustomers(shop, { Document: '10.000.000.007' })).toEqual(['c-7'])
    expect(resultOf(await upsertCustomer(shop, { OriginalId: 'c-7' }))).toMatchObject({ BalanceOfPoints: 50 })
  })
})
