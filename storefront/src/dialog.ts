import { type Child, h } from './dom.ts'

export interface Dialog {
  readonly title: string | undefined
  /** A request is under way: it stays open. */
  readonly isBusy: boolean | undefined
  /** What was done, for those who listen. */
  readonly said?: string | undefined
  /** The id of what has the focus then. */
  readonly from: string
  readonly closed: () => void
}

/** A native dialog, which `show` opens when it is drawn. Text and buttons stay in one root, where ids are known. */
export function dialog(
  element: HTMLElement,
  { title, isBusy, said, from, closed }: Dialog,
  ...children: Child[]
): Child {
  return h(
    'dialog',
    {
      id: 'dialog',
      part: 'box',
      'aria-labelledby': 'title',
      // Otherwise its ground is that of the system, and its ink too.
      class: getComputedStyle(element).getPropertyValue('--punchcard-surface') && 'own',
      oncancel(event) {
        if (isBusy) event.preventDefault()
      },
      onpointerdown(event) {
        if (!isBusy && event.target === event.currentTarget) close(event)
      },
      onclose() {
        // Some browsers close it all the same when they are asked twice.
        if (isBusy) return show(element, 'dialog')
        closed()
        focus(element, from)
      },
    },
    h(
      'div',
      {},
      h('h2', { id: 'title', part: 'heading', tabindex: '-1' }, title),
      children,
      h('p', { id: 'said', class: 'said', role: 'status' }, said),
    ),
  )
}

/** Opens what was drawn. `first`: the id of the button that changes nothing. */
export function show(element: HTMLElement, first: string): void {
  const drawn = element.shadowRoot?.querySelector('dialog')
  if (drawn?.open === false) {
    drawn.showModal()
    focus(element, first)
  }
}

export const close = ({ currentTarget }: Event): void => (currentTarget as Element).closest('dialog')?.close()

export function focus({ shadowRoot }: HTMLElement, id: string): void {
  const found = shadowRoot?.getElementById(id)
  if (!found) return
  // What can't be reached by Tab can still have the focus.
  found.tabIndex += 0
  found.focus({ preventScroll: true })
}
