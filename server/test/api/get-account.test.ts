import { describe, expect, it } from 'vitest'
import { VERSION } from '../../src/app/version.ts'
import { iso, program } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()

describe('whose key it is', () => {
  it('has every member', async () => {
    const shop = await test.open(program(), {
      name: 'Café Aurora',
      currency: 'EUR',
      timeZone: 'Europe/Lisbon',
      locale: 'es',
    })
    expect(await shop.sendText('GET', '/v1/pvt/Account')).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: {
        Name: 'Café Aurora',
        Currency: 'EUR',
        TimeZone: 'Europe/Lisbon',
        Locale: 'es',
        IsSandbox: false,
        Now: iso(START),
        KeyLabel: 'test',
        Version: VERSION,
        ProgramVersion: 1,
        CashbackEnabled: true,
        PointValue: 0.1,
        RequestsPerSecond: 1_000_000,
      },
      HasError: false,
    })
  })

  it('of a sandbox, without a program', async () => {
    const shop = await test.open(null, { isSandbox: true })
    expect(await shop.sendText('GET', '/v1/pvt/Account')).toMatchObject({
      Result: { IsSandbox: true, ProgramVersion: 0, CashbackEnabled: false, PointValue: 0 },
    })
  })

  it('is not told without one', async () => {
    const response = await test.api.send({
      method: 'GET',
      url: '/v1/pvt/Account',
      headers: { authorization: '' },
    })
    expect(response.statusCode).toBe(401)
    expect(response.body).not.toContain(VERSION)
  })
})
