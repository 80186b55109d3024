/**
 * The page that shows the elements of the storefront with what a merchant is choosing. It is loaded before their script,
 * and is the shop that they share: they read an example from memory, at once, and ask no server. The page has no origin, no
 * session and no network, and listens to the panel around it alone.
 */
import type { Fact, Shop } from '../../../storefront/src/shop.ts'
import { type Answers, aboutOf, doneNowhere, earnOf, exampleOf } from './example.ts'
import { type PreviewMessage, READY } from './message.ts'
import { pageOf } from './pages.ts'

let told: PreviewMessage | null = null
let about: unknown
let answers: Answers = {}
const listeners = new Set<() => void>()

const KNOWN = { tries: 0, due: 0 }
const ABSENT = { status: 404 }

function read(path: string): Fact | null {
  const at = Date.now()
  if (!told) return { ...KNOWN, at: 0 }
  if (told.person === 'visitor' && /^me\b/.test(path)) return null
  const data = answerTo(path, told)
  return data ? { ...KNOWN, at, data } : { ...KNOWN, at, problem: ABSENT, isHeld: true }
}

/** Undefined: there is none, as where something is switched off. */
function answerTo(path: string, { shop }: PreviewMessage): unknown {
  const { switches } = shop
  const [name = '', query = ''] = path.split('#', 1)[0]?.split('?') ?? []
  if (path === '?') return about
  if (/^(me)?\/earn$/.test(name)) return switches.earn ? earnOf(query, shop) : undefined
  if (name === 'me/rewards' && !switches.rewards) return undefined
  if (name === 'me/history' && !switches.history) return undefined
  return answers[name]
}

const shared: Shop = {
  configure: () => undefined,
  signOut: () => undefined,
  refresh: () => undefined,
  read,
  listeners,
  lang: '',
  session: 0,
  // What is done in a preview is answered, and done nowhere.
  inside: () => [
    { token: READY, expiresIn: 0 },
    new Map(),
    async () => READY,
    async () => [new Response(null, { status: 201 }), doneNowhere(answers)],
    () => undefined,
    { url: location.href },
  ],
}
Object.assign(globalThis, { [Symbol.for('punchcard')]: shared })

function show(message: PreviewMessage): void {
  const before = told
  told = message
  about = aboutOf(message.shop)
  answers = exampleOf(message.shop, Date.now())
  const { language, name, currency } = message.shop
  const root = document.documentElement
  root.lang = language
  root.dataset.scheme = message.scheme
  root.dataset.type = message.shop.appearance.type
  root.dataset.corners = message.shop.appearance.corners
  root.style.setProperty(
    '--accent',
    message.shop.appearance[message.scheme === 'dark' ? 'accentDark' : 'accent'],
  )
  root.style.setProperty(
    '--on-accent',
    message.shop.appearance[message.scheme === 'dark' ? 'onAccentDark' : 'onAccent'],
  )
  const isSamePage =
    before?.view === message.view &&
    before.person === message.person &&
    before.shop.language === language &&
    before.shop.name === name &&
    before.shop.currency === currency &&
    before.shop.appearance.logo === message.shop.appearance.logo
  if (!isSamePage) document.body.replaceChildren(...pageOf(message))
  const heading = document.querySelector('h1')
  if (heading) heading.textContent = message.shop.programName
  // To elements another person is another session.
  if (before && before.person !== message.person) shared.session += 1
  for (const listener of listeners) listener()
}

addEventListener('message', ({ source, origin, data }: MessageEvent<PreviewMessage>) => {
  if (source === parent && origin === location.origin) show(data)
})
// Nothing leads out of a preview.
addEventListener('click', (event) => {
  const isLink = event.composedPath().some((one) => one instanceof HTMLAnchorElement)
  if (isLink) event.preventDefault()
})
parent.postMessage(READY, location.origin)
