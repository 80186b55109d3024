import type { Tenant } from '../../tenancy/tenant.ts'
import type { Call, Result } from './batch.ts'
import type { Outcome } from './side-lane.ts'

/** The rewards that rules give by themselves: those of a customer that are due. */
export interface Awards {
  toGive(tenant: Tenant, customerKey: string): Call
  /** What is to be done after that, in this order: mostly nothing. */
  toFollow(given: unknown, tenant: Tenant, customerKey: string): readonly Call[]
  /** Whether they are given right after the command that made them due; else when the customer is next looked at. */
  readonly isSoon: boolean
  /** They stay due. Commands go on without them, unless this throws: no sale waits for a reward that can't be given. */
  onFailure(error: unknown, tenant: Tenant, customerKey: string): void
}

interface GiverOptions {
  readonly awards?: Awards
  /** Where they are given, if not here. */
  readonly elsewhere?: (tenant: Tenant, customerKey: string) => Promise<unknown>
}

/** Gives rewards before any other command of their customer, and after one that has made them due. */
export class AwardGiver {
  readonly #options: GiverOptions
  readonly #call: (call: Call) => Promise<Outcome>

  constructor(options: GiverOptions, call: (call: Call) => Promise<Outcome>) {
    this.#options = options
    this.#call = call
  }

  async give(tenant: Tenant, customerKey: string): Promise<void> {
    const { awards, elsewhere } = this.#options
    if (elsewhere) {
      await elsewhere(tenant, customerKey)
      return
    }
    if (!awards) return
    try {
      const given = await this.#run(awards.toGive(tenant, customerKey))
      for (const call of awards.toFollow(given, tenant, customerKey)) await this.#run(call)
    } catch (error) {
      awards.onFailure(error, tenant, customerKey)
    }
  }

  async #run(call: Call): Promise<unknown> {
    const outcome = await this.#call(call)
    if ('error' in outcome) throw outcome.error
    return 'result' in outcome ? outcome.result : null
  }

  /** The answer does not wait for it. What fails stays due, and is given by the next command, read or round of the sweep. */
  giveSoon({ awardsDueOf }: Result, { tenant }: Call['input']): void {
    const { awards, elsewhere } = this.#options
    if (awardsDueOf === undefined || elsewhere || !awards?.isSoon) return
    this.give(tenant, awardsDueOf).catch(() => {})
  }
}
