import type { Page } from 'playwright-core'

/** By rule and element: which properties of anything in it the rule changes. */
export type Effects = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** What a theme is about, and a little of what it is not. */
const PROPERTIES = [
  ...['color', 'background-color', 'background-image', 'accent-color'],
  ...['border-top-color', 'border-bottom-color', 'border-inline-start-color', 'outline-color'],
  ...['border-start-start-radius', 'border-top-width', 'border-top-style', 'display', 'padding-inline-start'],
  ...['font-family', 'font-size', 'font-weight', 'font-style', 'outline-style'],
  // What a bar is drawn with: no script sees inside it.
  '--_bar',
]

/**
 * Tries rules of the page, one after the other, and looks at all that elements have drawn. What is drawn in a nested
 * element is the outermost one's.
 */
export function effectsOf(page: Page, rules: Readonly<Record<string, string>>): Promise<Effects> {
  return page.evaluate(
    ([tried, properties]) => {
      const style = document.head.appendChild(document.createElement('style'))
      const hosts = [...document.querySelectorAll('*')].filter(({ shadowRoot }) => shadowRoot)
      const inside = (root: ParentNode): Element[] =>
        [...root.querySelectorAll('*')].flatMap((node) => [
          node,
          ...(node.shadowRoot ? inside(node.shadowRoot) : []),
        ])
      const nodes = hosts.flatMap((host) =>
        inside(host.shadowRoot as ShadowRoot).map((node) => [host.localName, node] as const),
      )
      const look = () =>
        nodes.flatMap(([host, node]) =>
          ['', '::before', '::after'].flatMap((pseudo) => {
            const found = getComputedStyle(node, pseudo)
            if (pseudo && found.content === 'none') return []
            return properties.map((name) => [host, name, found.getPropertyValue(name)] as const)
          }),
        )
      const before = look()
      const effects: Record<string, Record<string, string[]>> = {}
      for (const [name, css] of Object.entries(tried)) {
        style.textContent = css
        const changed: Record<string, Set<string>> = {}
        const after = look()
        for (const [index, [host, property, value]] of before.entries()) {
          if (after[index]?.[2] === value) continue
          changed[host] ??= new Set()
          changed[host].add(property)
        }
        effects[name] = Object.fromEntries(Object.entries(changed).map(([host, all]) => [host, [...all]]))
      }
      style.remove()
      return effects
    },
    [rules, PROPERTIES] as const,
  )
}

/** The parts that elements have on this page: those in a nested element are that one's. */
export function partsOn(page: Page): Promise<readonly (readonly [element: string, part: string])[]> {
  return page.evaluate(() => {
    const found: [string, string][] = []
    const look = (root: ParentNode): void => {
      for (const { localName, shadowRoot } of root.querySelectorAll('*')) {
        if (!shadowRoot) continue
        for (const node of shadowRoot.querySelectorAll('[part]'))
          found.push([localName, node.getAttribute('part') ?? ''])
        look(shadowRoot)
      }
    }
    look(document)
    return found
  })
}
