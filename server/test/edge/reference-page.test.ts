import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useTestApi } from '../support/test-api.ts'

const LOGIN = { token: 'pct_live_1_demo', key: 'pcs_live_demo' }

describe('the reference page', () => {
  const plain = useTestApi()
  const demo = useTestApi({ referenceLogin: LOGIN })
  const proxied = useTestApi({ trustProxy: 1 })

  it('is where / leads', async () => {
    const answer = await plain.api.server.inject({ url: '/' })
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('/docs')
  })

  it('has a title, an icon, and members in their own order', async () => {
    const { body } = await plain.api.server.inject({ url: '/docs/' })
    expect(body).toContain('<title>Punchcard private API</title>')
    expect(body).toMatch(/"?orderSchemaPropertiesBy"?: "preserve"/)
    const icon = await plain.api.server.inject({ url: '/docs/icon.svg' })
    expect(icon.headers['content-type']).toContain('image/svg+xml')
  })

  it('shows commands with the port on which it listens', async () => {
    const address = await demo.api.server.listen({ host: '127.0.0.1', port: 0 })
    const text = await (await fetch(`${address}/openapi.json`)).text()
    expect(text).toContain(`curl -u TOKEN:KEY ${address}/v1/pvt/Account`)
    expect(text).not.toContain('127.0.0.1:3000')
  })

  it('fills in a token and key for a demo merchant, and none otherwise', async () => {
    expect((await demo.api.server.inject({ url: '/docs/' })).body).toContain(LOGIN.key)
    expect((await plain.api.server.inject({ url: '/docs/' })).body).not.toContain('securitySchemes')
  })

  it('runs the scripts that it was sent with, and no other', async () => {
    const { body, headers } = await plain.api.server.inject({ url: '/docs/' })
    const policy = String(headers['content-security-policy'])
    const ofScripts = policy.split(';').find((part) => part.trim().startsWith('script-src '))
    expect(ofScripts).not.toContain('unsafe')
    const inline = [...body.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)]
    expect(inline.length).toBeGreaterThan(0)
    for (const [, text = ''] of inline) {
      expect(ofScripts).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    }
    expect(body).not.toMatch(/<[^>]+\son\w+=/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('is asked for over TLS alone by who came over TLS', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.1' }
    const { headers: sent } = await proxied.api.server.inject({ url: '/docs/', headers })
    expect(sent['strict-transport-security']).toBe('max-age=31536000')
  })

  it('begins with a quick start and ends with the errors', async () => {
    const { info, tags } = (await plain.api.server.inject({ url: '/openapi.json' })).json() as {
      info: { description: string }
      tags: { name: string; description: string }[]
    }
    expect(info.description.match(/^## (.*)$/m)?.[1]).toBe('Quick start')
    expect(tags.at(-1)?.name).toBe('Errors')
    expect(tags.at(-1)?.description).toContain('| 120 | `WebhookSubscription_TopicRequired` |')
  })
})

describe('without documentation', () => {
  const silent = useTestApi({ isDocumented: false })

  it('/ leads nowhere', async () => {
    expect((await silent.api.server.inject({ url: '/' })).statusCode).toBe(404)
  })
})
