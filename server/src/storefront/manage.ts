import { isDeepStrictEqual } from 'node:util'
import { type Change, type ConfigRefusal, isConfigRefusal, wrong } from '../contract/config-refusal.ts'
import type { TenantId } from '../contract/ids.ts'
import { localized } from '../contract/locale.ts'
import { hashOf } from '../platform/http/answer-memory.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { changeStorefront, type StorefrontChangeOptions, storefrontOf } from '../tenancy/manage/storefront.ts'
import type { StorefrontConfig } from '../tenancy/store/storefront.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { type Content, type Logo, NO_LINKS } from './content.ts'
import { type ContentInput, changedContent } from './rules/change-content.ts'
import { changedDomains, type DomainsInput } from './rules/change-domains.ts'
import { readPicture } from './rules/picture.ts'
import { replacedWhole, type WholeInput, writeWhole } from './rules/whole.ts'
import { deleteLogos, findLogo, saveLogo } from './store.ts'

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
    const domains = changedDomains(
      { slug, origins, links: { ...NO_LINKS, ...content.links }, referralUrl: content.referralUrl ?? null },
      input,
      tenant,
    )
    if (isConfigRefusal(domains)) return domains
    return unlessSame(before, {
      ...before,
      slug: domains.slug,
      origins: domains.origins,
      content: {
        ...content,
        ...(input.links !== undefined && { links: domains.links }),
        ...(input.referralUrl !== undefined && { referralUrl: domains.referralUrl }),
      },
    })
  })
}

/** Everything but the logo, as a file has it. */
export function replaceStorefront(
  tx: Tx,
  tenant: Tenant,
  input: WholeInput,
  options: StorefrontChangeOptions,
): Promise<Change<StorefrontConfig> | ConfigRefusal> {
  return changeStorefront(tx, tenant.id, options, (before) => {
    const after = replacedWhole(before, input, tenant)
    if (isConfigRefusal(after)) return after
    // A choice that is the default anyway can be stored or not, and means the same.
    return isDeepStrictEqual(writeWhole(before), writeWhole(after)) ? before : unlessSame(before, after)
  })
}

/** Shows this picture from now on, on every page of the shop. */
export async function changeLogo(
  tx: Tx,
  tenantId: TenantId,
  octets: Buffer,
  options: StorefrontChangeOptions,
): Promise<Change<StorefrontConfig> | ConfigRefusal> {
  const picture = readPicture(octets)
  if ('refused' in picture) return wrong([{ pointer: '', message: picture.refused }])
  const logo = { hash: hashOf(octets), ...picture }
  const change = await withLogo(tx, tenantId, logo, options)
  if (!isConfigRefusal(change)) await saveLogo(tx, tenantId, logo, { octets, now: options.now })
  return change
}

/** The octets of the picture that is shown; null: there is none. */
export async function shownLogo(tx: Tx, tenantId: TenantId): Promise<Buffer | null> {
  const { logo } = contentOf(await storefrontOf(tx, tenantId))
  return logo ? ((await findLogo(tx, tenantId, logo.hash))?.octets ?? null) : null
}

/** Nowhere, not even by its address. */
export async function removeLogo(
  tx: Tx,
  tenantId: TenantId,
  options: StorefrontChangeOptions,
): Promise<Change<StorefrontConfig> | ConfigRefusal> {
  const change = await withLogo(tx, tenantId, undefined, options)
  if (!isConfigRefusal(change)) await deleteLogos(tx, tenantId)
  return change
}

function withLogo(tx: Tx, tenantId: TenantId, logo: Logo | undefined, options: StorefrontChangeOptions) {
  return changeStorefront(tx, tenantId, options, (before) => {
    const { logo: _, ...content } = contentOf(before)
    return unlessSame(before, { ...before, content: logo === undefined ? content : { ...content, logo } })
  })
}

function unlessSame(before: StorefrontConfig, after: StorefrontConfig): StorefrontConfig | ConfigRefusal {
  if (Buffer.byteLength(JSON.stringify(after.content)) > CONTENT_BYTES_MAX) return TOO_LARGE
  return isDeepStrictEqual(before, after) ? before : after
}

/** The column takes 64 KiB in a form of its own, which is a little larger. */
const CONTENT_BYTES_MAX = 56_000

const TOO_LARGE = wrong([
  {
    pointer: '',
    message: localized(
      'All texts and links together are too long: shorten some of them.',
      'Todos os textos e links juntos são longos demais: encurte alguns deles.',
      'Todos los textos y enlaces juntos son demasiado largos: acorte algunos.',
    ),
  },
])
