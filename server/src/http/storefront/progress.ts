import { readOwn } from '../../accounts/public-api/own-reads.ts'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import type { StoredAccount } from '../../accounts/store/accounts.ts'
import { readProgramsBeside } from '../../cards/card-reads.ts'
import type { CustomerCards } from '../../cards/collections/cards.ts'
import { isOwnCard, presentOwnCard } from '../../cards/public-api/present.ts'
import { readOwnBeside } from '../../cards/read-shown.ts'
import { showCardsOf } from '../../cards/rules/show-card.ts'
import type { SettledCards } from '../../cards/settled.ts'
import type { CustomerId } from '../../contract/ids.ts'
import type { Problem } from '../../contract/problem.ts'
import { showingTo } from '../../coupons/public-api/present.ts'
import type { Program } from '../../earning/program.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import { loadPending } from '../../history/load-pending.ts'
import { presentPending, speaking } from '../../history/public-api/present.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { CustomerCall } from '../../tenancy/public-api/api.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { findTiers } from '../../tiers/collections/tiers.ts'
import { loadProgress } from '../../tiers/load-progress.ts'
import { presentOwnTier } from '../../tiers/public-api/present.ts'
import { readNamesOfRules } from './names-of-rules.ts'
import type { OwnProgress } from './schema.ts'

/** Of someone whom only the shop knows. */
export const PROGRESS_OF_PROSPECT: OwnProgress = { pending: null, tier: null, cards: [] }

export interface ProgressReads {
  readonly reads: SettledReads
  readonly cards: SettledCards
}

export type ProgressCall = Pick<CustomerCall, 'shop' | 'tenant' | 'token' | 'locale'>

/** What a customer is on the way to; null: one whom only the shop knows. A part that is switched off is not read. */
export function readOwnProgress(
  { reads, cards }: ProgressReads,
  call: ProgressCall,
): Promise<OwnProgress | Problem | null> {
  if (!call.shop.switches.cards) {
    return readOwn(reads, call, (tx, stored, now) => load(tx, call, { stored, cards: null, now }))
  }
  return cards.by(
    call.tenant,
    (step) => readOwn(reads, call, step),
    (tx, { stored, cards: own, now }) => load(tx, call, { stored, cards: own, now }),
  )
}

interface Found {
  readonly stored: StoredAccount
  /** null: they are not shown. */
  readonly cards: CustomerCards | null
  readonly now: Instant
}

async function load(tx: Tx, call: ProgressCall, { stored, cards, now }: Found): Promise<OwnProgress> {
  const { customer } = stored
  const tenant = speaking(call.tenant, call.locale)
  const program = findCurrentProgram(tx, tenant.id, now)
  const [pending, tier, shown] = await Promise.all([
    loadPending(tx, call.tenant, customer, program),
    call.shop.switches.tiers ? loadTier(tx, tenant, stored, now) : null,
    cards ? loadCards(tx, call, { customerId: customer.id, cards, now, program, tenant }) : [],
  ])
  return { pending: presentPending(pending), tier, cards: shown }
}

async function loadTier(tx: Tx, tenant: Tenant, { customer }: StoredAccount, now: Instant) {
  const tiers = await findTiers(tx, tenant)
  const progress = await loadProgress(tx, tenant, customer, tiers, now)
  return presentOwnTier(customer, { tiers, progress }, tenant)
}

interface OfCards {
  readonly customerId: CustomerId
  readonly cards: CustomerCards
  readonly now: Instant
  readonly program: Promise<Program>
  /** Speaking the language of the call. */
  readonly tenant: Tenant
}

async function loadCards(
  tx: Tx,
  call: ProgressCall,
  { customerId, cards, now, program, tenant }: OfCards,
): Promise<OwnProgress['cards']> {
  const programs = await readProgramsBeside(tx, tenant, cards, program)
  const shown = showCardsOf(cards, programs, now).filter(isOwnCard)
  const [beside, nameOfPicked] = await Promise.all([
    readOwnBeside(tx, tenant, customerId, { shown, now }),
    readNamesOfRules(
      tx,
      tenant,
      shown.map(({ rule }) => rule),
    ),
  ])
  const presenting = { ...showingTo(call, now), tenant, beside, nameOfPicked }
  return shown.map((card) => presentOwnCard(card, presenting))
}
