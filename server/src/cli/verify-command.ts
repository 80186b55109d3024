import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Shard, WHOLE } from '../accounts/store/account-pages.ts'
import { DIFFERENCES_MAX, type Difference } from '../accounts/verify.ts'
import { countAccountsOf, merchantsToVerify, type Place, verifyPages } from '../app/verify.ts'
import { counted } from '../platform/counted.ts'
import type { Cells } from '../tenancy/cells.ts'
import { TenancyError } from '../tenancy/manage/tenants.ts'
import { EXIT } from './exit-codes.ts'
import { hintFor } from './hints.ts'
import { NotRunError } from './not-run-error.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { print, say } from './output.ts'
import { withCells } from './setup.ts'
import { placeToText, VerifyProgress } from './verify-progress.ts'

const SHARDS_MAX = 1_000

interface Options {
  readonly tenant?: number
  readonly shard: Shard
  readonly after?: PlaceOfShard
  readonly json: boolean
}

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('recompute every account from its records; exit 1 on a difference, 2 if it could not run')
    .option('--tenant <number>', 'only this merchant', wholeNumber)
    .addOption(
      new Option('--shard <part>', 'only this part of all accounts, such as 1/8')
        .argParser(readShard)
        .default(WHOLE, 'all accounts'),
    )
    .option('--after <place>', 'go on behind the place that an earlier run named', readPlace)
    .addOption(jsonOption())
    .action((options: Options) => withCells((cells) => new VerifyRun(options).run(cells)))
}

/** One run of the command. Differences are told as they are found: a run may take hours, and end before its end. */
class VerifyRun {
  readonly #options: Options
  readonly #details: Difference[] = []
  #accounts = 0
  #differences = 0
  #place: Place | null = null
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
  }

  async run(cells: Cells): Promise<void> {
    const stop = () => {
      this.#isStopped = true
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    try {
      await this.#verify(cells)
    } catch (error) {
      if (error instanceof TenancyError || (!this.#place && hintFor(error) !== undefined)) throw error
      if (this.#differences === 0) throw new NotRunError(this.#couldNotRun(error as Error), { cause: error })
      // What was found stands, whatever ended the run.
      say(this.#couldNotRun(error as Error))
      this.#isStopped = true
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
    }
    this.#tell()
  }

  async #verify(cells: Cells): Promise<void> {
    const { tenant, shard, after } = this.#options
    const tenants = await merchantsToVerify(cells, tenant)
    this.#refuseOtherPlace(tenants)
    const total = Math.ceil((await countAccountsOf(cells, tenants)) / shard.of)
    const progress = new VerifyProgress(process.stderr, total, shard)
    for await (const page of verifyPages(cells, tenants, { shard, after: after ?? null })) {
      this.#place = page.place
      this.#accounts += page.accounts
      this.#differences += page.differences.length
      if (page.differences.length > 0) progress.clear()
      for (const difference of page.differences) this.#tellDifference(difference)
      progress.advance(page.accounts, page.place)
      if (this.#isStopped) break
    }
    progress.clear()
  }

  /** It would go on with nothing, or leave out pages, and find no difference. */
  #refuseOtherPlace(tenants: readonly { readonly id: number }[]): void {
    const { shard, after } = this.#options
    if (!after) return
    if (!tenants.some(({ id }) => id === after.tenantId)) {
      throw new TenancyError(`--after: tenant ${after.tenantId} is none of those that are verified here.`)
    }
    if (after.shard.number !== shard.number || after.shard.of !== shard.of) {
      const { number, of } = after.shard
      throw new TenancyError(`--after: this place is of --shard ${number}/${of}. Run it with that one.`)
    }
  }

  #tellDifference(difference: Difference): void {
    if (this.#options.json) {
      if (this.#details.length < DIFFERENCES_MAX) this.#details.push(difference)
      return
    }
    const { tenantId, customer, what, stored, recomputed } = difference
    say(`Tenant ${tenantId}, customer ${customer}: ${what} is ${stored}, recomputed ${recomputed}.`)
  }

  #tell(): void {
    const place = this.#isStopped ? this.#place : null
    const summary = `${counted(this.#accounts, 'account')} verified, ${counted(this.#differences, 'difference')}.`
    const stopped = place ? ` Stopped before the end. ${this.#howToGoOn(place)}` : ''
    const next = place ? { next: placeToText(place, this.#options.shard) } : {}
    print(
      this.#options.json,
      { accounts: this.#accounts, differences: this.#differences, ...next, details: this.#details },
      `${summary}${stopped}`,
    )
    if (this.#differences > 0) process.exitCode = EXIT.no
    else if (place) process.exitCode = EXIT.notRun
  }

  /** Whatever ends it before its end, such as a lost connection, says nothing about the ledger. */
  #couldNotRun({ message }: Error): string {
    const why = `Could not verify: ${message || 'the database does not answer'}.`
    const found = this.#differences > 0 ? ` ${counted(this.#differences, 'difference')} until then.` : ''
    return `${why}${found} ${this.#place ? this.#howToGoOn(this.#place) : 'Run it again.'}`
  }

  #howToGoOn(place: Place): string {
    const text = placeToText(place, this.#options.shard)
    return `Run it again with --after ${text}, and it goes on where it was.`
  }
}

function readShard(text: string): Shard {
  const [, number = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number)
  if (number < 1 || number > of || of > SHARDS_MAX) {
    throw new InvalidArgumentError(`It must be a part of a whole, such as 1/8, of at most ${SHARDS_MAX}.`)
  }
  return { number, of }
}

interface PlaceOfShard extends Place {
  readonly shard: Shard
}

function readPlace(text: string): PlaceOfShard {
  const [place = '', shard] = text.split('@')
  const [, tenantId = 0, account = 0] = (/^(\d{1,16}):(\d{1,16})$/.exec(place) ?? []).map(Number)
  if (tenantId < 1 || !Number.isSafeInteger(account)) {
    throw new InvalidArgumentError('It must be a place that an earlier run named, such as 3:81234.')
  }
  return { tenantId, account, shard: shard === undefined ? WHOLE : readShard(shard) }
}
