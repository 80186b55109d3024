import { type Change, type ConfigRefusal, isConfigRefusal } from '../../contract/config-refusal.ts'
import type { Problem } from '../../contract/problem.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { problemOf } from '../../people/admin-api/config-refusal.ts'
import { type AuditFacts, changesBetween } from '../../people/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { storefrontOf } from '../../tenancy/manage/storefront.ts'
import type { StorefrontConfig } from '../../tenancy/store/storefront.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { shownContent } from '../content.ts'
import { changeDomains, changeShown, contentOf } from '../manage.ts'
import { changeStorefront, changeStorefrontDomains, getStorefront, type StorefrontAnswer } from './schema.ts'

export interface StorefrontRoutesOptions {
  /** The real time, which keys of tokens go by. */
  readonly clock: Clock
}

export function storefrontAdminRoutes(api: AdminApi, { clock }: StorefrontRoutesOptions): void {
  api.read(getStorefront, 'directory', async (tx, { tenant }) => {
    const config = await storefrontOf(tx, tenant.id)
    return { answer: present(tenant, config), version: config.version }
  })

  api.write(changeStorefront, 'directory', async (tx, { tenant, body, ifMatch }) => {
    const change = await changeShown(tx, tenant, body, { expected: ifMatch, now: clock() })
    return answerOf(tx, tenant, change)
  })

  api.write(changeStorefrontDomains, 'directory', async (tx, { tenant, body, ifMatch }) => {
    const change = await changeDomains(tx, tenant, body, { expected: ifMatch, now: clock() })
    return answerOf(tx, tenant, change)
  })
}

function present(tenant: Tenant, config: StorefrontConfig): StorefrontAnswer {
  const { isOn, slug, origins, version } = config
  const { programName, appearance, switches, links, hiddenRules } = shownContent(
    contentOf(config),
    tenant.name,
  )
  return {
    ...{ isOn, slug, origins: [...origins], programName, version },
    links: { ...links },
    appearance: { ...appearance },
    switches: { ...switches },
    hiddenRules: [...hiddenRules],
  }
}

interface Saved {
  readonly answer: StorefrontAnswer
  readonly version: number
  readonly audit: AuditFacts | null
}

async function answerOf(
  tx: Tx,
  tenant: Tenant,
  change: Change<StorefrontConfig> | ConfigRefusal,
): Promise<Saved | Problem> {
  const subject = { kind: 'storefront', id: String(tenant.id) }
  if (isConfigRefusal(change)) {
    return problemOf(tx, change, { ...subject, place: 'directory', tenantId: tenant.id })
  }
  const { before, after } = change
  const members = (config: StorefrontConfig) => {
    const { version: _, ...told } = present(tenant, config)
    return told
  }
  const changes = changesBetween(before ? members(before) : {}, members(after))
  return {
    answer: present(tenant, after),
    version: after.version,
    audit: before === after ? null : { target: { ...subject, label: tenant.name }, ...changes },
  }
}
