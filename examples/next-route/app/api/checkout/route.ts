import { PunchcardRefusal } from '@punchcard-loyalty/client'
import { punchcard } from '../../../punchcard'

interface Paid {
  readonly basket: string
  readonly customer: string
  readonly total: number
}

/**
 * The customer has paid: the order earns points. The basket's id is the order's id, so it is safe to send again.
 *
 * NOBODY IS AUTHENTICATED HERE: take the customer from your session and the total from your basket, not from the request.
 */
export async function POST(request: Request): Promise<Response> {
  const { basket, customer, total } = (await request.json()) as Paid
  const now = new Date()
  try {
    const order = await punchcard().orders.place({
      OriginalId: basket,
      OrderTotal: total,
      IsCompleted: true,
      OrderPlacementDate: now,
      OrderCompletedDate: now,
      Customer: { OriginalId: customer },
    })
    return Response.json({ order: order.OriginalId, points: order.Customer.PointsBalance })
  } catch (error) {
    if (error instanceof PunchcardRefusal) return Response.json({ error: error.message }, { status: 409 })
    throw error
  }
}
