/**
 * What beginners get wrong, and that each answer says which field, what is wrong and what to do. The texts are in the
 * table so that a reviewer can read them as a beginner would.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { LedgerReader } from '../support/ledger.ts'
import { DEMO_PROGRAM, Shop } from '../support/shop.ts'
import { basic, type ShopKey, useTestApi } from '../support/test-api.ts'

const test = useTestApi()
let key: ShopKey

beforeAll(async () => {
  const reader = new LedgerReader(test.api.databaseUrl)
  await reader.open()
  key = await test.api.openShop()
  const shop = new Shop(test.api, reader, key)
  await shop.publish(DEMO_PROGRAM)
  await shop.completed('there', 'ana', 100)
  await reader.close()
})

const NOW = '2026-01-15T10:00:00Z'
const ORDER = { OriginalId: 'o', OrderTotal: 80, OrderPlacementDate: NOW, Customer: { OriginalId: 'ana' } }
const CHANGE = { Value: 5, OperationType: 0, Reason: 'gift', ChangeKey: 'k' }
const order = (more: object) => ({ ...ORDER, ...more })

interface Mistake {
  readonly method?: string
  readonly path?: string
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
}

const orders = (body: unknown): Mistake => ({ body })
const cashback = (more: object): Mistake => ({ path: 'Customer/ana/cashback', body: { ...CHANGE, ...more } })
const auth = (authorization: string | undefined): Mistake => ({
  method: 'GET',
  path: 'Account',
  headers: { authorization },
})
const get = (path: string): Mistake => ({ method: 'GET', path })
const post = (path: string, body: unknown): Mistake => ({ path, body })

/** By name: what is sent, and what the answer must say. */
const MISTAKES: Readonly<Record<string, readonly [() => Mistake, string]>> = {
  'no login': [
    () => auth(undefined),
    '401 The API token or key is missing or wrong: send them with HTTP Basic authentication, the token (pct_…) as the user and the key (pcs_…) as the password.',
  ],
  'the token as a bearer': [
    () => auth(`Bearer ${key.secret}`),
    '401 The API token or key is missing or wrong: send them with HTTP Basic authentication, the token (pct_…) as the user and the key (pcs_…) as the password.',
  ],
  'key and token swapped': [
    () => auth(basic(key.secret, key.token)),
    '401 The API token or key is missing or wrong: send them with HTTP Basic authentication, the token (pct_…) as the user and the key (pcs_…) as the password.',
  ],
  'token and key not encoded': [
    () => auth(`Basic ${key.token}:${key.secret}`),
    '401 The API token or key is missing or wrong: send them with HTTP Basic authentication, the token (pct_…) as the user and the key (pcs_…) as the password.',
  ],
  'the token without its key': [
    () => auth(basic(key.token, '')),
    '401 The API token or key is missing or wrong: send them with HTTP Basic authentication, the token (pct_…) as the user and the key (pcs_…) as the password.',
  ],
  'a key with a line end': [
    () => auth(basic(key.token, `${key.secret}\n`)),
    '401 The API token or key is missing or wrong: send them with HTTP Basic authentication, the token (pct_…) as the user and the key (pcs_…) as the password.',
  ],
  'a path that is not there': [() => post('Orders', ORDER), '404 There is nothing at POST /v1/pvt/Orders.'],
  'a path in lower case': [
    () => post('pos/orders', ORDER),
    '404 There is nothing at POST /v1/pvt/pos/orders: write /v1/pvt/POS/orders.',
  ],
  'GET where a POST is needed': [
    () => get('POS/orders'),
    '405 GET is not allowed at /v1/pvt/POS/orders: use POST.',
  ],
  'PUT for an order': [
    () => ({ ...orders(ORDER), method: 'PUT' }),
    '405 PUT is not allowed at /v1/pvt/POS/orders: use POST.',
  ],
  'a form instead of JSON': [
    () => ({ text: 'OriginalId=o', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    '415 The body must be sent with Content-Type: application/json.',
  ],
  'no content type': [
    () => ({ text: JSON.stringify(ORDER), headers: { 'content-type': undefined } }),
    '415 The body must be sent with Content-Type: application/json.',
  ],
  'JSON with a comma too many': [
    () => ({ text: '{"OriginalId":"o",}' }),
    '400 The body is not valid JSON: Expected double-quoted property name in JSON at position 18 (line 1 column 19).',
  ],
  'JSON with single quotes': [
    () => ({ text: "{'OriginalId':'o'}" }),
    "400 The body is not valid JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2).",
  ],
  'JSON twice encoded': [
    () => ({ text: JSON.stringify(JSON.stringify(ORDER)) }),
    '400 The body must be a JSON object.',
  ],
  'a list of one order': [() => orders([ORDER]), '400 The body must be a JSON object.'],
  'an order inside another object': [
    () => orders({ Order: ORDER }),
    '200 OriginalId is missing or blank. [ignored: Order]',
  ],
  'no body': [() => ({ text: '' }), '400 The body must be a JSON object.'],
  'an empty object': [() => orders({}), '200 OriginalId is missing or blank.'],
  camelCase: [
    () => orders({ originalId: 'o', orderTotal: 80 }),
    '200 originalId is not a member of this request: write OriginalId. Names are compared exactly.',
  ],
  snake_case: [
    () => orders({ original_id: 'o', order_total: 80 }),
    '200 OriginalId is missing or blank. [ignored: original_id, order_total]',
  ],
  'one member in camelCase': [
    () => orders(order({ isCompleted: true })),
    '200 isCompleted is not a member of this request: write IsCompleted. Names are compared exactly.',
  ],
  'a number as the id of an order': [
    () => orders(order({ OriginalId: 1001 })),
    '200 OriginalId must be of type string or null: send it in quotes.',
  ],
  'a number as the id of a customer': [
    () => orders(order({ Customer: { OriginalId: 7 } })),
    '200 Customer.OriginalId must be of type string or null: send it in quotes.',
  ],
  'the customer as a text': [
    () => orders(order({ Customer: 'ana' })),
    '200 Customer must be of type object or null.',
  ],
  'CustomerId instead of Customer': [
    () => orders({ ...ORDER, Customer: undefined, CustomerId: 'ana' }),
    '200 Customer is missing. [ignored: CustomerId]',
  ],
  'a customer without anything': [
    () => orders(order({ Customer: {} })),
    '200 Customer has no OriginalId, Email or Document: send at least one.',
  ],
  'a blank id': [() => orders(order({ OriginalId: ' ' })), '200 OriginalId is missing or blank.'],
  'a total as a text': [
    () => orders(order({ OrderTotal: '80.00' })),
    '200 OrderTotal must be of type number or null: send it without quotes, with a point before the decimals.',
  ],
  'a total with a comma': [
    () => orders(order({ OrderTotal: '80,00' })),
    '200 OrderTotal must be of type number or null: send it without quotes, with a point before the decimals.',
  ],
  'a total below zero': [() => orders(order({ OrderTotal: -80 })), '200 OrderTotal is below 0.'],
  'a total with five decimals': [
    () => orders(order({ OrderTotal: 80.12345 })),
    '200 OrderTotal must be below 100000000000 and have at most 4 decimals.',
  ],
  'a total that is too large': [
    () => orders(order({ OrderTotal: 1e12 })),
    '200 OrderTotal must be below 100000000000 and have at most 4 decimals.',
  ],
  'no total': [
    () => orders({ ...ORDER, OriginalId: 'n', OrderTotal: undefined }),
    '200 OrderTotal is missing.',
  ],
  'no placement date': [
    () => orders({ ...ORDER, OriginalId: 'n', OrderPlacementDate: undefined }),
    '200 OrderPlacementDate is missing.',
  ],
  'a date as 31/01/2026': [
    () => orders(order({ OrderPlacementDate: '31/01/2026' })),
    '200 OrderPlacementDate must be an ISO 8601 date like 2026-01-31T12:00:00Z.',
  ],
  'a date as seconds': [
    () => orders(order({ OrderPlacementDate: 1768471200 })),
    '200 OrderPlacementDate must be of type string or null: send a date like 2026-01-31T12:00:00Z, in quotes.',
  ],
  'a date of MySQL': [
    () => orders(order({ OrderPlacementDate: '2026-02-30 10:00:00' })),
    '200 OrderPlacementDate must be an ISO 8601 date like 2026-01-31T12:00:00Z.',
  ],
  'a date that does not exist': [
    () => orders(order({ OrderPlacementDate: '2026-02-30T10:00:00Z' })),
    '200 OrderPlacementDate must be an ISO 8601 date like 2026-01-31T12:00:00Z.',
  ],
  'a date in the future': [
    () => orders(order({ OrderPlacementDate: '2027-01-15T10:00:00Z' })),
    '200 OrderPlacementDate is more than 24 hours in the future.',
  ],
  'the word null as a date': [
    () => orders(order({ OrderCompletedDate: 'null' })),
    '200 OrderCompletedDate must be an ISO 8601 date like 2026-01-31T12:00:00Z.',
  ],
  'complete without its date': [
    () => orders(order({ IsCompleted: true })),
    '200 OrderCompletedDate is missing.',
  ],
  'complete before it was placed': [
    () => orders(order({ IsCompleted: true, OrderCompletedDate: '2026-01-14T10:00:00Z' })),
    '200 OrderCompletedDate is before OrderPlacementDate.',
  ],
  'a boolean as a text': [
    () => orders(order({ IsCompleted: 'true' })),
    '200 IsCompleted must be of type boolean or null: send true or false, without quotes.',
  ],
  'a boolean as a number': [
    () => orders(order({ IsCompleted: 1 })),
    '200 IsCompleted must be of type boolean or null: send true or false, without quotes.',
  ],
  'complete and cancelled': [
    () =>
      orders(
        order({
          IsCompleted: true,
          OrderCompletedDate: NOW,
          IsCancelledOrReturned: true,
          OrderCancelledDate: NOW,
        }),
      ),
    '200 IsCancelledOrReturned and IsCompleted are both true: send IsCompleted false to cancel the order.',
  ],
  'cancelled without its date': [
    () => orders(order({ IsCancelledOrReturned: true })),
    '200 OrderCancelledDate is missing.',
  ],
  'products as an object': [
    () => orders(order({ Products: { OriginalId: 'p' } })),
    '200 Products must be of type array or null.',
  ],
  'a product without an id': [
    () => orders(order({ Products: [{ Title: 'Mug' }] })),
    '200 Products[0].OriginalId is missing or blank.',
  ],
  'a price below zero': [
    () => orders(order({ Products: [{ OriginalId: 'p', ProductPrice: -1 }] })),
    '200 Products[0].ProductPrice is below 0.',
  ],
  'a quantity of products': [
    () => orders(order({ Products: [{ OriginalId: 'p', Quantity: 1.5 }] })),
    '200 Products[0].Quantity must be a whole number from 1 to 999.',
  ],
  'metadata as an object': [
    () => orders(order({ Metadatas: { colour: 'red' } })),
    '200 Metadatas must be of type array or null.',
  ],
  'an id of 300 characters': [
    () => orders(order({ OriginalId: 'x'.repeat(300) })),
    '200 OriginalId is too long: at most 250 characters are allowed.',
  ],
  'the order of another customer': [
    () => orders({ ...ORDER, OriginalId: 'there', Customer: { OriginalId: 'bob' } }),
    '200 Order there belongs to another customer.',
  ],
  'a cancellation without a date': [
    () => post('Order/there/cancel', {}),
    '200 OrderCancelledDate must be an ISO 8601 date like 2026-01-31T12:00:00Z.',
  ],
  'cancelling an order that is not there': [
    () => post('Order/nope/cancel', { OrderCancelledDate: NOW }),
    '200 There is no order with the id nope.',
  ],
  'cancelled before it was placed': [
    () => post('Order/there/cancel', { OrderCancelledDate: '2020-01-01T00:00:00Z' }),
    '200 OrderCancelledDate is before the placement of the order.',
  ],
  'a return without a key': [
    () => post('Order/there/partialcancel', { ValueToRefund: 1 }),
    '200 CancelKey is missing or blank.',
  ],
  'a return of more than was paid': [
    () => post('Order/there/partialcancel', { ValueToRefund: 1_000, CancelKey: 'r' }),
    '200 ValueToRefund is 1000, more than the 100 that is left of the order.',
  ],
  'a return below zero': [
    () => post('Order/there/partialcancel', { ValueToRefund: -1, CancelKey: 'r' }),
    '200 ValueToRefund must be above 0.',
  ],
  'cashback without a reason': [() => cashback({ Reason: '' }), '200 Reason is missing or blank.'],
  'cashback without a key': [() => cashback({ ChangeKey: undefined }), '200 ChangeKey is missing or blank.'],
  'cashback of zero': [() => cashback({ Value: 0 }), '200 Value is missing or 0.'],
  'an operation as a word': [
    () => cashback({ OperationType: 'add' }),
    '200 OperationType must be of type number or null: send it without quotes, with a point before the decimals.',
  ],
  'an operation that is not there': [
    () => cashback({ OperationType: 2 }),
    '200 OperationType must be 0 (add) or 1 (remove).',
  ],
  'more cashback than there is': [
    () => cashback({ OperationType: 1, Value: 1_000 }),
    '200 Value is more than the cashback balance.',
  ],
  'cashback of nobody': [
    () => post('Customer/nobody/cashback', CHANGE),
    '200 There is no customer with this id.',
  ],
  'a customer who is not there': [
    () => get('Customer/nobody'),
    '200 There is no customer with the id nobody.',
  ],
  'a page size of 500': [
    () => get('RewardConfigurations?PageSize=500'),
    '200 45 ApiExternal_Error_Page_Size: PageSize must be from 1 to 50.',
  ],
  'a page from zero': [
    () => get('RewardConfigurations?PageNumber=0'),
    '200 9 General_BiggerThanZero: PageNumber must be 1 or more.',
  ],
  'pagesize in lower case': [
    () => get('RewardConfigurations?pagesize=5'),
    '200 8 General_FieldCannotBeDefault: pagesize is not a member of this request: write PageSize. Names are compared exactly.',
  ],
  'a reward that is not there': [
    () => post('RewardConfigurations/99/redeem', { CustomerId: 'ana' }),
    '200 There is no reward configuration with the id 99.',
  ],
  'a reward by its name': [
    () => post('RewardConfigurations/mug/redeem', { CustomerId: 'ana' }),
    '200 There is no reward configuration with the id mug.',
  ],
  'a redemption for nobody': [
    () => post('RewardConfigurations/1/redeem', {}),
    '200 CustomerId is missing or blank.',
  ],
  'another id in the body of a product': [
    () => ({ method: 'PUT', path: 'Product/p', body: { OriginalId: 'q', Title: 'T' } }),
    '200 OriginalId differs from the id in the path: send the same in both.',
  ],
  'a product without a title': [
    () => ({ method: 'PUT', path: 'Product/p', body: { OriginalId: 'p' } }),
    '200 Title is blank: send the name of the product.',
  ],
  'an empty list': [
    () => post('Order/bulk', []),
    '200 7 General_FieldCannotBeNullOrBlank: The list is empty: send at least one item.',
  ],
  'one order where a list is taken': [() => post('Order/bulk', ORDER), '400 The body must be a JSON array.'],
}

async function answerTo({ method = 'POST', path = 'POS/orders', body, text, headers = {} }: Mistake) {
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const sent = { authorization: key.authorization, 'content-type': 'application/json', ...headers }
  const answered = await test.api.server.inject({
    method: method as 'GET',
    url: `/v1/pvt/${path}`,
    headers: Object.fromEntries(
      Object.entries(sent).filter(
        ([name, value]) => value !== undefined && (payload !== undefined || name !== 'content-type'),
      ),
    ),
    ...(payload === undefined ? {} : { payload }),
  })
  const ignored = answered.headers['punchcard-ignored']
  const { ErrorMessage, ErrorMessages } = answered.json()
  const said = ErrorMessage || ErrorMessages?.[0] || ''
  return `${answered.statusCode} ${said}${ignored ? ` [ignored: ${ignored}]` : ''}`
}

describe(`${Object.keys(MISTAKES).length} mistakes of beginners are answered with what to do`, () => {
  it.each(Object.entries(MISTAKES))('%s', async (_name, [mistake, says]) => {
    expect(await answerTo(mistake())).toBe(says)
  })
})
