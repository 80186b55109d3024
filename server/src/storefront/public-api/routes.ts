import type { Locale } from '../../contract/locale.ts'
import { LOCALES } from '../../contract/locale.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PublicApi, ShopCall } from '../../tenancy/public-api/api.ts'
import { writeSettings } from '../../tenancy/settings.ts'
import { readStorefront } from '../../tenancy/store/storefront.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { type Content, shownContent } from '../content.ts'
import { ELEMENT_TEXTS } from '../texts.ts'
import { type About, aboutShop } from './schema.ts'

export interface ShopRoutesOptions {
  readonly cells: Cells
  readonly clock: TenantClock
}

export function shopRoutes(api: PublicApi, options: ShopRoutesOptions): void {
  api.shared(aboutShop, (call) => loadAbout(options, call))
}

/** What a shop says of itself. */
export async function loadAbout(
  { cells, clock }: ShopRoutesOptions,
  { tenant, locale }: Pick<ShopCall, 'tenant' | 'locale'>,
): Promise<About> {
  const [config, program] = await Promise.all([
    cells.directory.read([tenant.id], (tx) => readStorefront(tx, tenant.id)),
    cells.of(tenant).read([tenant.id], (tx) => findCurrentProgram(tx, tenant.id, clock(tenant))),
  ])
  const content = (config?.content ?? {}) as Content
  return presentAbout(tenant, { content, locale, cashback: program.cashback.isOn })
}

interface Shown {
  readonly content: Content
  readonly locale: Locale
  readonly cashback: boolean
}

function presentAbout(tenant: Tenant, { content, locale, cashback }: Shown): About {
  const { name, currency, timeZone } = tenant
  const { programName, appearance, switches, links } = shownContent(content, name)
  return {
    name,
    programName,
    language: locale,
    languages: [...LOCALES],
    currency,
    timeZone,
    pointsName: { ...writeSettings(tenant).pointsName[locale] },
    cashback,
    appearance: { ...appearance, logo: null },
    switches: { ...switches },
    links: { ...links },
    terms: null,
    texts: { ...ELEMENT_TEXTS[locale] },
  }
}
