import { type ConfigRefusal, isConfigRefusal, problemsOf, wrong } from '../../contract/config-refusal.ts'
import { DEFAULT_SWITCHES } from '../../contract/storefront-switch.ts'
import { type Content, type Links, NO_LINKS } from '../content.ts'
import { type ContentInput, changedContent } from './change-content.ts'
import { changedDomains } from './change-domains.ts'
import { saidWords } from './words.ts'

/** A storefront as it is configured. */
export interface Whole {
  readonly isOn: boolean
  readonly slug: string | null
  readonly origins: readonly string[]
  readonly content: object
}

/** All of it at once but the logo: what is left out has its default. */
export interface WholeInput extends ContentInput {
  readonly isOn?: boolean | null
  /** It has no default: a shop that has a name in addresses keeps it. */
  readonly slug?: string | null
  readonly origins?: readonly string[] | null
  readonly links?: Readonly<Partial<Links>> | null
  readonly referralUrl?: string | null
}

/** As it is put into files: with what the merchant has chosen, and not with what follows from that. */
export function writeWhole(storefront: Whole) {
  return { ...writeShown(storefront), ...writeDomains(storefront) }
}

/** What customers see of it. */
export function writeShown({ isOn, content }: Whole) {
  const { programName, appearance, switches, words, hiddenRules = [] } = content as Content
  return {
    isOn,
    programName: programName ?? null,
    appearance: { ...appearance },
    switches: { ...DEFAULT_SWITCHES, ...switches },
    words: saidWords(words),
    hiddenRules: [...hiddenRules],
  }
}

/** From where browsers may ask, and where customers are led: it has a permission of its own. */
export function writeDomains({ slug, origins, content }: Whole) {
  const { links, referralUrl = null } = content as Content
  return { slug, origins: [...origins], links: { ...NO_LINKS, ...links }, referralUrl }
}

/** As it is when all that a file may say is as this file says. */
export function replacedWhole<Config extends Whole>(
  before: Config,
  { isOn, slug, origins, links, referralUrl, ...sent }: WholeInput,
  { isSandbox }: { readonly isSandbox: boolean },
): Config | ConfigRefusal {
  const { programName, appearance, switches, words, hiddenRules, ...kept } = before.content as Content
  const content = changedContent(kept, sent)
  const domains = changedDomains(
    { slug: before.slug, origins: [], links: NO_LINKS, referralUrl: null },
    {
      ...(typeof slug === 'string' && slug !== before.slug ? { slug } : {}),
      origins: origins ?? [],
      links: links ?? {},
      referralUrl: referralUrl ?? null,
    },
    { isSandbox },
  )
  if (isConfigRefusal(content) || isConfigRefusal(domains)) {
    return wrong([...problemsOf(content), ...problemsOf(domains)])
  }
  return {
    ...before,
    isOn: isOn ?? false,
    slug: domains.slug,
    origins: domains.origins,
    content: { ...content, links: domains.links, referralUrl: domains.referralUrl },
  }
}
