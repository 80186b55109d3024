import './cards.ts'
import './coupons.ts'
import './history.ts'
import './join.ts'
import './referral.ts'
import './rewards.ts'
import './summary.ts'
import './tier.ts'
import type { About, Me, OwnCoupons, OwnProgress, OwnReferral, OwnRewards, ShownProgram } from '../answers.ts'
import { block, update } from '../block.ts'
import { type Child, h } from '../dom.ts'
import { ABOUT, type Fact, shop } from '../shop.ts'
import { may } from '../write.ts'
import styles from './page.css?inline'
import skeletonStyles from './page-skeleton.css?inline'

const PROGRESS = 'me/progress'
const REWARDS = 'me/rewards'
const COUPONS = 'me/coupons?limit=10'
const HISTORY = 'me/history?limit=10'
const REFERRAL = 'me/referral'
const PROGRAM = '/program?'
const OF_CUSTOMER = ['me', PROGRESS, REWARDS, COUPONS, HISTORY]
const OF_VISITOR = [PROGRAM]
/** Then what has come is drawn. */
const WAIT_MAX_MS = 8_000
/** What a shop's CSS can style of what is inside it. */
const PARTS = 'box,card,failure,grid,heading,holes,join,list,number,redeem,tile,unit,why'

/** For what all parts need. Each person is waited for anew. */
interface Wait {
  readonly session: number
  isOver: boolean
}

const waits = new WeakMap<HTMLElement, Wait>()
let skeleton: CSSStyleSheet | undefined

/** Everything about a customer's points: all parts that have something to show, drawn at the same time. */
block('punchcard-page', {
  styles,
  reads(element) {
    const paths = shop.read('me') ? [...OF_CUSTOMER] : OF_VISITOR
    if (refers(dataOf(ABOUT) as About | undefined)) paths.push(REFERRAL)
    const facts = [ABOUT, ...paths].map(shop.read) as Fact[]
    wait(element, facts.every(isSettled) || !!facts[0]?.problem)
    // A part that failed says so itself. That the server can't be reached now is said once.
    return paths.filter((path) => dataOf(path) && !isOff(path))
  },
  draw(about, element) {
    if (!waits.get(element)?.isOver) return undefined
    const me = shop.read('me')
    if (!me) return ofVisitor(about)
    // Where nothing is known of the customer, one part says so for all.
    return me.data ? ofCustomer(about) : part('summary')
  },
})

/** Only members refer friends: the token of another one is not good for asking. */
function refers(about: About | undefined): boolean {
  const me = dataOf('me') as Me | undefined
  return !!about?.switches.referral && me?.state === 'member' && may('refer')
}

function isSettled({ data, problem }: Fact): boolean {
  return !!(data || problem)
}

function dataOf(path: string): unknown {
  return shop.read(path)?.data
}

function isOff(path: string): boolean {
  return shop.read(path)?.problem?.status === 404
}

/** Meanwhile a skeleton is where the shop has nothing of its own. */
function wait(element: HTMLElement, isEnough: boolean): void {
  const root = element.shadowRoot as ShadowRoot
  const { session } = shop
  let now = waits.get(element)
  if (now?.session !== session) {
    // What is inside it is ready when it is.
    if (!now) root.addEventListener('punchcard-ready', (event) => event.stopPropagation())
    const begun = { session, isOver: false }
    now = begun
    waits.set(element, begun)
    setTimeout(() => {
      begun.isOver = true
      update()
    }, WAIT_MAX_MS)
  }
  now.isOver ||= isEnough
  showSkeleton(root, !now.isOver && !element.innerText.trim())
}

function showSkeleton(root: ShadowRoot, isShown: boolean): void {
  if (!skeleton) {
    skeleton = new CSSStyleSheet()
    skeleton.replaceSync(skeletonStyles)
  }
  const sheets = root.adoptedStyleSheets
  const at = sheets.indexOf(skeleton)
  if (isShown && at < 0) sheets.push(skeleton)
  if (!isShown && at >= 0) sheets.splice(at, 1)
}

function ofVisitor(about: About): Child {
  const { signIn } = about.links
  return [
    h(
      'slot',
      { name: 'sign-in' },
      signIn && h('p', {}, h('a', { class: 'button main', href: signIn }, about.texts.signIn)),
    ),
    has<ShownProgram>(PROGRAM, ({ rewards }) => rewards.length) && part('rewards', about.texts.rewards),
  ]
}

function ofCustomer(about: About): Child {
  const { texts, switches } = about
  const isMember = has<Me>('me', ({ state }) => state === 'member')
  // The way in comes first, the way out last.
  const join = may('join') && (isMember || switches.join) && part('join')
  const cards = has<OwnProgress>(PROGRESS, (answer) => answer.cards.length) && part('cards')
  const tier = has<OwnProgress>(PROGRESS, (answer) => answer.tier) && part('tier')
  return [
    isMember ? part('summary') : join,
    (cards || tier) && h('div', { class: 'two' }, cards, tier),
    has<OwnRewards>(REWARDS, ({ items }) => items.length) && part('rewards', texts.rewards),
    has<OwnCoupons>(COUPONS, ({ items }) => items.length) && part('coupons', texts.coupons),
    refers(about) &&
      has<OwnReferral>(REFERRAL, ({ code, friends }) => code || friends.length) &&
      part('referral', texts.refer),
    !isOff(HISTORY) && part('history', texts.history),
    isMember && join,
  ]
}

/** Whether a part has something to show. What is not known yet has its place. */
function has<Answer>(path: string, look: (answer: Answer) => unknown): boolean {
  const data = dataOf(path)
  return !isOff(path) && (!data || !!look(data as Answer))
}

function part(name: string, heading?: string): Child {
  const element = h(`punchcard-${name}`, { exportparts: PARTS })
  return h('section', { id: name }, heading && h('h2', { part: 'heading' }, heading), element)
}
