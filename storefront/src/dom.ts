/** What is to be drawn, as data: no markup is ever parsed. */
export interface Shape {
  readonly tag: string
  readonly props: Props
  readonly children: readonly Child[]
}

export type Child = Shape | string | null | undefined | false | readonly Child[]

/**
 * Attributes, and handlers such as `onclick`. Elements of one tag that have different ones, or that must stay the same
 * when others come and go, have an `id`. A page's policy of content refuses inline styles.
 */
export interface Props {
  readonly [name: string]: string | null | undefined | ((event: Event) => void)
  readonly id?: string | undefined
  readonly style?: never
}

export const h = (tag: string, props: Props, ...children: readonly Child[]): Shape => ({
  tag,
  props,
  children,
})

/**
 * Makes what is there into what is to be drawn, and touches nothing else: an element that stays keeps its focus, its
 * scroll position and what is open in it. Where the focused one goes, the one that has its id gets the focus.
 */
export function redraw(root: ShadowRoot, ...children: readonly Child[]): void {
  const focused = root.activeElement
  patch(root, children)
  const heir = focused && root.getElementById(focused.id)
  // For one that has stayed this is nothing new.
  if (heir) {
    // What can't be reached by Tab can still have the focus.
    heir.tabIndex += 0
    heir.focus({ preventScroll: true })
  }
}

function patch(parent: Element | ShadowRoot, children: readonly Child[]): void {
  let next = parent.firstChild as Element | null
  for (const child of children.flat(9) as (Shape | string | null)[]) {
    if (!child) continue
    // Of a text, both are undefined.
    const { tag, props, children: inside } = child as Partial<Shape>
    let node = next
    while (node && (node.localName !== tag || (node.id || undefined) !== props?.id))
      node = node.nextSibling as Element | null
    node ??= (tag ? document.createElement(tag) : new Text()) as Element
    if (node === next) next = next.nextSibling as Element | null
    else parent.insertBefore(node, next)
    if (!tag) {
      if (node.nodeValue !== child) node.nodeValue = child as string
      continue
    }
    for (const name in props) {
      const value = props[name]
      if (typeof value === 'function') (node as unknown as Record<string, unknown>)[name] = value
      else if (value == null) node.removeAttribute(name)
      else if (node.getAttribute(name) !== value) node.setAttribute(name, value)
    }
    patch(node, inside as readonly Child[])
  }
  while (next) {
    const gone = next
    next = next.nextSibling as Element | null
    gone.remove()
  }
}
