import { readOwn } from '../../accounts/public-api/own-reads.ts'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import { keyText } from '../../accounts/till/collection.ts'
import type { Till } from '../../accounts/till/till.ts'
import type { TenantId } from '../../contract/ids.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { WRONG_SCOPE } from '../../contract/public-api/texts.ts'
import { programVersions } from '../../earning/collections.ts'
import type { Program } from '../../earning/program.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { CustomerCall, Dated, PublicApi, ShopCall } from '../../tenancy/public-api/api.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { addressOf } from '../address.ts'
import { settleReferralsOf } from '../settle.ts'
import {
  codeOf,
  findCode,
  findFriendsToSettle,
  findReferrer,
  type ListedFriend,
  listFriends,
  readCode,
  sumReferrals,
} from '../store/referrals.ts'
import { tellingOf } from '../telling.ts'
import { type Offered, offerToFriend, offerToReferrer } from '../texts/offers.ts'
import { presentOwnReferral } from './present.ts'
import {
  type OwnReferral,
  readFriendsOffer,
  readOwnReferral,
  SHOWN_FRIENDS_MAX,
  type ShownReferral,
} from './schema.ts'

/** What rewards are called, by their numbers. */
type ReadTitles = (
  tx: Tx,
  tenantId: TenantId,
  rewards: Iterable<{ readonly rewardId: number | null }>,
) => Promise<(rewardId: number) => string | undefined>

export interface PublicReferralOptions {
  readonly cells: Cells
  readonly reads: SettledReads
  readonly clock: TenantClock
  readonly tillOf: (tenant: Tenant) => Till
  readonly readTitles: ReadTitles
  /** Where friends come by a code; null: nowhere. */
  readonly referralUrlOf: (tenant: Tenant) => Promise<string | null>
  /** Throws where a shop is asked too much that is in no memory. */
  readonly admitUnknown: (tenantId: TenantId) => Promise<void>
  /** Throws where too many codes that are no good come from one address: they are a search. */
  readonly holdBadCodes: (sender: string) => Promise<void>
}

/** For so long a cache may say what a code is good for. */
const FRESH_MS = 60_000

export function publicReferralRoutes(api: PublicApi, options: PublicReferralOptions): void {
  api.personal(readOwnReferral, (call) => ownReferral(options, call))
  api.asked(readFriendsOffer, (call) => friendsOffer(options, call))
}

/** What everyone is told of referring; null: nothing is given for it now. The language is the tenant's. */
export async function loadShownReferral(
  tx: Tx,
  tenant: Tenant,
  { program, readTitles, now }: { program: Program; readTitles: ReadTitles; now: number },
): Promise<ShownReferral | null> {
  const offered = await readOffered(tx, tenant.id, program, readTitles)
  return offered && { offer: offerToReferrer(offered, tellingOf(tenant, now)) }
}

/** In the customer's language. */
function speaking({ tenant, locale }: Pick<CustomerCall, 'tenant' | 'locale'>): Tenant {
  return { ...tenant, locale }
}

async function ownReferral(
  options: PublicReferralOptions,
  call: CustomerCall<typeof readOwnReferral>,
): Promise<OwnReferral | Problem> {
  const { cells, reads, clock, tillOf, readTitles, referralUrlOf } = options
  const { tenant } = call
  const own = await readOwn(reads, call, async (tx, { customer }, now) => ({
    customer,
    program: await findCurrentProgram(tx, tenant.id, now),
    waiting: await findFriendsToSettle(tx, tenant.id, customer.id),
    made: await findCode(tx, tenant.id, customer.id),
  }))
  if (isProblem(own)) return own
  // Tokens of those who are no customers yet are good for joining alone.
  if (own === null) return WRONG_SCOPE
  const { customer, program, waiting, made } = own
  await settleReferralsOf(customer.id, waiting, { tenant, till: tillOf(tenant) })
  const isOn = program.index.referral !== null && customer.profile.isEnrolled
  const make = () => cells.of(tenant).transaction([tenant.id], (tx) => codeOf(tx, tenant.id, customer.id))
  const code = isOn ? (made ?? (await make())) : null
  const address = code === null ? null : addressOf(await referralUrlOf(tenant), code)
  const answer = await readOwn(reads, call, async (tx) => {
    const offered = await readOffered(tx, tenant.id, program, readTitles)
    const sums = await sumReferrals(tx, tenant.id, customer.id)
    const friends = await listFriends(tx, tenant.id, customer.id, SHOWN_FRIENDS_MAX)
    const programOf = await readPrograms(tx, tenant.id, friends)
    const now = clock(tenant)
    const facts = { code, address, offered, sums, friends, programOf }
    return presentOwnReferral(facts, tellingOf(speaking(call), now), now)
  })
  return answer ?? WRONG_SCOPE
}

async function friendsOffer(
  { cells, clock, readTitles, admitUnknown, holdBadCodes }: PublicReferralOptions,
  call: ShopCall<typeof readFriendsOffer>,
): Promise<Dated<typeof readFriendsOffer>> {
  const { tenant, params, sender } = call
  const code = readCode(params.code)
  await admitUnknown(tenant.id)
  const now = clock(tenant)
  const offered =
    code &&
    (await cells.of(tenant).read([tenant.id], async (tx) => {
      const referrer = await findReferrer(tx, tenant.id, code)
      if (!referrer) return null
      const program = await findCurrentProgram(tx, tenant.id, now)
      return readOffered(tx, tenant.id, program, readTitles)
    }))
  if (!offered) await holdBadCodes(sender)
  const offer = offered ? offerToFriend(offered, tellingOf(speaking(call), now)) : null
  return { answer: { isGood: offer !== null, offer }, freshMs: FRESH_MS }
}

async function readOffered(
  tx: Tx,
  tenantId: TenantId,
  { index }: Program,
  readTitles: ReadTitles,
): Promise<Offered | null> {
  const rule = index.referral
  if (rule === null) return null
  const rewardId = rule.friendRewardId
  const titleOf = await readTitles(tx, tenantId, [{ rewardId }])
  return { rule, reward: rewardId === null ? null : (titleOf(rewardId) ?? null) }
}

/** By which the first orders of these friends counted. */
async function readPrograms(
  tx: Tx,
  tenantId: TenantId,
  friends: readonly ListedFriend[],
): Promise<(version: number) => Program | undefined> {
  const versions = new Set(friends.map(({ programVersion }) => programVersion))
  const programs = await programVersions.load(
    tx,
    [...versions].map((key) => ({ tenantId, key })),
  )
  return (key) => programs.get(keyText({ tenantId, key }))
}
