/** What a merchant's code may look like, and what must not compile. */
import {
  type Answer,
  everyItem,
  type Order,
  Punchcard,
  type PunchcardEvent,
  PunchcardRefusal,
  verifyWebhook,
} from '@punchcard-loyalty/client'

export const punchcard = new Punchcard({ url: 'https://loyalty.example', token: 'pct_1', key: 'pcs_1' })

export async function sell(nameOrNot: string | undefined): Promise<number> {
  const order: Order = await punchcard.orders.place({
    OriginalId: 'o-1',
    OrderTotal: 80,
    OrderPlacementDate: new Date(),
    Customer: { OriginalId: 'ana', Name: nameOrNot },
    Products: [{ OriginalId: 'mug', Title: 'Mug' }],
  })
  // @ts-expect-error: an order needs its id.
  await punchcard.orders.place({ Customer: { OriginalId: 'ana' } })
  // @ts-expect-error: there is no such member.
  await punchcard.orders.place({ OriginalId: 'o-1', Customer: { OriginalId: 'ana' }, Totall: 80 })
  // @ts-expect-error: nor such a member of the result.
  order.PointBalance
  // @ts-expect-error: a reward has a number.
  await punchcard.rewards.get('mug')
  return order.Customer.PointsBalance
}

export async function refused(error: unknown): Promise<string | null> {
  if (!(error instanceof PunchcardRefusal)) return null
  // @ts-expect-error: there is no such error.
  if (error.codeName === 'NotEnoughPoints') return null
  return error.codeName === 'PdvOrder_NotEnoughPoints' ? error.requestId : null
}

export async function warned(): Promise<string | undefined> {
  const answer: Answer<unknown> = await punchcard.products
    .save('mug', { OriginalId: 'mug', Title: 'Mug' })
    .answer()
  return answer.outcome?.name
}

export async function list(): Promise<string[]> {
  const ids: string[] = []
  for await (const order of everyItem((page) => punchcard.customers.orders('ana', page)))
    ids.push(order.OriginalId)
  const [points, account] = await Promise.all([punchcard.customers.points('ana'), punchcard.account.get()])
  return [...ids, String(points.PointsBalance), account.Currency]
}

export async function receive(request: Request): Promise<PunchcardEvent['Topic']> {
  const { Topic, Payload } = await verifyWebhook({
    secret: 'whsec_x',
    headers: request.headers,
    body: await request.text(),
  })
  // A notice tells of no change of a balance.
  if (!('PointsBalance' in Payload)) return Topic
  const points: number = Payload.Points + Payload.PointsBalance.PointsBalance
  return points > 0 ? Topic : 'Point_Removed'
}
