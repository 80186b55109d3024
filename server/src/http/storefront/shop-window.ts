import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import { SettledReads } from '../../accounts/settled-reads.ts'
import { endTokensOf } from '../../accounts/store/token-owners.ts'
import type { Till } from '../../accounts/till/till.ts'
import type { StorefrontBounds } from '../../app/storefront-cells.ts'
import { tillOfEachCell } from '../../app/tills.ts'
import { Balances, type OwnBalance, readBalances } from '../../balances/balances.ts'
import { PROSPECT, presentMe } from '../../balances/public-api/present.ts'
import { readMe } from '../../balances/public-api/schema.ts'
import { readTitles } from '../../cards/read-shown.ts'
import { SettledCards } from '../../cards/settled.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { PUBLIC_PREFIX, type PublicOperation } from '../../contract/public-api/operation.ts'
import { BAD_TOKEN } from '../../contract/public-api/texts.ts'
import { ownHistoryRoutes } from '../../history/public-api/routes.ts'
import { whyRoutes } from '../../history/public-api/why-routes.ts'
import { EarnMemory, readEarnFacts } from '../../orders/public-api/earn-memory.ts'
import { earnRoutes } from '../../orders/public-api/routes.ts'
import { BoundedMemory } from '../../platform/bounded-memory.ts'
import type { Clock } from '../../platform/clock.ts'
import { FairQueue } from '../../platform/fair-queue.ts'
import { AnswerMemory } from '../../platform/http/answer-memory.ts'
import type { Logger } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import type { Tracer } from '../../platform/tracing/tracer.ts'
import { ownQuizRoutes } from '../../quizzes/public-api/routes.ts'
import { publicReferralRoutes } from '../../referrals/public-api/routes.ts'
import { ownRewards, ownRewardsRoutes } from '../../rewards/public-api/routes.ts'
import { loadAbout, shopRoutes } from '../../storefront/public-api/routes.ts'
import { ReferralUrls } from '../../storefront/referral-url.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { DirectoryWatch } from '../../tenancy/directory-watch.ts'
import { KnownShops } from '../../tenancy/known-shops.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import { type TokenCustomer, tokenRoutes } from '../../tenancy/private-api/token-routes.ts'
import type { CustomerCall } from '../../tenancy/public-api/api.ts'
import { Cursors } from '../../tenancy/public-api/cursors.ts'
import { type CustomerLimits, StorefrontLimits } from '../../tenancy/public-api/limits.ts'
import { StorefrontProtection } from '../../tenancy/public-api/protection.ts'
import { StorefrontUses } from '../../tenancy/public-api/uses.ts'
import { type Tenant, tenantClock } from '../../tenancy/tenant.ts'
import { shopTermsRoutes } from '../../terms/public-api/routes.ts'
import { loadShownTerms } from '../../terms/shown.ts'
import { batcherOfEachCell, watchTill } from '../batchers.ts'
import { ownCouponRoutes } from './coupons.ts'
import { enrolmentRoutes } from './enrolment.ts'
import { PublicFrame } from './frame.ts'
import { servePages } from './page-routes.ts'
import { loadShownProgram, shownProgramRoutes } from './program.ts'
import { PROGRESS_OF_PROSPECT, type ProgressCall, readOwnProgress } from './progress.ts'
import { quizAnswerRoutes } from './quiz-answers.ts'
import { redeemRoutes } from './redeem.ts'
import { readProgress } from './schema.ts'
import { sessionRoutes } from './sessions.ts'

const MEMORY_BYTES_MAX = 64 * 1024 * 1024
/** Of logos: a browser asks for one once. */
const FILES_BYTES_MAX = 16 * 1024 * 1024
/** How long an answer to everyone is sent before it is looked whether a program has changed. */
const FRESH_MS = 2_000

export interface StorefrontOptions {
  /** With connections of their own. */
  readonly cells: Cells
  readonly bounds: Pick<StorefrontBounds, 'atOnce' | 'waitingMax'>
  /** How the lane of a cell makes way for sales. Default: not at all. */
  readonly restOf?: (cell: string) => (tookMs: number) => Promise<void>
  /** Where this installation is, if not on the host that a request names. */
  readonly publicUrl?: string | null
  /** Of browsers to one merchant. */
  readonly rateLimitPerSecond: number
  /** Of one customer. Default: what the document of the API says. */
  readonly customerLimits?: CustomerLimits
}

interface ShopWindowOptions extends StorefrontOptions {
  readonly watch: DirectoryWatch
  readonly clock: Clock
  readonly redis: Redis | null
  readonly log: Logger
  readonly metrics: Metrics
  readonly tracer?: Tracer | undefined
}

/** All that a process serves to browsers, and the operation by which a shop's backend makes their tokens. */
export class ShopWindow {
  readonly #options: ShopWindowOptions
  readonly #shops: KnownShops
  readonly #limits: StorefrontLimits
  readonly #balances: Balances
  readonly #reads: SettledReads
  readonly #cards: SettledCards
  readonly #tillOf: (tenant: Tenant) => Till
  readonly #queue: FairQueue
  readonly #uses: StorefrontUses

  constructor(options: ShopWindowOptions) {
    const { cells, watch, redis, restOf, bounds } = options
    const { atOnce, waitingMax } = bounds
    const clock = tenantClock(options.clock)
    this.#options = options
    this.#shops = new KnownShops(cells.directory, watch, options.clock)
    this.#limits = new StorefrontLimits({
      ...{ redis, clock: monotonicClock, timeOfDay: options.clock },
      ofShopPerSecond: options.rateLimitPerSecond,
      ...(options.customerLimits && { ofCustomer: options.customerLimits }),
    })
    const tillOf = tillOfEachCell(cells, options.clock, {
      ...watchTill(options, 'storefront-till'),
      lanes: 1,
    })
    const read = batcherOfEachCell(
      options,
      'storefront-balances',
      (database, inputs: readonly Parameters<typeof readBalances>[1][number][]) =>
        readBalances(database, inputs, clock),
      { lanes: 1, ...(restOf && { restOf }) },
    )
    this.#reads = new SettledReads({ cells, clock, tillOf })
    this.#balances = new Balances(read, this.#reads)
    this.#cards = new SettledCards(this.#reads, tillOf)
    this.#tillOf = tillOf
    this.#uses = new StorefrontUses(cells.directory, options.clock)
    this.#queue = new FairQueue({ atOnce, waitingMax })
  }

  privateRoutes(api: PrivateApi): void {
    const { cells, clock, metrics, publicUrl = null } = this.#options
    tokenRoutes(api, {
      ...{
        clock,
        publicUrl,
        shops: this.#shops,
        initialOfProspect: { me: PROSPECT, progress: PROGRESS_OF_PROSPECT },
      },
      isTooMany: async (tenantId) => (await this.#limits.ofMints(tenantId)) !== null,
      customerOf: (tenant, key) => this.#queue.run(tenant.id, () => this.#customerOf(tenant, key)),
      initialOf: {
        progress: (call) =>
          this.#queue.run(call.tenant.id, async () => unlessRefused(await this.#readProgress(call))),
        rewards: async (call) =>
          call.shop.switches.rewards
            ? this.#queue.run(call.tenant.id, async () =>
                unlessRefused(await ownRewards(this.#reading(), call)),
              )
            : null,
      },
      endTokensOf: (tenant, key) =>
        this.#queue.run(tenant.id, () =>
          cells.of(tenant).transaction([tenant.id], async (tx) => {
            const ended = await endTokensOf(tx, tenant.id, key, clock())
            return ended?.since ?? null
          }),
        ),
      onMint: (tenantId, subject) => {
        metrics.storefrontMints.inc()
        this.#uses.mint(tenantId, subject)
      },
      onShed: () => metrics.storefrontShed.inc({ why: 'mints' }),
    })
  }

  /** Writes what was counted. */
  close(): Promise<void> {
    return this.#uses.close()
  }

  #reading() {
    const { cells, clock } = this.#options
    return { reads: this.#reads, cells, clock: tenantClock(clock) }
  }

  /** Registers the storefront API. */
  async serve(server: FastifyInstance): Promise<ReadonlyMap<string, PublicOperation>> {
    const { cells, clock, metrics, log, watch, publicUrl = null } = this.#options
    const referralUrls = new ReferralUrls(cells.directory, watch)
    const protection = new StorefrontProtection({
      ...{ clock, publicUrl, shops: this.#shops, limits: this.#limits },
      onShed: (why) => metrics.storefrontShed.inc({ why }),
      onRefusedOrigin: ({ tenant }, origin) => this.#uses.refused(tenant.id, origin),
    })
    const memory = new AnswerMemory({
      bytesMax: MEMORY_BYTES_MAX,
      freshMs: FRESH_MS,
      clock: monotonicClock,
      onHit: () => metrics.storefrontMemoryHits.inc(),
    })
    let operations: ReadonlyMap<string, PublicOperation> = new Map()
    await server.register(
      async (scope) => {
        const api = new PublicFrame(scope, {
          ...{ protection, memory, metrics, log },
          files: new BoundedMemory(FILES_BYTES_MAX),
          ...{ queue: this.#queue, uses: this.#uses },
        })
        const reading = this.#reading()
        shopRoutes(api, { ...reading, origin: publicUrl })
        shopTermsRoutes(api, reading)
        shownProgramRoutes(api, reading)
        sessionRoutes(api, { reads: this.#reads, clock })
        earnRoutes(api, { ...reading, memory: this.#earnMemory(protection) })
        ownRewardsRoutes(api, reading)
        api.personal(readMe, (call) => this.#readMe(call))
        api.personal(readProgress, async (call) => (await this.#readProgress(call)) ?? PROGRESS_OF_PROSPECT)
        const cursors = new Cursors(clock)
        ownHistoryRoutes(api, { reads: this.#reads, cursors })
        ownCouponRoutes(api, { reads: this.#reads, cursors })
        whyRoutes(api, this.#reads)
        ownQuizRoutes(api, this.#reads)
        quizAnswerRoutes(api, {
          ...reading,
          tillOf: this.#tillOf,
          readMe: (call) => this.#readMe(call),
        })
        enrolmentRoutes(api, { ...reading, tillOf: this.#tillOf, readMe: (call) => this.#readMe(call) })
        publicReferralRoutes(api, {
          ...{ ...reading, readTitles, tillOf: this.#tillOf },
          referralUrlOf: async (tenant) => referralUrls.of(tenant),
          admitUnknown: (tenantId) => protection.admitUnknown(tenantId),
          holdBadCodes: (sender) => protection.holdBadCodes(sender),
        })
        redeemRoutes(api, { ...reading, tillOf: this.#tillOf, readMe: (call) => this.#readMe(call) })
        operations = api.operations
      },
      { prefix: PUBLIC_PREFIX },
    )
    const reading = this.#reading()
    await server.register((scope) =>
      servePages(scope, {
        ...{ protection, memory, log, origin: publicUrl },
        aboutOf: (call) => loadAbout({ ...reading, origin: publicUrl }, call),
        programOf: (call) => loadShownProgram(reading, call),
        termsOf: ({ tenant, locale }) => loadShownTerms(cells, tenant, locale),
      }),
    )
    return operations
  }

  #earnMemory(protection: StorefrontProtection): EarnMemory {
    const { metrics, restOf } = this.#options
    return new EarnMemory({
      batcherOf: batcherOfEachCell(this.#options, 'storefront-earn', readEarnFacts, {
        lanes: 1,
        ...(restOf && { restOf }),
      }),
      clock: monotonicClock,
      admitUnknown: (tenantId) => protection.admitUnknown(tenantId),
      onHit: () => metrics.storefrontMemoryHits.inc(),
    })
  }

  async #readMe({ tenant, token }: Pick<CustomerCall, 'tenant' | 'token'>) {
    const { subject, issuedAt } = token
    const balance = await this.#balances.own(
      tenant,
      typeof subject === 'number'
        ? { token: { customerId: subject, issuedAt: issuedAt * 1_000 } }
        : { customerKey: subject },
    )
    if (balance) return presentMe(balance)
    return typeof subject === 'number' ? BAD_TOKEN : PROSPECT
  }

  #readProgress(call: ProgressCall) {
    return readOwnProgress({ reads: this.#reads, cards: this.#cards }, call)
  }

  async #customerOf(tenant: Tenant, customerKey: string): Promise<TokenCustomer | null> {
    const balance = await this.#balances.own(tenant, { customerKey })
    return balance && tokenCustomer(balance)
  }
}

function tokenCustomer(balance: OwnBalance): TokenCustomer {
  const { customer } = balance
  return {
    customerId: customer.id,
    isEnrolled: customer.profile.isEnrolled,
    me: presentMe(balance),
  }
}

/** null: the token that is made is no good any more, because the customer's were ended meanwhile. */
function unlessRefused<Answer>(answer: Answer | Problem | null): Answer | null {
  return answer !== null && isProblem(answer) ? null : (answer as Answer)
}
