import { randomUUID } from 'node:crypto'
import type { TenantId } from '../../contract/ids.ts'
import { isStorable, LENGTH } from '../../contract/schema.ts'
import { codeKey } from '../../coupons/coupon.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { TenancyError } from '../../tenancy/manage/tenants.ts'
import { couponTypeOf } from '../reward-type.ts'
import {
  type CouponListSummary,
  countCodes,
  findCouponLists,
  findTakenKeys,
  insertCouponList,
  insertUncounted,
} from '../store/code-lists.ts'
import { findConfiguredList } from '../store/list-configuration.ts'
import { lockReward } from '../store/rewards.ts'
import { type CouponUpload, countUpload, openUpload } from '../store/uploads.ts'
import { retryIfAwardsWait } from './retry-job.ts'

/** Each chunk is saved on its own: an import that was interrupted goes on where it was when it is run again. */
const CHUNK = 10_000
const EXAMPLES_MAX = 100

export interface ListChoice {
  readonly listName?: string | undefined
  readonly rewardId?: number | undefined
}

/** The list that the choice names. It is made if a reward is named that has no such list. */
export function openList(
  database: Database,
  tenantId: TenantId,
  choice: ListChoice,
): Promise<CouponListSummary> {
  const { listName, rewardId } = choice
  return database.transaction([tenantId], async (tx) => {
    if (rewardId !== undefined) return listOfReward(tx, tenantId, rewardId, listName)
    if (listName === undefined) throw new TenancyError('Say which list is meant: --list, --reward or both.')
    const [list, ...others] = await findCouponLists(tx, tenantId, { name: listName })
    if (others.length > 0) {
      throw new TenancyError(`There are several lists “${listName}”: say whose with --reward.`)
    }
    if (!list)
      throw new TenancyError(`There is no list “${listName}”: name a reward with --reward to make it.`)
    return list
  })
}

async function listOfReward(
  tx: Tx,
  tenantId: TenantId,
  rewardId: number,
  listName: string | undefined,
): Promise<CouponListSummary> {
  // Locked, so that two imports at the same time do not make two lists.
  const reward = await lockReward(tx, tenantId, rewardId)
  if (!reward) throw new TenancyError(`There is no reward ${rewardId}.`)
  const lists = await findCouponLists(tx, tenantId, { rewardId })
  const named = lists.filter(({ name }) => listName === undefined || name === listName)
  const [list, ...others] = named
  if (list && others.length > 0) {
    const names = named.map(({ name }) => `“${name}”`).join(', ')
    throw new TenancyError(
      `The reward ${rewardId} has several lists: say which with --list. They are ${names}.`,
    )
  }
  if (list) return list
  const name = listName ?? reward.title
  const id = await insertCouponList(tx, tenantId, {
    name,
    rewardId,
    couponType: couponTypeOf(reward.type),
    couponValue: reward.value,
    codes: [],
  })
  return { id, name }
}

export interface ImportReport {
  readonly imported: number
  /** Codes that were skipped because the tenant has them already, in upper or lower case. */
  readonly duplicates: number
  /** Lines that cannot be a code. */
  readonly invalid: number
  /** The first of them, as they were written. */
  readonly duplicateCodes: readonly string[]
  readonly invalidLines: readonly number[]
}

/**
 * Adds the codes to the list, one per line, in their order and in bounded memory. Blank lines are skipped. All of them
 * are one upload, which can be undone.
 */
export function importCodes(
  database: Database,
  tenantId: TenantId,
  list: { readonly listId: number; readonly file: string | null },
  lines: AsyncIterable<string>,
): Promise<ImportReport> {
  const key = randomUUID()
  return importLines(lines, (codes) =>
    database.transaction([tenantId], async (tx) => {
      const upload = await openUpload(tx, tenantId, { ...list, key })
      if (upload.undoneAt !== null) throw new TenancyError('This import was undone while it went on.')
      return addCodes(tx, tenantId, upload, codes)
    }),
  )
}

async function addCodes(
  tx: Tx,
  tenantId: TenantId,
  { id, listId }: Pick<CouponUpload, 'id' | 'listId'>,
  codes: Parameters<Save>[0],
): Promise<readonly string[]> {
  const added = await insertUncounted(tx, tenantId, listId, codes, { uploadId: id })
  await count(tx, tenantId, { id, listId }, added.length)
  return added
}

/** At the end of a transaction: redemptions wait for the row of the list, and held awards wait for codes. */
async function count(
  tx: Tx,
  tenantId: TenantId,
  { id, listId }: Pick<CouponUpload, 'id' | 'listId'>,
  added: number,
): Promise<void> {
  await countCodes(tx, tenantId, listId, added)
  await countUpload(tx, tenantId, id, added)
  const reward = added === 0 ? null : (await findConfiguredList(tx, tenantId, listId))?.reward
  if (reward) await retryIfAwardsWait(tx, tenantId, reward.id)
}

/** The same in one transaction, as a part of an upload: all codes are there, or none is. */
export async function importCodesIn(
  tx: Tx,
  tenantId: TenantId,
  { id, listId }: Pick<CouponUpload, 'id' | 'listId'>,
  lines: Iterable<string>,
): Promise<ImportReport> {
  const report = await importLines(lines, (codes) =>
    insertUncounted(tx, tenantId, listId, codes, { uploadId: id }),
  )
  await count(tx, tenantId, { id, listId }, report.imported)
  return report
}

/** What an import of these lines would report. Nothing is added. */
export async function checkCodes(tx: Tx, tenantId: TenantId, lines: Iterable<string>): Promise<ImportReport> {
  const seen = new Set<string>()
  return importLines(lines, async (codes) => {
    const keys = codes.map(([key]) => key).filter((key) => !seen.has(key))
    const taken = await findTakenKeys(tx, tenantId, keys)
    for (const key of keys) seen.add(key)
    return keys.filter((key) => !taken.has(key))
  })
}

/** Saves codes by their keys, and says which keys were new. */
type Save = (codes: readonly (readonly [key: string, code: string])[]) => Promise<readonly string[]>

async function importLines(
  lines: AsyncIterable<string> | Iterable<string>,
  saveChunk: Save,
): Promise<ImportReport> {
  const report = { imported: 0, duplicates: 0, invalid: 0 }
  const duplicateCodes: string[] = []
  const invalidLines: number[] = []

  async function save(codes: readonly string[]): Promise<void> {
    const saved = new Set(await saveChunk([...byKey(codes)]))
    report.imported += saved.size
    for (const code of codes) {
      // The first to have the key is the one that was saved.
      if (saved.delete(codeKey(code))) continue
      report.duplicates += 1
      if (duplicateCodes.length < EXAMPLES_MAX) duplicateCodes.push(code)
    }
  }

  let chunk: string[] = []
  let lineNumber = 0
  for await (const line of lines) {
    lineNumber += 1
    const code = line.trim()
    if (code === '') continue
    if (code.length > LENGTH.text || !isStorable(code)) {
      report.invalid += 1
      if (invalidLines.length < EXAMPLES_MAX) invalidLines.push(lineNumber)
      continue
    }
    chunk.push(code)
    if (chunk.length === CHUNK) {
      await save(chunk)
      chunk = []
    }
  }
  if (chunk.length > 0) await save(chunk)
  return { ...report, duplicateCodes, invalidLines }
}

/** Of codes with the same key the first. */
function byKey(codes: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const code of codes) {
    const key = codeKey(code)
    if (!found.has(key)) found.set(key, code)
  }
  return found
}
