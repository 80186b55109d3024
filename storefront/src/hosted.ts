/** `hosted.js`: for the page of a program on the server itself. Who came by a link sees their own points there. */
import './punchcard.ts'
import { shop, type TokenAnswer } from './shop.ts'

const KEPT = 'punchcard-link'
const [, sent] = /^#l=([\w.-]+)$/.exec(location.hash) ?? []
const slug = location.pathname.split('/').at(-1) as string

if (sent) {
  // Out of the address, so that it is in no history, no bookmark and no picture of the screen.
  history.replaceState(null, '', location.pathname + location.search)
  remember(sent)
}
const link = sent ?? remembered()
if (link) {
  show(true)
  shop.configure({ url: `/${slug}`, token: () => exchange(link), who: link })
}

/** The link is good for many of them. */
async function exchange(own: string): Promise<TokenAnswer | null> {
  const response = await fetch(`/v1/pub/shops/${slug}/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ link: own }),
  })
  if (response.ok) return response.json()
  if (response.status !== 401) throw new Error()
  forget()
  show(false)
  element('ended').hidden = false
  return null
}

/** What everyone sees, or what is the customer's. */
function show(isOwn: boolean): void {
  element('mine').hidden = !isOwn
  element('everyones').hidden = isOwn
}

function element(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement
}

function remembered(): string | null {
  try {
    return sessionStorage.getItem(`${KEPT} ${slug}`)
  } catch {
    return null
  }
}

function remember(own: string): void {
  try {
    sessionStorage.setItem(`${KEPT} ${slug}`, own)
  } catch {
    // It is full or forbidden: then a reload shows what everyone sees.
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(`${KEPT} ${slug}`)
  } catch {
    // Nothing was kept.
  }
}
