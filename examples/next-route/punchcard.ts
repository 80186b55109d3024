import { Punchcard } from '@punchcard-loyalty/client'

/** One client for all routes, made when the first of them is asked. */
let client: Punchcard | undefined

export function punchcard(): Punchcard {
  const { PUNCHCARD_URL: url, PUNCHCARD_TOKEN: token, PUNCHCARD_KEY: key } = process.env
  client ??= new Punchcard({ url, token, key })
  return client
}
