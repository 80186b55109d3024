import { findCustomer } from '../src/accounts/store/accounts.ts'
import { readCustomerPoints } from '../src/balances/store.ts'
import { findCurrentProgram } from '../src/earning/store.ts'
import type { Tx } from '../src/platform/postgres/database.ts'
import type { Statement } from '../src/platform/postgres/sql.ts'
import { ArrayParameter } from '../src/platform/postgres/wire/array-parameter.ts'

/** In the place of what pgbench draws. */
const TENANT = 111_111
const CUSTOMER_ID = 222_222
const CUSTOMER_KEY = 'the customer'

/** The statements of one balance (operation 22) as Punchcard sends them, taken from its own functions. */
export async function balanceScript(tenants: number, customers: number): Promise<string> {
  const sent: string[] = []
  const tx = {
    send: async (statement: Statement<unknown>) => {
      sent.push(inlined(statement))
      return { rows: [] }
    },
  } as unknown as Tx
  await findCustomer(tx, TENANT, CUSTOMER_KEY)
  const [customer] = sent.splice(0)
  await readCustomerPoints(tx, TENANT, CUSTOMER_ID)
  await findCurrentProgram(tx, TENANT, 0)
  return [
    `\\set tenant random(1, ${tenants})`,
    `\\set n random(1, ${customers})`,
    'begin isolation level repeatable read read only;',
    `select set_config('app.tenants', '{' || :tenant || '}', true);`,
    // Its id is what the others ask with.
    `${customer} \\gset`,
    ...sent.map((statement) => `${statement};`),
    'commit;',
  ].join('\n')
}

function inlined({ text, values }: Statement<unknown>): string {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$(\d+)/g, (_, number) => literal(values[Number(number) - 1]))
    .trim()
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
  if (value instanceof ArrayParameter) return `'${value.text}'`
  if (value === TENANT) return ':tenant'
  if (value === CUSTOMER_ID) return ':id'
  if (value === CUSTOMER_KEY) return `('r' || :n)`
  return typeof value === 'number' ? String(value) : `'${value}'`
}
