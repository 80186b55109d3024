import type { Config } from '../app/config.ts'
import { VERSION } from '../app/version.ts'
import type { TenantId } from '../contract/ids.ts'
import { createSealer } from '../platform/sealing.ts'
import { systemClock } from '../platform/system-clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { tenantOf } from '../tenancy/manage/tenants.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { WebhookError } from '../webhooks/endpoint.ts'
import type * as manage from '../webhooks/manage.ts'
import { withCells } from './setup.ts'

/** What every command about a merchant's webhooks works with. */
export interface WebhookContext {
  readonly tools: manage.WebhookTools
  readonly commands: typeof manage
  readonly tenant: Tenant
}

export function withWebhooks(
  tenantId: TenantId,
  work: (context: WebhookContext) => Promise<void>,
): Promise<void> {
  return withCells(async (cells, config) => work(await openContext(cells, config, tenantId)))
}

async function openContext(cells: Cells, config: Config, tenantId: TenantId): Promise<WebhookContext> {
  const tenant = await tenantOf(cells.directory, tenantId)
  const secretsKeys = requireSecretsKeys(config)
  // Loaded only here: a small command ends in less time than this import takes.
  const commands = await import('../webhooks/manage.ts')
  const tools = {
    database: cells.of(tenant),
    sealer: createSealer(secretsKeys),
    reach: { isPrivateAllowed: config.isPrivateWebhookAllowed, allowedNetworks: config.webhookNetworks },
    clock: systemClock,
    userAgent: `Punchcard/${VERSION}`,
  }
  return { tools, commands, tenant }
}

export function requireSecretsKeys({ secretsKeys }: Config): readonly Buffer[] {
  if (secretsKeys !== null) return secretsKeys
  throw new WebhookError(
    'PUNCHCARD_SECRETS_KEY is not set: secrets of webhooks are stored encrypted. Make a key with `openssl rand -base64 32` and set it for every `punchcard` command and process.',
  )
}
