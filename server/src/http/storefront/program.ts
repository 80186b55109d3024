import { presentCardOfProgram } from '../../cards/public-api/present.ts'
import { readTitles } from '../../cards/read-shown.ts'
import { CARD_STATE, showCards } from '../../cards/rules/show-card.ts'
import { isToldToCustomers, sentenceForCustomers } from '../../earning/customer-rule.ts'
import { type Program, type Rule, rewardsGivenBy } from '../../earning/program.ts'
import type { RuleSentenceContext } from '../../earning/rule-sentence.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import { speaking } from '../../history/public-api/present.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { loadShownReferral } from '../../referrals/public-api/routes.ts'
import { loadShownRewards } from '../../rewards/public-api/routes.ts'
import { type Content, shownContent } from '../../storefront/content.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PublicApi, ShopCall } from '../../tenancy/public-api/api.ts'
import { readStorefront } from '../../tenancy/store/storefront.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { findTiers } from '../../tiers/collections/tiers.ts'
import { presentTiers } from '../../tiers/public-api/present.ts'
import { readNamesOfRules } from './names-of-rules.ts'
import { readShownProgram, type ShownProgram } from './schema.ts'

export interface ShownProgramOptions {
  readonly cells: Cells
  readonly clock: TenantClock
}

export function shownProgramRoutes(api: PublicApi, options: ShownProgramOptions): void {
  api.shared(readShownProgram, (call) => loadShownProgram(options, call))
}

/** What a shop promises everyone. A part that is switched off is not read. */
export async function loadShownProgram(
  { cells, clock }: ShownProgramOptions,
  call: Pick<ShopCall, 'shop' | 'tenant' | 'locale'>,
): Promise<ShownProgram> {
  const { id } = call.tenant
  const config = await cells.directory.read([id], (tx) => readStorefront(tx, id))
  const { hiddenRules } = shownContent((config?.content ?? {}) as Content, call.tenant.name)
  const shown = { hiddenRules: new Set(hiddenRules), now: clock(call.tenant) }
  return cells.of(call.tenant).read([id], (tx) => load(tx, call, shown))
}

async function load(
  tx: Tx,
  { shop, tenant: itself, locale }: Pick<ShopCall, 'shop' | 'tenant' | 'locale'>,
  { hiddenRules, now }: { readonly hiddenRules: ReadonlySet<number>; readonly now: Instant },
): Promise<ShownProgram> {
  const { switches } = shop
  const tenant = speaking(itself, locale)
  const [ofRules, rewards, tiers] = await Promise.all([
    findCurrentProgram(tx, tenant.id, now).then((program) =>
      loadRules(tx, tenant, { program, shop, hiddenRules, now }),
    ),
    switches.rewards ? loadShownRewards(tx, itself, now, locale) : [],
    switches.tiers ? findTiers(tx, tenant).then((found) => presentTiers(found, tenant)) : [],
  ])
  return { ...ofRules, rewards, tiers }
}

interface OfRules {
  readonly program: Program
  readonly shop: ShopCall['shop']
  readonly hiddenRules: ReadonlySet<number>
  readonly now: Instant
}

async function loadRules(
  tx: Tx,
  tenant: Tenant,
  { program, shop: { switches }, hiddenRules, now }: OfRules,
): Promise<Pick<ShownProgram, 'ways' | 'cards' | 'referral'>> {
  const ways = switches.ways
    ? program.rules.filter(
        (rule) => isWay(rule, switches) && isToldToCustomers(rule, now) && !hiddenRules.has(rule.id),
      )
    : []
  const cards = switches.cards
    ? showCards(program, now).filter(
        ({ rule, state }) => state === CARD_STATE.open && !hiddenRules.has(rule.id),
      )
    : []
  const rules = [...ways, ...cards.map(({ rule }) => rule)]
  const ofReferrals = program.index.referral
  const isReferring = switches.referral && ofReferrals !== null && !hiddenRules.has(ofReferrals.id)
  const [nameOfPicked, titleOf, referral] = await Promise.all([
    readNamesOfRules(tx, tenant, rules),
    readTitles(tx, tenant.id, rules.flatMap(rewardsGivenBy)),
    isReferring ? loadShownReferral(tx, tenant, { program, readTitles, now }) : null,
  ])
  const context: RuleSentenceContext = {
    ...tenant,
    now,
    nameOf: (kind, id) => (kind === 'reward' ? titleOf(Number(id)) : nameOfPicked(kind, id)),
  }
  return {
    ways: ways.map((rule) => ({ text: sentenceForCustomers(rule, context) })),
    cards: cards.map((card) => presentCardOfProgram(card, context, titleOf)),
    referral,
  }
}

/** Cards are shown as what they are; of what a shop does not offer, nothing is told. */
function isWay({ kind }: Rule, { quizzes, referral }: ShopCall['shop']['switches']): boolean {
  switch (kind) {
    case 'card':
      return false
    case 'quiz':
      return quizzes
    case 'referral':
      return referral
    default:
      return true
  }
}
