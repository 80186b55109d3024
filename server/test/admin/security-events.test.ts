/** What an operator reads in the log of whoever tries to come in: src/management/errors.ts. */
import { PassThrough } from 'node:stream'
import { beforeEach, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { usePeople } from '../support/people.ts'
import { useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const stream = new PassThrough()
let logged = ''
stream.on('data', (line: Buffer) => {
  logged += line.toString()
})
const used = usePeople(() => test.api, { log: createLogger({ level: 'info', destination: stream }) })

interface Line {
  readonly msg: string
  readonly level: string
  readonly address?: string
  readonly requestId?: string
}

/** Those that say who tried to come in: each request has a line of its own too. */
const events = (): Line[] =>
  logged
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))
    .filter(({ msg }) => msg !== 'request')

beforeEach(() => {
  logged = ''
})

it('a wrong password is told with the address and the request, and names no person', async () => {
  const { email } = await used.people.person(null)
  const browser = used.people.browser('198.51.100.7')
  for (const sent of [email, 'nobody@shop.example']) {
    const { body, status } = await browser.signIn(sent, 'not this password')
    expect(status).toBe(401)
    expect(events().at(-1)).toMatchObject({
      msg: 'sign-in failed',
      level: 'info',
      address: '198.51.100.7',
      requestId: body.requestId,
    })
  }
  expect(logged).not.toContain('@')
  expect(logged).not.toContain('not this password')
})

it('the sixth try is throttled, and told as that', async () => {
  const { email } = await used.people.person(null)
  const browser = used.people.browser('198.51.100.8')
  for (let count = 0; count < 6; count += 1) await browser.signIn(email, 'not this password')
  expect(events().map(({ msg }) => msg)).toEqual([
    ...Array.from({ length: 5 }, () => 'sign-in failed'),
    'sign-in throttled',
  ])
})

it('so are a token that is not good, and a request from another site', async () => {
  const browser = used.people.browser()
  await browser.get('/session', { headers: { authorization: 'Bearer pca_live_1_invented' } })
  await browser.send('POST', '/session', {}, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(events().map(({ msg }) => msg)).toEqual(['token refused', 'request from another site'])
})

it('strangers do not fill the log, and nobody is noted for a request without a log-in', async () => {
  const browser = used.people.browser()
  const headers = { authorization: 'Bearer pca_live_1_invented' }
  for (let count = 0; count < 200; count += 1) await browser.get('/session', { headers })
  expect(events().length).toBeLessThan(100)
  logged = ''
  expect((await browser.get('/session')).status).toBe(401)
  expect(events()).toEqual([])
})
