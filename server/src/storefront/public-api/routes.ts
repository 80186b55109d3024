import type { Locale } from '../../contract/locale.ts'
import { LOCALES } from '../../contract/locale.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PublicApi, ShopCall } from '../../tenancy/public-api/api.ts'
import { writeSettings } from '../../tenancy/settings.ts'
import { readStorefront } from '../../tenancy/store/storefront.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { findTermsInForce } from '../../terms/collections.ts'
import { type Content, shownContent } from '../content.ts'
import { logoPath } from '../logo-path.ts'
import { textsOf } from '../rules/words.ts'
import { findLogo } from '../store.ts'
import { type About, aboutShop, shopLogo } from './schema.ts'

export interface ShopRoutesOptions {
  readonly cells: Cells
  readonly clock: TenantClock
  /** Where customers open pages of shops, such as https://club.example; null: on whatever host they ask. */
  readonly origin: string | null
}

export function shopRoutes(api: PublicApi, options: ShopRoutesOptions): void {
  api.shared(aboutShop, (call) => loadAbout(options, call))
  api.file(shopLogo, async ({ tenant, params: { hash } }) => {
    const { directory } = options.cells
    const logo = await directory.read([tenant.id], (tx) => findLogo(tx, tenant.id, hash))
    return logo && { ...logo, hash }
  })
}

/** What a shop says of itself. */
export async function loadAbout(
  { cells, clock, origin }: ShopRoutesOptions,
  { shop, tenant, locale }: Pick<ShopCall, 'shop' | 'tenant' | 'locale'>,
): Promise<About> {
  const [config, [program, termsVersion]] = await Promise.all([
    cells.directory.read([tenant.id], (tx) => readStorefront(tx, tenant.id)),
    cells
      .of(tenant)
      .read([tenant.id], (tx) =>
        Promise.all([findCurrentProgram(tx, tenant.id, clock(tenant)), findTermsInForce(tx, tenant.id)]),
      ),
  ])
  const content = (config?.content ?? {}) as Content
  const termsUrl = `${origin ?? ''}/shop/${shop.slug}/terms?lang=${locale}`
  const terms = termsVersion === null ? null : { version: termsVersion, url: termsUrl }
  const { slug } = shop
  const page = origin === null ? null : `${origin}/shop/${slug}`
  return presentAbout(tenant, { content, slug, page, locale, cashback: program.cashback.isOn, terms })
}

interface Shown {
  readonly content: Content
  readonly slug: string | null
  /** Of the program, here; null: it is not known under which name customers reach this server. */
  readonly page: string | null
  readonly locale: Locale
  readonly cashback: boolean
  readonly terms: About['terms']
}

function presentAbout(tenant: Tenant, { content, slug, page, locale, cashback, terms }: Shown): About {
  const { name, currency, timeZone } = tenant
  const { programName, appearance, switches, links, logo, words } = shownContent(content, name)
  return {
    name,
    programName,
    language: locale,
    languages: [...LOCALES],
    currency,
    timeZone,
    pointsName: { ...writeSettings(tenant).pointsName[locale] },
    cashback,
    appearance: {
      ...appearance,
      logo: logo && slug && logoPath(slug, logo.hash),
      logoSize: logo && { width: logo.width, height: logo.height },
    },
    switches: { ...switches },
    // Without a page of the shop's own the way to join leads to the one that is here, so it never leads nowhere.
    links: { ...links, page: links.page ?? (links.signIn === null ? page : null) },
    terms,
    texts: textsOf(words, locale),
  }
}
