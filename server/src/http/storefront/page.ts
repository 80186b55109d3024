import type { Locale } from '../../contract/locale.ts'
import { listed } from '../../earning/listed.ts'
import { wordsFor } from '../../earning/words.ts'
import { decimalFromText } from '../../platform/decimal.ts'
import { type Html, html } from '../../platform/http/html.ts'
import { PAGE_TEXTS, type PageTexts } from '../../storefront/page-texts.ts'
import type { About } from '../../storefront/public-api/schema.ts'
import type { TextKey } from '../../storefront/texts.ts'
import type { ShownTerms } from '../../terms/shown.ts'
import { themeOf } from './page-theme.ts'
import type { ShownProgram } from './schema.ts'

/** What a shop's page is made of. */
export interface PageFacts {
  readonly slug: string
  readonly about: About
  readonly program: ShownProgram
  /** Where customers open it, such as https://club.example; null: on whatever host they ask. */
  readonly origin: string | null
}

/** The page of a shop's program for everyone who comes by: all of it can be read without a script. */
export function hostedPage({ slug, about, program, origin }: PageFacts): string {
  const { name, programName, language, links } = about
  const texts = PAGE_TEXTS[language]
  const title = programName === name ? name : `${programName} · ${name}`
  return framed({
    ...{ slug, about, origin, title, path: '' },
    head: html`${described(title, about, program)}
<meta name="punchcard" content="/${slug}">
<script type="module" src="/shop/hosted.js"></script>`,
    main: html`<h1>${programName}</h1>
<p id="ended" role="status" hidden>${texts.ended}</p>
<div id="mine" hidden><punchcard-page></punchcard-page></div>
<div id="everyones">
${links.signIn !== null && wayIn(links.signIn, about, texts)}
${sectionsOf(about, program, texts)}
</div>`,
  })
}

/** The terms of a shop's program, with nothing that runs. */
export function termsPage({
  slug,
  about,
  terms,
  origin,
}: Omit<PageFacts, 'program'> & { readonly terms: ShownTerms }): string {
  const { programName, language } = about
  const texts = PAGE_TEXTS[language]
  const { version, publishedAt } = terms
  const date = wordsOf(about).date(publishedAt)
  return framed({
    ...{ slug, about, origin, title: `${texts.terms} · ${programName}`, path: '/terms' },
    head: null,
    main: html`<p class="back"><a href="/shop/${slug}?lang=${language}">${programName}</a></p>
<h1>${texts.terms}</h1>
<p class="muted">${texts.termsOf(version, date)}</p>
<article class="terms" lang="${terms.language}">
${terms.html}</article>`,
  })
}

interface Framed {
  readonly slug: string
  readonly about: About
  readonly origin: string | null
  readonly title: string
  /** Below that of the shop. */
  readonly path: string
  readonly head: Html | null
  readonly main: Html
}

/** What all pages of a shop have in common. */
function framed({ slug, about, origin, title, path, head, main }: Framed): string {
  const { name, language, links } = about
  const texts = PAGE_TEXTS[language]
  const address = `/shop/${slug}`
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${addresses(address + path, about, origin)}
<link rel="stylesheet" href="${address}/theme-${themeOf(about).hash}.css">
${head}
</head>
<body>
<header class="wide">${sign(about)}${name}</header>
<main class="wide">
${main}
</main>
<footer class="wide">
<ul>${
    isElsewhere(links.page, address) && html`<li><a href="${links.page}">${texts.about}</a></li>`
  }${links.privacy !== null && html`<li><a href="${links.privacy}">${texts.privacy}</a></li>`}${
    about.terms !== null && html`<li><a href="${address}/terms?lang=${language}">${texts.terms}</a></li>`
  }</ul>
<nav aria-label="${texts.languages}"><ul>${about.languages.map((one) => languageLink(address + path, one, language))}</ul></nav>
</footer>
</body>
</html>
`
  return page.text
}

/** The merchant's logo, in space that is kept for it; else the first letter of its name. */
function sign({ name, appearance: { logo, logoSize } }: About): Html {
  return logo !== null && logoSize !== null
    ? html`<img class="logo" src="${logo}" alt="" width="${String(logoSize.width)}" height="${String(logoSize.height)}">`
    : html`<span class="sign" aria-hidden="true">${[...name][0]}</span>`
}

/** For who links to it. */
function described(title: string, { name, language }: About, { ways }: ShownProgram): Html {
  const [first] = ways
  return html`${first && html`<meta name="description" content="${first.text}"><meta property="og:description" content="${first.text}">`}<meta property="og:type" content="website"><meta property="og:title" content="${title}"><meta property="og:site_name" content="${name}"><meta property="og:locale" content="${language.replace('-', '_')}">`
}

/** One for each language, and one that is the merchant's own. */
function addresses(address: string, { languages, language }: About, origin: string | null): Html {
  const at = (locale: Locale | null): string =>
    `${origin ?? ''}${address}${locale === null ? '' : `?lang=${locale}`}`
  return html`<link rel="canonical" href="${at(language)}">${languages.map(
    (one) => html`<link rel="alternate" hreflang="${one}" href="${at(one)}">`,
  )}<link rel="alternate" hreflang="x-default" href="${at(null)}">`
}

function languageLink(address: string, one: Locale, current: Locale): Html {
  const { language } = PAGE_TEXTS[one]
  return html`<li><a href="${address}?lang=${one}" lang="${one}" hreflang="${one}"${
    one === current && html` aria-current="page"`
  }>${language}</a></li>`
}

function wayIn(signIn: string, { pointsName }: About, { seeMine, leadsTo }: PageTexts): Html {
  return html`<p class="go"><a class="button" href="${signIn}">${seeMine(pointsName.many)}</a> <span class="muted">${leadsTo(new URL(signIn).host)}</span></p>`
}

function sectionsOf(about: About, { ways, rewards, cards, tiers }: ShownProgram, texts: PageTexts): Html {
  if (ways.length + rewards.length + cards.length + tiers.length === 0) {
    return html`<p class="muted">${texts.nothing}</p>`
  }
  return html`${section(
    'ways',
    texts.ways(about.pointsName.many),
    'lines',
    ways.map(({ text }) => html`<li>${text}</li>`),
  )}
${section(
  'rewards',
  own(about, 'rewards'),
  'tiles',
  rewards.map((reward) => rewardTile(reward, about, texts)),
)}
${section(
  'cards',
  texts.cards,
  'lines',
  cards.map(({ name, text }) => html`<li><h3>${name}</h3><p>${text}</p></li>`),
)}
${section(
  'tiers',
  texts.tiers,
  'tiles',
  tiers.map(
    ({ name, goals, benefits }) =>
      html`<li class="tier"><h3>${name}</h3>${[...goals, ...benefits].map((text) => html`<p class="muted">${text}</p>`)}</li>`,
  ),
)}`
}

function section(id: string, title: string, list: 'lines' | 'tiles', items: readonly Html[]): Html | false {
  return (
    items.length > 0 &&
    html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><ul class="${list}">${items}</ul></section>`
  )
}

function rewardTile(
  { title, text, points, image, until, requirements, tiers }: ShownProgram['rewards'][number],
  about: About,
  texts: PageTexts,
): Html {
  const price = points === null ? own(about, 'reward.cashback') : pointsText(points, about)
  return html`<li>${
    image !== null &&
    html`<img src="${image}" alt="" width="640" height="360" loading="lazy" referrerpolicy="no-referrer">`
  }<h3>${title}</h3>${text !== null && html`<p class="muted">${text}</p>`}${
    requirements !== null && html`<p class="muted">${requirements}</p>`
  }${tiers.length > 0 && html`<p class="muted">${own(about, 'reward.tiers').replace('{tiers}', () => listed(tiers, texts.and))}</p>`}${until !== null && html`<p class="muted">${texts.until(dateText(until, about))}</p>`}<p class="price">${price}</p></li>`
}

/** As the elements say it: the merchant may have changed it. */
function own({ texts }: About, key: TextKey): string {
  return texts[key] ?? ''
}

function pointsText(points: string, about: About): string {
  const { text, isOne } = wordsOf(about).count(decimalFromText(points))
  const { one, many } = about.pointsName
  return `${text} ${isOne ? one : many}`
}

function dateText(moment: string, about: About): string {
  return wordsOf(about).date(Date.parse(moment))
}

function wordsOf({ language, currency, timeZone }: About) {
  return wordsFor({ locale: language, currency, timeZone })
}

/** A page of the shop's own, and not the one that is read. */
function isElsewhere(page: string | null, address: string): page is string {
  return page !== null && !page.endsWith(address)
}
