import type { Switches } from '../../../../server/src/contract/storefront-switch.ts'
import type { Answer } from '../../api/client.ts'

/** What a shop pastes. It is that of `docs/guides/storefront.md`, with the merchant's own values; a test compares them. */
export interface CodeOf {
  /** Where shops find the storefront, such as `https://loyalty.example`. */
  readonly server: string
  readonly slug: string
}

type ElementFile = NonNullable<Answer<'storefront.get'>['elements']>['files'][number]

/** Where the shop's own backend answers with a token. */
const ROUTE = '/loyalty/token'
const CLIENT = '@punchcard-loyalty/client'

/** The head of each page. Without files it loads the present version, whatever that is. */
export function headCode(
  { server, slug }: CodeOf,
  files: readonly Pick<ElementFile, 'name' | 'path' | 'integrity'>[] | null,
): string {
  const meta = `<meta name="punchcard" content="${server}/${slug}">`
  const script = files?.find(({ name }) => name === 'punchcard.js')
  const reserve = files?.find(({ name }) => name === 'reserve.css')
  if (!script) return `<script type="module" src="${server}/shop/punchcard.js"></script>\n${meta}\n`
  const style = reserve
    ? `<link rel="stylesheet" href="${server}${reserve.path}" integrity="${reserve.integrity}" crossorigin>\n`
    : ''
  return `${style}<script type="module" src="${server}${script.path}" integrity="${script.integrity}" crossorigin></script>\n${meta}\n`
}

/** In place of the line without it, where customers sign in. */
export function metaCode({ server, slug }: CodeOf): string {
  return `<meta name="punchcard" content="${server}/${slug}" data-token="${ROUTE}" data-who="7f3a9c">\n`
}

export const ROUTES = ['express', 'next', 'other'] as const

export const ROUTE_CODE = {
  express: `import { asExpress, Punchcard, tokenRoute } from '${CLIENT}'
import express from 'express'

const punchcard = new Punchcard({
  url: process.env.PUNCHCARD_URL,
  token: process.env.PUNCHCARD_TOKEN,
  key: process.env.PUNCHCARD_KEY,
})

const shop = express()
// Your shop's session says who it is; never the body or the query, which anyone can write.
const customerOf = (request) => sessions.get(request)?.customerId ?? null
shop.post('${ROUTE}', asExpress(tokenRoute(punchcard, { customerOf })))
`,
  next: `import { Punchcard, tokenRoute } from '${CLIENT}'

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
`,
} as const

/** What another language sends. The credentials are those of an API key. */
export function otherCode(server: string): string {
  return `curl -u $PUNCHCARD_TOKEN:$PUNCHCARD_KEY '${server}/v1/pvt/Token' \\
  -H 'Content-Type: application/json' \\
  -d '{"CustomerId": "ana", "Scopes": ["read", "redeem", "quiz", "refer", "join"], "Include": ["me"]}'
`
}

/** Where to put what: only what is switched on. */
export const PLACES = [
  { place: 'header', code: '<punchcard-balance></punchcard-balance>' },
  {
    place: 'product',
    code: '<punchcard-earn product="espresso" price="8.50"></punchcard-earn>',
    needs: 'earn',
  },
  { place: 'account', code: '<punchcard-page></punchcard-page>' },
  { place: 'landing', code: '<punchcard-friend></punchcard-friend>', needs: 'referral' },
] as const satisfies readonly { place: string; code: string; needs?: keyof Switches }[]
