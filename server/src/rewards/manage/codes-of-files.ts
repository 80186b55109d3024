/** Codes that come with a file of an import, and go again when that is undone. */
import type { TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { rewardUsage } from '../collections/reward-usage.ts'
import { couponTypeOf } from '../reward-type.ts'
import { countCodes, insertCouponList, insertUncounted } from '../store/code-lists.ts'
import {
  countCodesOfFile,
  deleteEmptyLists,
  deleteFreeCodes,
  findFreeCodes,
  findKnownCodes,
  findListsOfRewards,
  type KnownCode,
} from '../store/codes-of-files.ts'
import { lockReward } from '../store/rewards.ts'
import { retryIfAwardsWait } from './retry-job.ts'

export interface FileCode {
  /** By which codes are compared. */
  readonly key: string
  readonly code: string
  readonly rewardId: number
  /** Name or key of a list of the reward, which is made where there is none; null: its first one. */
  readonly list: string | null
  readonly validFrom: Instant | null
  readonly validUntil: Instant | null
}

/**
 * `doneBefore`: another file has brought it to this list. `known`: it is in the list already. `elsewhere`: it is in
 * another list, or a customer has it.
 */
export type CodeOutcome = 'added' | 'doneBefore' | 'known' | 'elsewhere'

/** What codes would become. Nothing is added. */
export async function foreseeCodes(
  tx: Tx,
  tenantId: TenantId,
  codes: readonly FileCode[],
): Promise<readonly CodeOutcome[]> {
  const lists = await Lists.of(tx, tenantId, codes)
  const known = await findKnownCodes(tx, tenantId, keysOf(codes))
  return codes.map((code) => outcomeOf(known.get(code.key), lists.idOf(code), null))
}

/** Adds a page of codes. The same page may come again: what it has added before counts as added. */
export async function addCodesOfFile(
  tx: Tx,
  tenantId: TenantId,
  { importId, codes }: { readonly importId: number; readonly codes: readonly FileCode[] },
): Promise<readonly CodeOutcome[]> {
  const before = await findKnownCodes(tx, tenantId, keysOf(codes))
  const fresh = codes.filter(({ key }) => !before.has(key))
  const lists = await Lists.of(tx, tenantId, codes)
  // For a code that is elsewhere no list is made: with an empty one its reward could not be redeemed.
  await lists.makeMissing(tx, fresh, importId)
  const added = await addTo(tx, tenantId, { importId, codes: fresh, lists })
  // Another file may have brought some at this moment.
  const late = fresh.filter(({ key }) => !added.has(key))
  const known = new Map([...before, ...(await findKnownCodes(tx, tenantId, keysOf(late)))])
  return codes.map((code) =>
    added.has(code.key) ? 'added' : outcomeOf(known.get(code.key), lists.idOf(code), importId),
  )
}

function keysOf(codes: readonly FileCode[]): string[] {
  return codes.map(({ key }) => key)
}

/** The keys of those that were not there. */
async function addTo(
  tx: Tx,
  tenantId: TenantId,
  {
    importId,
    codes,
    lists,
  }: { readonly importId: number; readonly codes: readonly FileCode[]; readonly lists: Lists },
): Promise<ReadonlySet<string>> {
  const added = new Set<string>()
  const byList = [...Map.groupBy(codes, (code) => lists.idOf(code) ?? 0)].toSorted(([a], [b]) => a - b)
  for (const [listId, own] of byList) {
    const rows = own.map(
      ({ key, code, validFrom, validUntil }) => [key, code, validFrom, validUntil] as const,
    )
    const keys = await insertUncounted(tx, tenantId, listId, rows, { importId })
    for (const key of keys) added.add(key)
    // Redemptions wait for the row of the list, so it comes after the codes.
    await countCodes(tx, tenantId, listId, keys.length)
  }
  const rewards = new Set(codes.filter(({ key }) => added.has(key)).map(({ rewardId }) => rewardId))
  for (const rewardId of rewards) await retryIfAwardsWait(tx, tenantId, rewardId)
  return added
}

function outcomeOf(
  known: KnownCode | undefined,
  listId: number | null,
  importId: number | null,
): CodeOutcome {
  if (!known) return 'added'
  if (listId === null || known.listId !== listId) return 'elsewhere'
  if (known.importId === null) return 'known'
  return known.importId === importId ? 'added' : 'doneBefore'
}

/** The lists of the rewards that codes name. */
class Lists {
  readonly #tenantId: TenantId
  readonly #found = new Map<string, number>()

  private constructor(tenantId: TenantId) {
    this.#tenantId = tenantId
  }

  static async of(tx: Tx, tenantId: TenantId, codes: readonly FileCode[]): Promise<Lists> {
    const lists = new Lists(tenantId)
    await lists.#find(tx, codes)
    return lists
  }

  /** Null: it has to be made. */
  idOf(code: FileCode): number | null {
    return this.#found.get(nameOf(code)) ?? null
  }

  async #find(tx: Tx, codes: readonly FileCode[]): Promise<void> {
    const rewardIds = [...new Set(codes.map(({ rewardId }) => rewardId))]
    // The oldest of several with one name.
    for (const { id, rewardId, key, name } of await findListsOfRewards(tx, this.#tenantId, rewardIds)) {
      for (const list of [null, key, name]) {
        const text = nameOf({ rewardId, list })
        if (!this.#found.has(text)) this.#found.set(text, id)
      }
    }
  }

  /** Each reward is locked first, so that two files at the same time don't make two lists. */
  async makeMissing(tx: Tx, codes: readonly FileCode[], importId: number): Promise<void> {
    const missing = codes.filter((code) => this.idOf(code) === null)
    for (const rewardId of [...new Set(missing.map(({ rewardId: id }) => id))].toSorted((a, b) => a - b)) {
      const reward = await lockReward(tx, this.#tenantId, rewardId)
      if (!reward) throw new Error(`there is no reward ${rewardId}`)
      await this.#find(tx, codes)
      for (const code of missing.filter((one) => one.rewardId === rewardId && this.idOf(one) === null)) {
        if (this.idOf(code) !== null) continue
        const id = await insertCouponList(tx, this.#tenantId, {
          ...{ name: code.list ?? reward.title, rewardId, codes: [], importId },
          ...{ couponType: couponTypeOf(reward.type), couponValue: reward.value },
        })
        this.#found.set(nameOf(code), id)
      }
    }
  }
}

function nameOf({ rewardId, list }: Pick<FileCode, 'rewardId' | 'list'>): string {
  return `${rewardId} ${list ?? ''}`
}

export interface RemovedCodes {
  readonly removed: number
  /** Those that were given out, and stay; null: there are more to remove. */
  readonly kept: number | null
}

/** Removes at most so many codes that a file brought and that were not given out, and the lists that it made for them. */
export async function removeCodesOfFile(
  tx: Tx,
  tenantId: TenantId,
  { importId, limit }: { readonly importId: number; readonly limit: number },
): Promise<RemovedCodes> {
  const free = await findFreeCodes(tx, tenantId, { importId, limit })
  // A redemption takes a code while it holds this row: from here on none of them is about to be given out.
  const rewards = [...new Set(free.flatMap(({ rewardId }) => rewardId ?? []))].toSorted((a, b) => a - b)
  await rewardUsage.load(
    tx,
    rewards.map((key) => ({ tenantId, key })),
  )
  const removed = await deleteFreeCodes(
    tx,
    tenantId,
    free.map(({ id }) => id),
  )
  for (const [listId, codes] of [...Map.groupBy(removed, (id) => id)].toSorted(([a], [b]) => a - b)) {
    await countCodes(tx, tenantId, listId, -codes.length)
  }
  if (free.length === limit) return { removed: removed.length, kept: null }
  await deleteEmptyLists(tx, tenantId, importId)
  // At the end alone: it goes through all codes of the file, and redemptions wait meanwhile.
  const { given: kept } = await countCodesOfFile(tx, tenantId, importId)
  return { removed: removed.length, kept }
}

/** What a file has brought, and what of it was given out. */
export async function countBrought(
  tx: Tx,
  tenantId: TenantId,
  importId: number,
): Promise<{ readonly all: number; readonly kept: number }> {
  const { all, given: kept } = await countCodesOfFile(tx, tenantId, importId)
  return { all, kept }
}
