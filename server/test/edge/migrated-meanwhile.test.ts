/** A server goes on while a newer version migrates its database: statements that it had prepared are prepared anew. */
import { expect, it } from 'vitest'
import { useShop } from '../support/use-shops.ts'

const test = useShop()
const TABLES = ['tenant', 'customer', 'customer_order', 'point_record', 'point_event', 'customer_alias']
/** So that every connection has prepared all that it needs. */
const AT_ONCE = 40

it('takes orders and answers reads after columns were added to what they select', async () => {
  const { shop } = test
  let orders = 0
  const orderAndRead = async () => {
    orders += 1
    const customer = `customer-${orders % 10}`
    const { State } = await shop.completed(`order-${orders}`, customer, 10)
    const [newest] = await shop.history(customer)
    return [State, newest?.Points]
  }
  const many = () => Promise.all(Array.from({ length: AT_ONCE }, orderAndRead))
  const all = Array(AT_ONCE).fill([2, 10])

  expect(await many()).toEqual(all)
  for (const table of TABLES) await test.reader.query(`alter table ${table} add column added_meanwhile text`)
  expect(await many()).toEqual(all)
  for (const table of TABLES) await test.reader.query(`alter table ${table} drop column added_meanwhile`)
  expect(await many()).toEqual(all)
})
