import { PunchcardWebhookError, verifyWebhook } from '@punchcard-loyalty/client'

export async function POST(request: Request): Promise<Response> {
  try {
    const { EventId, Topic, CustomerSequence, Payload } = await verifyWebhook({
      secret: process.env.PUNCHCARD_WEBHOOK_SECRET,
      headers: request.headers,
      body: await request.text(),
    })
    // Put it into your queue here, by its EventId: the same event may come again.
    const { Customer } = Payload
    return Response.json({
      EventId,
      Topic,
      CustomerSequence,
      customer: Customer.OriginalId,
      // Events of cards have none.
      ...('PointsBalance' in Payload ? Payload.PointsBalance : {}),
    })
  } catch (error) {
    if (error instanceof PunchcardWebhookError) return new Response(error.message, { status: 400 })
    throw error
  }
}
