import type { About } from './answers.ts'
import { type Child, h, redraw } from './dom.ts'
import base from './element.css?inline'
import { time } from './format.ts'
import { ABOUT, type Fact, type Problem, shop } from './shop.ts'

export interface Description {
  readonly styles: string
  /** A change of one of them draws it again. */
  readonly attributes: readonly string[]
  /** What it asks for beside the shop, all at once: see `Shop.read`. */
  readonly reads: (element: HTMLElement) => readonly string[]
  /**
   * What is to be there, from what is known of the shop and what it reads. That of a customer is undefined for a
   * visitor. `since` says when it was received where the server can't be reached now; else it is null. Undefined:
   * something is still to come.
   */
  // biome-ignore lint/suspicious/noExplicitAny: each element says what its own answers are.
  readonly draw: (about: About, since: string | null, element: HTMLElement, ...answers: any[]) => Child
}

/** The only sentences that do not come from the server, because they are needed without it. */
const SENTENCES: Readonly<Record<string, readonly [string, string]>> = {
  en: ['Your points can’t be shown right now.', 'Try again'],
  pt: ['Não é possível mostrar seus pontos agora.', 'Tentar de novo'],
  es: ['No se pueden mostrar sus puntos ahora.', 'Reintentar'],
}

/** What stands between the tags, until there is something to draw. */
const PAGE_ITSELF = h('slot', {})

/** The merchant's colours, which those of the page go before. */
let brand: CSSStyleSheet

let isTold: boolean | undefined

/** Elements are described, not derived. In a browser that can't draw them the page stays as it is. */
export function define(name: string, description: Description): void {
  // Where pages are rendered on a server there is no CSS.
  if (!globalThis.CSS?.supports('color:light-dark(red,red)') || customElements.get(name)) return
  brand ??= new CSSStyleSheet()
  const sheet = new CSSStyleSheet()
  // Undefined: the sheet has it.
  let css: unknown = base + description.styles
  customElements.define(
    name,
    class extends HTMLElement {
      static readonly observedAttributes = description.attributes
      readonly #update = drawing(this, [sheet, brand], description)

      connectedCallback(): void {
        // Those of elements that a page does not have are never parsed: with them the script took twice as long to start.
        css &&= sheet.replaceSync(css as string)
        shop.listeners.add(this.#update)
        this.#update()
      }

      disconnectedCallback(): void {
        shop.listeners.delete(this.#update)
      }

      attributeChangedCallback(): void {
        this.#update()
      }
    },
  )
}

/** What draws an element as it is to be now. */
function drawing(element: HTMLElement, sheets: CSSStyleSheet[], { reads, draw }: Description): () => void {
  const root = element.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = sheets
  let session: number | undefined
  let isReady: boolean | undefined
  let told: Problem | undefined
  const tell = (type: string, detail?: Problem): boolean =>
    element.dispatchEvent(new CustomEvent(`punchcard-${type}`, { bubbles: true, composed: true, detail }))

  return () => {
    const facts = [ABOUT, ...reads(element)].map(shop.read)
    const failed = facts.find((fact) => fact?.problem)
    const problem = failed?.problem
    const [about, ...answers] = facts.map((fact) => fact?.data) as [About | undefined, ...unknown[]]
    try {
      let shape: Child
      let isDrawn = false
      if (problem?.status === 404) shape = PAGE_ITSELF
      else if (about && facts.every((fact) => !fact || fact.data)) {
        const { accent, accentDark } = about.appearance
        brand.replaceSync(`:host{--_accent:var(--punchcard-accent,light-dark(${accent},${accentDark}))}`)
        shape = draw(about, failed ? time(about, failed.at) : null, element, ...answers)
        isDrawn = shape !== undefined
      } else if (problem) shape = failure(about?.language || shop.lang || 'en', facts)
      // Not a moment of what may be another person's.
      if (shape === undefined && session !== shop.session) shape = PAGE_ITSELF
      session = shop.session
      if (shape !== undefined) redraw(root, shape)
      if (isDrawn && !isReady) isReady = tell('ready')
    } catch (error) {
      // An answer of another shape, or a defect: a page never breaks by it, and its developer is told once.
      // biome-ignore lint/suspicious/noConsole: nothing else would say why an element stays as it is.
      if (!isTold) console.error(error)
      isTold = true
    }
    if (problem && problem !== told) tell('problem', problem)
    told = problem
  }
}

function failure(lang: string, facts: readonly (Fact | null)[]): Child {
  const [sentence, again] = SENTENCES[lang.slice(0, 2)] as readonly [string, string]
  const isBusy = `${facts.some((fact) => fact?.isBusy)}`
  return h(
    'button',
    {
      id: 'main',
      part: 'failure',
      lang,
      title: sentence,
      'aria-busy': isBusy,
      onclick: shop.refresh,
    },
    again,
  )
}
