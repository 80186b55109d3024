import { isDeepStrictEqual } from 'node:util'
import { type Change, type ConfigRefusal, isConfigRefusal } from '../contract/config-refusal.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { changeStorefront, type StorefrontChangeOptions } from '../tenancy/manage/storefront.ts'
import type { StorefrontConfig } from '../tenancy/store/storefront.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { type Content, NO_LINKS } from './content.ts'
import { type ContentInput, changedContent } from './rules/change-content.ts'
import { changedDomains, type DomainsInput } from './rules/change-domains.ts'

export interface StorefrontInput extends ContentInput {
  readonly isOn?: boolean
}

export function contentOf({ content }: StorefrontConfig): Content {
  return content as Content
}

/** In the directory, like the next. */
export function changeShown(
  tx: Tx,
  tenant: Tenant,
  input: StorefrontInput,
  options: StorefrontChangeOptions,
): Promise<Change<StorefrontConfig> | ConfigRefusal> {
  return changeStorefront(tx, tenant.id, options, (before) => {
    const content = changedContent(contentOf(before), input)
    if (isConfigRefusal(content)) return content
    return unlessSame(before, { ...before, isOn: input.isOn ?? before.isOn, content })
  })
}

/** From where browsers may ask, and where customers are led: apart, because it can lead them astray. */
export function changeDomains(
  tx: Tx,
  tenant: Tenant,
  input: DomainsInput,
  options: StorefrontChangeOptions,
): Promise<Change<StorefrontConfig> | ConfigRefusal> {
  return changeStorefront(tx, tenant.id, options, (before) => {
    const { slug, origins } = before
    const content = contentOf(before)
    const domains = changedDomains({ slug, origins, links: { ...NO_LINKS, ...content.links } }, input, tenant)
    if (isConfigRefusal(domains)) return domains
    return unlessSame(before, {
      ...before,
      slug: domains.slug,
      origins: domains.origins,
      content: input.links === undefined ? content : { ...content, links: domains.links },
    })
  })
}

function unlessSame(before: StorefrontConfig, after: StorefrontConfig): StorefrontConfig {
  return isDeepStrictEqual(before, after) ? before : after
}
