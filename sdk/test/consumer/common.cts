import client = require('@punchcard-loyalty/client')
import admin = require('@punchcard-loyalty/client/admin')

const punchcard = new client.Punchcard({ url: 'https://loyalty.example', token: 'pct_1', key: 'pcs_1' })
export const points: Promise<number> = punchcard.customers
  .points('ana')
  .then(({ PointsBalance }) => PointsBalance)
export const state: number = client.OrderState.Complete

const panel = new admin.PunchcardAdmin({ url: 'https://loyalty.example', token: 'pat_1' })
export const name: Promise<string | null> = panel
  .call('customers.get', { path: { tenant: 1, id: 17 } })
  .then((customer) => customer.name)
// @ts-expect-error: there is no such operation.
panel.call('customers.got', { path: { tenant: 1, id: 17 } })
// @ts-expect-error: an id is missing.
panel.call('customers.get', { path: { tenant: 1 } })
