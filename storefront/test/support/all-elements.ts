import { vi } from 'vitest'
import { publishTerms } from '../../../server/test/support/published-terms.ts'
import { decimal } from '../../../server/test/support/rewards.ts'
import type { FriendsOffer, OwnReferral } from '../../src/answers.ts'
import type { useClub } from './club.ts'
import type { Network } from './network.ts'

/** Every element that stands alone, as a page has it, and what it has drawn for a customer when it is drawn. */
export const ALL_ELEMENTS = {
  balance: ['<punchcard-balance expiring></punchcard-balance>', '[part=pill]'],
  earn: ['<punchcard-earn product="espresso" price="8.50" worth></punchcard-earn>', '[part=earn]'],
  summary: ['<punchcard-summary></punchcard-summary>', '[part=number]'],
  cards: ['<punchcard-cards></punchcard-cards>', '[part=card]'],
  tier: ['<punchcard-tier></punchcard-tier>', '[part=heading]'],
  rewards: ['<punchcard-rewards></punchcard-rewards>', '[part=tile]'],
  coupons: ['<punchcard-coupons></punchcard-coupons>', '[part=tile]'],
  history: ['<punchcard-history></punchcard-history>', '[part=list]'],
  redeem: ['<punchcard-redeem total="161.90"></punchcard-redeem>', '[part=box]'],
  referral: ['<punchcard-referral></punchcard-referral>', '[part=list]'],
  join: ['<punchcard-join></punchcard-join>', '#main'],
} as const

/** What is for those alone who are no members yet. */
export const FRIEND = '<punchcard-friend code="K7QM2XPT"></punchcard-friend>'

/** The club of these tests has no rule for friends: what the server would say of one. */
export function answerReferrals({ troubleOf }: Network): void {
  const offer = 'Your friend gets R$ 15.00 off the first order. You get 150 points for it.'
  const own: Partial<OwnReferral> = {
    code: 'K7QM2XPT',
    url: 'https://cafeaurora.example/welcome?ref=K7QM2XPT',
    whatsappUrl: 'https://wa.me/?text=K7QM2XPT',
    offer,
    text: '2 friends joined, 1 made a purchase. You’ve earned 150 points.',
    friends: [
      { joinedAt: '2026-11-02T17:20:11.000Z', text: 'Made a purchase. You get 150 points on 16 Nov.' },
      { joinedAt: '2026-10-02T17:20:11.000Z', text: 'Joined. The points come with the first order.' },
    ] as OwnReferral['friends'],
  }
  troubleOf.set('/me/referral', { status: 200, body: own })
  const offered: Partial<FriendsOffer> = { isGood: true, offer }
  troubleOf.set('/referrals/', { status: 200, body: offered })
}

/** What the club needs beside, so that every element has something to draw: cashback, and terms. */
export async function completeClub({ loyalty }: Pick<ReturnType<typeof useClub>, 'loyalty'>): Promise<void> {
  await loyalty.shop.makeReward({
    title: 'Off your order',
    type: 3,
    points: 0n,
    value: 0n,
    cashbackMaximum: decimal(8),
  })
  const version = await publishTerms(loyalty.api, loyalty.shop.tenantId, { 'pt-BR': 'Termos' })
  const about = `${loyalty.url}/v1/pub/shops/${loyalty.slug}?lang=en`
  await vi.waitUntil(async () => {
    const { terms } = (await (await fetch(about)).json()) as { terms: { version: number } | null }
    return terms?.version === version
  }, 10_000)
}
