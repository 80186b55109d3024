/** Acceptance 19: who was removed, demoted or signed out elsewhere is refused by every process within a second. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startServe } from '../cli/punchcard-process.ts'
import { patient } from '../support/patience.ts'
import { usePeople } from '../support/people.ts'
import { useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const used = usePeople(() => test.api)

it('a right that is taken away is gone everywhere within a second', async () => {
  test.api.now = Date.now()
  const { tenantId } = test.api.key
  const environment = { DATABASE_URL: test.api.databaseUrl, PUNCHCARD_LOG_LEVEL: 'info' }
  await using first = await startServe(environment)
  await using second = await startServe(environment)
  const path = `/tenants/${tenantId}/people`
  const owner = await used.people.member(tenantId, 'owner')
  const longest: number[] = []

  const takings = {
    removed: (id: number) => owner.browser.done('DELETE', `${path}/${id}`, undefined, { ifMatch: '*' }),
    demoted: (id: number) =>
      owner.browser.done('PATCH', `${path}/${id}`, { role: 'viewer' }, { ifMatch: '*' }),
    signedOut: async (id: number) => {
      const elsewhere = await used.people.signedIn({ id })
      const listed = await elsewhere.done<{ items: { id: number; isCurrent: boolean }[] }>(
        'GET',
        '/session/sessions',
      )
      for (const session of listed.body.items.filter(({ isCurrent }) => !isCurrent)) {
        await elsewhere.done('DELETE', `/session/sessions/${session.id}`)
      }
    },
    revoked: (id: number) =>
      owner.browser
        .done<{ items: { id: number; person: { id: number } | null }[] }>(
          'GET',
          `/tenants/${tenantId}/tokens`,
        )
        .then(async ({ body }) => {
          const token = body.items.find(({ person }) => person?.id === id)
          await owner.browser.done('POST', `/tenants/${tenantId}/tokens/${token?.id}/revoke`)
        }),
  }
  for (const [how, take] of Object.entries(takings)) {
    const member = await used.people.member(tenantId, 'manager')
    const made = await member.browser.done<{ secret: string }>('POST', '/me/tokens', {
      tenant: tenantId,
      label: how,
      expiresInDays: 1,
    })
    const headers: Record<string, string> =
      how === 'revoked'
        ? { authorization: `Bearer ${made.body.secret}` }
        : { cookie: member.browser.cookie ?? '' }
    const statusAt = async (url: string) => (await fetch(`${url}/v1/admin${path}`, { headers })).status
    for (const { url } of [first, second]) expect([how, await statusAt(url)]).toEqual([how, 200])
    let takenAt = Number.POSITIVE_INFINITY
    const refusedAt = async (url: string): Promise<number> => {
      while ((await statusAt(url)) === 200 && performance.now() < takenAt + patient(3_000)) await sleep(40)
      return performance.now()
    }
    // Also where it fails: nobody shall wait for a refusal that never comes.
    const taking = take(member.id).finally(() => {
      takenAt = performance.now()
    })
    const [, ...refusals] = await Promise.all([taking, ...[first, second].map(({ url }) => refusedAt(url))])
    const late = Math.max(...refusals) - takenAt
    longest.push(late)
    expect([how, late < patient(1_000)]).toEqual([how, true])
    for (const { url } of [first, second]) expect([401, 403, 404]).toContain(await statusAt(url))
  }
  process.stdout.write(`refused at the latest after ${Math.max(0, ...longest).toFixed(0)} ms\n`)
})
