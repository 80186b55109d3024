/** Where friends come by a customer’s code, as the customer is read: src/referrals/read-address.ts. */
import { expect, it, vi } from 'vitest'
import type { CustomerResult } from '../../src/customers/private-api/schema.ts'
import type { ReferralResult } from '../../src/referrals/private-api/schema.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { resultOf } from '../support/answers.ts'
import { upsertCustomer } from '../support/customers.ts'
import { program, type Shop } from '../support/shop.ts'
import { configure } from '../support/storefront.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const test = useShops()
const RULE = { id: 6, kind: 'referral', points: '150' } as const
const CONTENT = { referralUrl: 'https://shop.example/?ref={code}' }

async function open(...rules: Parameters<typeof program>[1][]): Promise<Shop> {
  const shop = await test.open(program({}, ...rules))
  await upsertCustomer(shop, { OriginalId: 'ana', IsEnrolled: true })
  return shop
}

const read = async (shop: Shop): Promise<CustomerResult> => resultOf(await shop.getCustomer('ana'))
const referralOf = async (shop: Shop): Promise<ReferralResult> =>
  resultOf(await shop.sendText('GET', '/v1/pvt/Customer/ana/referral'))

it('is there once a code is, for as long as the rule and the address are and the customer is enrolled', async () => {
  const shop = await open(RULE)
  await configure(test.api, shop.tenantId, { content: CONTENT })
  expect(await read(shop)).toMatchObject({ ReferralURL: null, WhatsappReferralUrl: null })
  await until(async () => (await referralOf(shop)).ReferralURL !== null)
  const { ReferralCode, ReferralURL, WhatsappReferralUrl } = await referralOf(shop)
  expect(ReferralURL).toBe(`https://shop.example/?ref=${ReferralCode}`)
  const whole = { ReferralURL, WhatsappReferralUrl }
  const none = { ReferralURL: null, WhatsappReferralUrl: null }
  expect(await read(shop)).toMatchObject(whole)
  await upsertCustomer(shop, { OriginalId: 'ana', IsEnrolled: false })
  expect(await read(shop)).toMatchObject(none)
  await upsertCustomer(shop, { OriginalId: 'ana', IsEnrolled: true })
  await shop.publish(program({}, { ...RULE, isActive: false }))
  expect(await read(shop)).toMatchObject(none)
  await shop.publish(program({}, RULE))
  expect(await read(shop)).toMatchObject(whole)
  await configure(test.api, shop.tenantId, { content: {} })
  await until(async () => (await read(shop)).ReferralURL === null)
  expect(await referralOf(shop)).toMatchObject({ ReferralCode, ReferralURL: null })
})

it('asks the database for nothing more where the merchant has no address', async () => {
  const shop = await open(RULE)
  await referralOf(shop)
  await read(shop)
  const asked = vi.spyOn(test.api.cells.of({ cell: MAIN_CELL }), 'read')
  const started = asked.mock.calls.length
  for (let time = 0; time < 5; time += 1) await read(shop)
  const ofShop = asked.mock.calls.slice(started).filter(([tenantIds]) => tenantIds.includes(shop.tenantId))
  asked.mockRestore()
  expect(ofShop.length).toBe(5)
})
