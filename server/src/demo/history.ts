import { Sweep } from '../accounts/sweep.ts'
import { createTill } from '../accounts/till/till.ts'
import { awardSignups } from '../actions/awards.ts'
import { publishProgram } from '../earning/store.ts'
import { REWARDS_DUE } from '../orders/due.ts'
import type { Instant } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import { startOfDay } from '../platform/zone.ts'
import { listOpenQuizzes } from '../quizzes/store/quizzes.ts'
import { REWARD_TYPE } from '../rewards/reward-type.ts'
import { listRewards } from '../rewards/store/rewards.ts'
import type { Cells } from '../tenancy/cells.ts'
import { lastDailyRun } from '../tenancy/daily.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { sweepTiers } from '../tiers/sweep.ts'
import { runDaily } from '../worker/daily.ts'
import type { DemoProduct } from './basket.ts'
import { DemoLife, type DemoShop, MORNING_MS } from './life.ts'
import { makePeople } from './people.ts'

type ProgramToPublish = Parameters<typeof publishProgram>[2]

export interface DemoHistory {
  readonly tenant: Tenant
  readonly products: readonly DemoProduct[]
  /** What the merchant began with, and what it has now. */
  readonly programs: { readonly launch: ProgramToPublish; readonly current: ProgramToPublish }
  /** The moment at which the history ends: now. */
  readonly now: Instant
  readonly log: Logger
  /** Told of the beginning, as step 0, and of every step that is done. */
  readonly onStep?: (step: number) => void
}

export const CUSTOMERS = 200
/** A year, and the time after it in which the first points have expired and the first tiers were lost. */
const DAYS = 434
/** The clock moves by so many days: the more at once, the larger the batches of the till. */
const STEP_DAYS = 14
export const STEPS = DAYS / STEP_DAYS
const LAUNCH_STEPS = 6
/** What comes of a visit is over by then. */
const VISIT_MS = 15 * 60_000
const SEED = 20_260_115

/**
 * A year of the demo merchant, made by the very commands that the API runs, with a clock that moves: the customers
 * do what they do, each at their own moments, and after each step what happens by itself does: points expire, tiers
 * are lost, who has enrolled is welcomed.
 */
export async function makeHistory(cells: Cells, history: DemoHistory): Promise<void> {
  const { tenant, programs, now, log, onStep } = history
  const { timeZone } = tenant
  const database = cells.of(tenant)
  const today = lastDailyRun(now, timeZone)
  const opening = today - DAYS
  const morningOf = (step: number): Instant => startOfDay(opening + STEP_DAYS * step, timeZone) + MORNING_MS
  const publish = (program: ProgramToPublish, at: Instant): Promise<number> =>
    database.transaction([tenant.id], (tx) => publishProgram(tx, tenant.id, program, at))

  onStep?.(0)
  let at = morningOf(0)
  const clock = (): Instant => at
  await publish(programs.launch, at)
  const till = createTill({ database, clock, ...REWARDS_DUE })
  const sweep = new Sweep({ database, clock, ...REWARDS_DUE })
  const shop = await openShop(cells, history, { till, clock })
  const people = makePeople(CUSTOMERS, SEED, opening, timeZone)
  const lives = people.map((person) => new DemoLife(person, shop))
  for (let step = 1; step <= STEPS; step += 1) {
    const since = at
    await Promise.all(lives.map((life) => life.liveUntil(morningOf(step))))
    at = morningOf(step)
    await sweep.round([tenant])
    await sweepTiers({ database, till, tenant, now: at })
    await awardSignups(since, { database, till, tenant, now: at })
    if (step === LAUNCH_STEPS) await publish(programs.current, at)
    onStep?.(step)
  }
  // The worker goes on from here: the daily run of today is done, and the next one is due tomorrow.
  const { signal } = new AbortController()
  await runDaily(
    {
      ...{ cells, cell: tenant.cell, till, clock, log, signal },
      ...{ onDone: () => {}, onEventRoom: () => {}, onBacktestDifferences: () => {} },
    },
    tenant.id,
  )
  await Promise.all(lives.map((life) => life.liveUntil(now - VISIT_MS)))
}

/** No demo customer redeems a mug: its codes are left for people who try the API. */
async function openShop(
  cells: Cells,
  { tenant, products, now }: DemoHistory,
  counter: Pick<DemoShop, 'till' | 'clock'>,
): Promise<DemoShop> {
  const [[list], [quiz]] = await cells
    .of(tenant)
    .transaction([tenant.id], (tx) =>
      Promise.all([
        listRewards(tx, [{ tenantId: tenant.id, isActive: true, offset: 0, limit: 50 }]),
        listOpenQuizzes(tx, tenant.id, now),
      ]),
    )
  if (!list || !quiz) throw new Error('the demo merchant has no rewards or no quiz')
  const rewards = list.rewards.filter(({ type }) => type !== REWARD_TYPE.custom)
  return { tenant, products, rewards, quiz, ...counter }
}
