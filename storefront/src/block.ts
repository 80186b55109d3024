import type { About } from './answers.ts'
import base from './block.css?inline'
import { type Child, h } from './dom.ts'
import { type Description, define } from './element.ts'
import { text } from './format.ts'
import { shop } from './shop.ts'

/*
 * Elements that fill the width they are given and show more than one line. What they share is here and not in
 * `element.ts`, because a balance in a header does without it.
 */

interface BlockDescription extends Pick<Description, 'reads'> {
  readonly styles: string
  readonly attributes?: readonly string[]
  /** As `Description.draw`; what it draws gets its language and, where the server can't be reached, its age. */
  // biome-ignore lint/suspicious/noExplicitAny: each element says what its own answers are.
  readonly draw: (about: About, element: HTMLElement, ...answers: any[]) => Child
}

/** The merchant's colours and corners that only these elements have. */
let brand: CSSStyleSheet | undefined
let worn: About['appearance'] | undefined
const RADII: Readonly<Record<About['appearance']['corners'], string>> = {
  square: '0',
  soft: '10px',
  round: '18px',
}
const FONTS: Readonly<Record<About['appearance']['type'], string>> = {
  shop: 'inherit',
  system: 'system-ui,sans-serif',
  serif: 'ui-serif,Georgia,serif',
}

export function block(name: string, { styles, attributes = [], reads, draw }: BlockDescription): void {
  define(name, {
    styles: base + styles,
    attributes,
    reads,
    draw(about, since, element, ...answers) {
      const inside = draw(about, element, ...answers)
      if (!inside) return inside
      wear(about, element)
      return h(
        'div',
        { id: 'main', lang: about.language },
        inside,
        since && h('p', { part: 'stale', class: 'muted small' }, text(about, 'stale', { time: since })),
      )
    },
  })
}

function wear({ appearance }: About, { shadowRoot }: HTMLElement): void {
  brand ??= new CSSStyleSheet()
  const sheets = (shadowRoot as ShadowRoot).adoptedStyleSheets
  if (!sheets.includes(brand)) sheets.push(brand)
  if (appearance === worn) return
  worn = appearance
  const { onAccent, onAccentDark, card, onCard, corners, type } = appearance
  brand.replaceSync(
    `:host{--_on-accent:var(--punchcard-on-accent,light-dark(${onAccent},${onAccentDark}));` +
      `--_card:var(--punchcard-card,${card});--_on-card:var(--punchcard-on-card,${onCard});` +
      `--_radius:var(--punchcard-radius,${RADII[corners]});font-family:var(--punchcard-font,${FONTS[type]})}`,
  )
}

/** It has its room before it comes, and does not tell its server which page it is on. */
export const picture = (src: string | null): Child =>
  src && h('img', { alt: '', loading: 'lazy', referrerpolicy: 'no-referrer', src })

/** What went wrong, for those who see it and those who listen. */
export const alarm = (problem: string | null | undefined, id?: string): Child =>
  problem && h('p', { id, class: 'fail small', role: 'alert' }, problem)

/** Draws what has changed by something that a person did in an element. */
export function update(): void {
  for (const listener of shop.listeners) listener()
}

/** The page of the shop, of what a person did. */
export function tell(type: string, element: HTMLElement, detail: object): void {
  element.dispatchEvent(new CustomEvent(`punchcard-${type}`, { bubbles: true, composed: true, detail }))
}
