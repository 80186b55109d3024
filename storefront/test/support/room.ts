import type { Page } from 'playwright-core'

/** The spacing of text that WCAG 1.4.12 names, for everything: also where a page's own CSS does not reach. */
export const TEXT_SPACING =
  '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-block-end:2em!important}'

/** A user's own style, which reaches into elements, also into those that are still to come. */
export async function styleEverything(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    const reach = (root: Document | ShadowRoot): void => {
      if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
      for (const element of root.querySelectorAll('*')) if (element.shadowRoot) reach(element.shadowRoot)
    }
    reach(document)
  }, css)
}

/** What of the page's text is cut off, lies on other text, or is beside the page. */
export function crowded(page: Page, within = ''): Promise<string[]> {
  return page.evaluate((selector) => {
    interface Line {
      readonly text: string
      readonly box: DOMRect
      readonly node: Text
    }
    const found: string[] = []
    const lines: Line[] = []
    const parentOf = (node: Node): Element | null =>
      node.parentElement ?? (node.getRootNode() as ShadowRoot).host ?? null

    function look(root: Node): void {
      for (const node of root.childNodes) {
        if (node instanceof Text) note(node)
        else if (node instanceof Element && isShown(node)) {
          cut(node)
          look(node.shadowRoot ?? node)
        }
      }
    }
    function isShown(element: Element): boolean {
      // What is only said is a pixel that is cut off by intent.
      return !element.matches('.said,[popover],script,style') && element.checkVisibility()
    }
    function cut(element: Element): void {
      const { overflowX, overflowY } = getComputedStyle(element)
      const name = `${element.localName}.${element.className}#${element.id}`
      if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
        found.push(`${name} is cut`)
      if (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1)
        found.push(`${name} is cut below`)
    }
    function note(node: Text): void {
      const text = node.data.trim()
      if (!text) return
      const range = new Range()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) {
        if (box.width < 1) continue
        lines.push({ text, box, node })
        if (box.left < -1 || box.right > innerWidth + 1) found.push(`“${text}” is beside the page`)
        for (let at = parentOf(node); at; at = parentOf(at)) {
          if (getComputedStyle(at).overflowX === 'visible') continue
          const room = at.getBoundingClientRect()
          if (box.left < room.left - 1 || box.right > room.right + 1) found.push(`“${text}” is cut`)
        }
      }
    }

    const scope = selector ? deep(document, selector) : document.body
    if (!scope) return [`there is no ${selector}`]
    look(scope)
    if (lines.length === 0) found.push('there is no text')
    // Letters are smaller than the line that they are in.
    const core = ({ box }: Line) => ({
      top: box.top + box.height * 0.2,
      bottom: box.bottom - box.height * 0.2,
    })
    for (const [index, one] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        if (one.node === other.node) continue
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(core(one).bottom, core(other).bottom) - Math.max(core(one).top, core(other).top)
        if (across > 1 && down > 1) found.push(`“${one.text}” lies on “${other.text}”`)
      }
    }
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide: ${widest()}`)
    return [...new Set(found)]

    /** What reaches out of it furthest. */
    function widest(): string {
      let right = innerWidth
      let name = ''
      const measure = (root: Document | ShadowRoot): void => {
        for (const element of root.querySelectorAll('*')) {
          const box = element.getBoundingClientRect()
          if (box.right >= right + 1 && element.checkVisibility()) {
            right = box.right
            name = `${(root as ShadowRoot).host?.localName ?? ''} ${element.localName}.${element.className}`
          }
          if (element.shadowRoot) measure(element.shadowRoot)
        }
      }
      measure(document)
      return name
    }

    function deep(root: Document | ShadowRoot, what: string): Element | null {
      const own = root.querySelector(what)
      if (own) return own
      for (const element of root.querySelectorAll('*')) {
        const inside = element.shadowRoot && deep(element.shadowRoot, what)
        if (inside) return inside
      }
      return null
    }
  }, within)
}

/** How long something on the page moves, by element. */
export function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const look = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll('*')) {
        for (const which of [undefined, '::before', '::after', '::backdrop']) {
          const { transitionDuration, transitionProperty, animationName, scrollBehavior } = getComputedStyle(
            element,
            which,
          )
          const lasts = transitionDuration.split(', ').some((one) => Number.parseFloat(one) > 0)
          if (lasts && transitionProperty !== 'none') found.push(`${element.localName}${which ?? ''} changes`)
          if (animationName !== 'none') found.push(`${element.localName}${which ?? ''} moves`)
          if (scrollBehavior === 'smooth') found.push(`${element.localName} scrolls`)
        }
        if (element.shadowRoot) look(element.shadowRoot)
      }
    }
    look(document)
    return [...new Set(found)]
  })
}
