import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const DATABASE_URL = 'postgres://user:password@host:5432/name'
const NO_EFFECT = 'is not a variable of Punchcard and has no effect.'

function toldOf(environment: Record<string, string>): readonly string[] {
  return readConfig({ DATABASE_URL, ...environment }).unknownVariables
}

describe('a variable that nothing reads', () => {
  it('is named, with the nearest one that there is', () => {
    expect(
      toldOf({
        PUNCHCARD_DATABASE_CONNECTION: '20',
        PUNCHCARD_METRIC_PORT: '9000',
        PUNCHCARD_PUBLIC_URI: 'https://loyalty.example.com',
      }),
    ).toEqual([
      `PUNCHCARD_DATABASE_CONNECTION ${NO_EFFECT} Is PUNCHCARD_DATABASE_CONNECTIONS meant?`,
      `PUNCHCARD_METRIC_PORT ${NO_EFFECT} Is PUNCHCARD_METRICS_PORT meant?`,
      `PUNCHCARD_PUBLIC_URI ${NO_EFFECT} Is PUNCHCARD_PUBLIC_URL meant?`,
    ])
  })

  it('is named without one that is like it in a few letters only', () => {
    expect(toldOf({ PUNCHCARD_PANEL_ORIGIN: 'https://loyalty.example.com' })).toEqual([
      `PUNCHCARD_PANEL_ORIGIN ${NO_EFFECT} docs/reference/configuration.md lists those there are.`,
    ])
  })

  it('is not repeated with its value, which may be a secret', () => {
    expect(toldOf({ PUNCHCARD_SECRET_KEY: 'hidden' }).join()).not.toContain('hidden')
  })

  it('is let be where it is of others, or set to nothing', () => {
    expect(
      toldOf({
        PUNCHCARD_CELL_SOUTH_AMERICA: 'postgres://host/south',
        PUNCHCARD_TEST_POSTGRES: '/usr/lib/postgresql/16/bin',
        PUNCHCARD_URL: 'http://127.0.0.1:3000',
        PUNCHCARD_TOKEN: 'token',
        PUNCHCARD_EMPTY: ' ',
        PUNCHCARD_SERVICE_HOST: '10.0.0.1',
        PUNCHCARD_SERVICE_PORT_HTTP: '80',
        PUNCHCARD_PORT: 'tcp://10.0.0.1:80',
        PUNCHCARD_PORT_80_TCP_ADDR: '10.0.0.1',
        PATH: '/bin',
      }),
    ).toEqual([])
  })
})
