import { type Static, Type } from 'typebox'
import { VERSION } from '../app/version.ts'
import { ResultEnvelope, resultEnvelope } from '../contract/private-api/envelopes.ts'
import { findCurrentProgram } from '../earning/store.ts'
import { instantToText } from '../platform/clock.ts'
import { decimalToNumber } from '../platform/decimal.ts'
import type { Cells } from '../tenancy/cells.ts'
import type { PrivateApi } from '../tenancy/private-api/protection.ts'
import { findKeyLabel } from '../tenancy/store/keys.ts'
import type { TenantClock } from '../tenancy/tenant.ts'

const Account = Type.Object(
  {
    Name: Type.String({ description: 'Name of the merchant.' }),
    Currency: Type.String({ description: 'Three capital letters, such as BRL.' }),
    TimeZone: Type.String({ description: 'Such as America/Sao_Paulo.' }),
    Locale: Type.String({ description: 'pt-BR, en or es.' }),
    IsSandbox: Type.Boolean({ description: 'Whether it is for trying things out.' }),
    Now: Type.String({ format: 'date-time', description: "The time on the merchant's clock." }),
    KeyLabel: Type.String({ description: 'Label of the API key of this request.' }),
    Version: Type.String({ description: 'Version of the server.' }),
    ProgramVersion: Type.Integer({
      description: 'The current version of the program; 0: none is published.',
    }),
    CashbackEnabled: Type.Boolean({ description: 'Whether points are worth money.' }),
    PointValue: Type.Number({ description: 'What one point is worth in the currency.' }),
    RequestsPerSecond: Type.Integer({ description: 'How many requests the limit of this key allows.' }),
  },
  { $id: 'Account', description: 'The merchant, and what holds for its key.' },
)
type Account = Static<typeof Account>

export interface AccountRoutesOptions {
  readonly cells: Cells
  readonly clock: TenantClock
  readonly requestsPerSecond: number
}

/** The first call of every integration: whose key it is, and what holds for it. */
export function accountRoutes(api: PrivateApi, options: AccountRoutesOptions): void {
  const { cells, clock, requestsPerSecond } = options
  api.addSchema(Account)
  api.get(
    '/v1/pvt/Account',
    {
      schema: {
        operationId: 'getAccount',
        tags: ['Account'],
        summary: 'Read whose API key this is, and what holds for it',
        description:
          'The first call of every integration: it says that token and key are right, and changes nothing.',
        response: { 200: ResultEnvelope(Type.Unsafe<Account>(Type.Ref('Account#'))) },
      },
    },
    async ({ tenant, apiToken }) => {
      const now = clock(tenant)
      const [label, program] = await Promise.all([
        cells.directory.read([tenant.id], (tx) => findKeyLabel(tx, tenant.id, apiToken)),
        cells.of(tenant).read([tenant.id], (tx) => findCurrentProgram(tx, tenant.id, now)),
      ])
      return resultEnvelope({
        Name: tenant.name,
        Currency: tenant.currency,
        TimeZone: tenant.timeZone,
        Locale: tenant.locale,
        IsSandbox: tenant.isSandbox,
        Now: instantToText(now),
        KeyLabel: label ?? '',
        Version: VERSION,
        ProgramVersion: program.version,
        CashbackEnabled: program.cashback.isOn,
        PointValue: decimalToNumber(program.cashback.pointValue),
        RequestsPerSecond: requestsPerSecond,
      })
    },
  )
}
