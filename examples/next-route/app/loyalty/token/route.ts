/** What gives the elements of the storefront a token for the customer who is signed in. */
import { Punchcard, tokenRoute } from '@punchcard-loyalty/client'
import { session } from '../../../session'

// Your shop's session says who it is; never the body or the query, which anyone can write.
const customerOf = async (request: Request) => (await session(request))?.customerId ?? null

export async function POST(request: Request) {
  const punchcard = new Punchcard({
    url: process.env.PUNCHCARD_URL,
    token: process.env.PUNCHCARD_TOKEN,
    key: process.env.PUNCHCARD_KEY,
  })
  return tokenRoute(punchcard, { customerOf })(request)
}
