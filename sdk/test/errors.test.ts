/** What is thrown, and what it says. */
import { describe, expect, it } from 'vitest'
import { program } from '../../server/test/support/shop.ts'
import {
  ERROR_CODES,
  Punchcard,
  PunchcardError,
  PunchcardHttpError,
  PunchcardRefusal,
} from '../src/punchcard.ts'
import { useClients } from './support/use-client.ts'

const test = useClients()

/** What a call is rejected with. */
function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (result) => expect.fail(`it was answered with ${JSON.stringify(result)}`),
    (error) => error,
  )
}

describe('a refusal', () => {
  it.each([
    ['of an envelope with a result', 'Customer_NotFound', (p: Punchcard) => p.customers.get('nobody')],
    ['of a list', 'ApiExternal_Error_Page_Size', (p: Punchcard) => p.rewards.list({ PageSize: 51 })],
    ['of a list of one', 'ApiExternalCoupon_Not_found', (p: Punchcard) => p.coupons.inactivate('none')],
    [
      'of product points',
      'General_BiggerThanZero',
      (p: Punchcard) => p.products.points([{ Id: 'a', Price: -1 }]),
    ],
    [
      'of a redemption',
      'ApiExternalRewardConfiguration_Get_Error',
      (p: Punchcard) => p.rewards.redeem(1, { CustomerId: 'a' }),
    ],
    ['of what has no envelope', 'ApiExternalOrder_Order_Not_Found', (p: Punchcard) => p.orders.get('none')],
    [
      'of an outcome with a code',
      'ApiExternalErro_Original_Id_Cant_Be_Null',
      (p: Punchcard) => p.customers.upsert({ OriginalId: '' }),
    ],
    ['of many at once', 'General_FieldCannotBeNullOrBlank', (p: Punchcard) => p.orders.placeMany([])],
  ] as const)('%s has its name, number, operation and request id', async (_what, codeName, call) => {
    const shop = await test.open(program())
    const error = await failureOf(call(test.clientOf(shop)))
    expect(error).toBeInstanceOf(PunchcardError)
    expect(error).toBeInstanceOf(PunchcardRefusal)
    expect(error).toMatchObject({
      name: 'PunchcardRefusal',
      codeName,
      code: ERROR_CODES[codeName],
      requestId: expect.stringMatching(/./),
      attempts: 1,
    })
    const { message, operation, requestId } = error as PunchcardRefusal
    expect(message).toContain(`(${operation}, request ${requestId})`)
    expect(message).not.toMatch(/^\d/)
  })
})

describe('what a refusal says to a person', () => {
  const says = async (language?: string): Promise<PunchcardRefusal> => {
    const punchcard = test.clientOf(await test.open(program()), { language })
    const order = { OriginalId: 'o', Customer: { OriginalId: 'ana' }, OrderTotal: -1 }
    return (await failureOf(punchcard.orders.place(order))) as PunchcardRefusal
  }

  it('is the bare sentence, in English with what is wrong', async () => {
    const { text, message, code } = await says()
    expect(text).toMatch(/^OrderTotal [^()]*\.$/)
    expect(message.startsWith(`${text} (placeOrder, request `)).toBe(true)
    expect(code).toBe(9)
  })

  it.each([
    ['pt-BR', 'OrderTotal: Um número não pode ser negativo'],
    ['es', 'OrderTotal: Un número no puede ser negativo'],
  ])('or in %s, with the same code', async (language, text) => {
    expect(await says(language)).toMatchObject({ code: 9, text: expect.stringContaining(text) })
    const punchcard = test.clientOf(await test.open(program()), { language })
    const list = await failureOf(punchcard.rewards.list({ PageSize: 51 }))
    expect(list).toMatchObject({ code: 45, codeName: 'ApiExternal_Error_Page_Size' })
    expect((list as PunchcardRefusal).text).not.toMatch(/must|between/)
    const { Items } = await punchcard.orders.placeMany([
      { OriginalId: 'o', Customer: { OriginalId: 'ana' }, OrderTotal: -1 },
    ])
    expect(Items[0]).toMatchObject({ ErrorCode: 9, ErrorMessage: expect.stringContaining(text) })
  })
})

describe('a failure at the edge', () => {
  it('has its status: wrong credentials are not tried again', async () => {
    const { token } = (await test.open()).key
    const punchcard = new Punchcard({ url: test.url, token, key: 'pcs_live_wrong' })
    const error = await failureOf(punchcard.account.get())
    expect(error).toBeInstanceOf(PunchcardHttpError)
    expect(error).toMatchObject({
      name: 'PunchcardHttpError',
      status: 401,
      attempts: 1,
      operation: 'getAccount',
    })
  })

  it('of a wrong address says so', async () => {
    const shop = await test.open()
    const error = await failureOf(test.clientOf(shop, { url: `${test.url}/elsewhere/` }).account.get())
    expect(error).toMatchObject({
      status: 404,
      message: expect.stringContaining('/elsewhere/v1/pvt/Account'),
    })
  })
})

describe('what can never be right is refused before it is sent', () => {
  it.each(['', '.', '..'])('an id “%s” in the path', async (id) => {
    const punchcard = test.clientOf(await test.open())
    await expect(punchcard.customers.get(id)).rejects.toThrow('id is “')
  })

  it('a number that is none, which JSON would make null', async () => {
    const punchcard = test.clientOf(await test.open())
    const order = { OriginalId: 'o1', Customer: { OriginalId: 'ana' }, OrderTotal: Number.NaN }
    await expect(punchcard.orders.place(order)).rejects.toThrow('OrderTotal is NaN')
    const dated = { ...order, OrderTotal: 1, OrderPlacementDate: new Date('31.12.2026') }
    await expect(punchcard.orders.place(dated)).rejects.toThrow('OrderPlacementDate is an invalid Date')
  })

  it.each([
    [{ url: 'loyalty.example' }, '“loyalty.example”'],
    [{ url: 'ftp://loyalty.example' }, '`url`'],
    [{ url: 'https://loyalty.example/?a=1' }, '`url`'],
    [{ url: undefined }, '`url`'],
    [{ token: '' }, '`token`'],
    [{ token: 'a:b' }, '`token`'],
    [{ key: 'a\nb' }, '`key`'],
    [{ key: undefined }, '`key`'],
  ])('options %j', (wrong, says) => {
    const right = { url: 'https://loyalty.example', token: 'pct_1', key: 'pcs_1' }
    expect(() => new Punchcard({ ...right, ...wrong })).toThrow(says)
  })
})
