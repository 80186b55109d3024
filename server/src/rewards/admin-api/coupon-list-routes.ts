import { randomUUID } from 'node:crypto'
import { writeCursor } from '../../contract/admin-api/cursor.ts'
import { pageBelowId, pageById, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { type ConfigRefusal, isConfigRefusal } from '../../contract/config-refusal.ts'
import type { TenantId } from '../../contract/ids.ts'
import { isProblem, type Problem, problem } from '../../contract/problem.ts'
import { codeKey, couponTypeName } from '../../coupons/coupon.ts'
import { shortText } from '../../earning/explanation.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { problemOf } from '../../people/admin-api/config-refusal.ts'
import { type AuditFacts, changesBetween } from '../../people/audit.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { archiveList, changeList, createList, type ListChange } from '../manage/code-lists.ts'
import { rulesGiving } from '../manage/given-by-rules.ts'
import { checkCodes as checkLines, type ImportReport, importCodesIn } from '../manage/import-codes.ts'
import { undoUpload as removeUpload, UPLOAD_UNDONE } from '../manage/undo-upload.ts'
import { countGivenFrom } from '../store/award-list.ts'
import {
  type ConfiguredList,
  listCodes as findCodes,
  findConfiguredList,
  type ListFilter,
  listConfiguredLists,
} from '../store/list-configuration.ts'
import { type CouponUpload, listUploads as findUploads, openUpload } from '../store/uploads.ts'
import {
  addCodes,
  archiveCouponList,
  type CouponListAnswer,
  changeCouponList,
  checkCodes,
  createCouponList,
  getCouponList,
  listCodes,
  listCouponLists,
  listUploads,
  type UploadAnswer,
  unarchiveCouponList,
  undoUpload,
} from './coupon-lists-schema.ts'

const KIND = 'couponList'
const DAY_MS = 86_400_000
const GIVEN_DAYS = 30

export function couponListAdminRoutes(api: AdminApi): void {
  api.read(listCouponLists, 'cell', async (tx, { tenant, query, now }) => {
    const page = pageById(query)
    if (isProblem(page)) return page
    const { state = 'active', reward } = query
    const filter: ListFilter = {
      ...(state === 'all' ? {} : { isArchived: state === 'archived' }),
      ...(reward === undefined ? {} : { rewardId: reward }),
    }
    const rows = await listConfiguredLists(tx, tenant.id, filter, page)
    return {
      answer: pageOf(
        query,
        rows,
        ({ id }) => [id],
        (list) => present(list, now),
      ),
    }
  })
  api.read(getCouponList, 'cell', async (tx, { tenant, params, now }) => {
    const found = await findConfiguredList(tx, tenant.id, params.id)
    if (!found) return NOT_FOUND
    const [giving, given30Days] = await Promise.all([
      rulesGiving(tx, tenant.id, now),
      countGivenFrom(tx, tenant.id, found.id, now - GIVEN_DAYS * DAY_MS),
    ])
    const automatic = { rules: [...(giving.get(found.reward?.id ?? 0) ?? [])], given30Days }
    return { answer: { ...present(found, now), automatic }, version: found.version }
  })
  api.write(createCouponList, 'cell', async (tx, { tenant, body, now }) =>
    answerOf(tx, tenant.id, 0, now, await createList(tx, tenant.id, body)),
  )
  api.write(changeCouponList, 'cell', async (tx, { tenant, params: { id }, body, ifMatch, now }) =>
    answerOf(tx, tenant.id, id, now, await changeList(tx, tenant.id, id, body, ifMatch)),
  )
  api.write(archiveCouponList, 'cell', async (tx, { tenant, params: { id }, ifMatch, now }) =>
    answerOf(tx, tenant.id, id, now, await archiveList(tx, tenant.id, id, now, ifMatch)),
  )
  api.write(unarchiveCouponList, 'cell', async (tx, { tenant, params: { id }, ifMatch, now }) =>
    answerOf(tx, tenant.id, id, now, await archiveList(tx, tenant.id, id, null, ifMatch)),
  )
  codeRoutes(api)
  uploadRoutes(api)
}

function codeRoutes(api: AdminApi): void {
  api.write(addCodes, 'cell', async (tx, { tenant, params: { id }, query, body, now }) => {
    if (!(await findConfiguredList(tx, tenant.id, id))) return NOT_FOUND
    const { upload: key = randomUUID(), file = null } = query
    const upload = await openUpload(tx, tenant.id, { listId: id, key, file })
    if (upload.removed > 0 || upload.undoneAt !== null) return problem('conflict', UPLOAD_UNDONE)
    const report = await importCodesIn(tx, tenant.id, upload, linesOf(body))
    const list = await findConfiguredList(tx, tenant.id, id)
    if (!list) return NOT_FOUND
    const { imported, duplicates, invalid } = report
    return {
      answer: {
        imported,
        ...figuresOf(report),
        upload: presentUpload({ ...upload, codes: upload.codes + imported }),
        list: present(list, now),
      },
      audit: {
        target: targetOf(list),
        after: { ...(file === null ? {} : { file }), imported, duplicates, invalid },
      },
    }
  })
  api.read(checkCodes, 'cell', async (tx, { tenant, params: { id }, body }) => {
    if (!(await findConfiguredList(tx, tenant.id, id))) return NOT_FOUND
    const report = await checkLines(tx, tenant.id, linesOf(body))
    return { answer: { added: report.imported, ...figuresOf(report) } }
  })
  api.read(listCodes, 'cell', async (tx, { tenant, params: { id }, query }) => {
    const page = pageById(query)
    if (isProblem(page)) return page
    const list = await findConfiguredList(tx, tenant.id, id)
    if (!list) return NOT_FOUND
    const { state = 'all', prefix } = query
    const filter = {
      ...(state === 'all' ? {} : { isGiven: state === 'given' }),
      ...(prefix === undefined ? {} : { prefix: codeKey(prefix) }),
    }
    const found = await findCodes(tx, tenant.id, id, filter, page)
    const { items, nextCursor } = pageOf(
      query,
      found.codes,
      (code) => [code.id],
      (code) => ({
        ...code,
        validFrom: instantToTextOrNull(code.validFrom),
        validUntil: instantToTextOrNull(code.validUntil),
        createdAt: instantToText(code.createdAt),
      }),
    )
    const next = nextCursor ?? (found.lookedUpTo === null ? null : writeCursor(query, [found.lookedUpTo]))
    return { answer: { items, nextCursor: next }, audit: { target: targetOf(list) } }
  })
}

function uploadRoutes(api: AdminApi): void {
  api.read(listUploads, 'cell', async (tx, { tenant, params: { id }, query }) => {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    if (!(await findConfiguredList(tx, tenant.id, id))) return NOT_FOUND
    const rows = await findUploads(tx, tenant.id, id, page)
    return { answer: pageOf(query, rows, (upload) => [upload.id], presentUpload) }
  })
  api.write(undoUpload, 'cell', async (tx, { tenant, params: { id, upload: uploadId }, now }) => {
    const undone = await removeUpload(tx, tenant.id, id, uploadId)
    if (isConfigRefusal(undone)) {
      return problemOf(tx, undone, { kind: KIND, id: String(id), place: 'cell', tenantId: tenant.id })
    }
    const list = await findConfiguredList(tx, tenant.id, id)
    if (!list) return NOT_FOUND
    const { upload, removed, isDone } = undone
    const { file } = upload
    return {
      answer: { removed, isDone, upload: presentUpload(upload), list: present(list, now) },
      audit:
        removed === 0
          ? null
          : { target: targetOf(list), after: { ...(file === null ? {} : { file }), removed } },
    }
  })
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/)
}

function figuresOf({ duplicates, invalid, duplicateCodes, invalidLines }: ImportReport) {
  return { duplicates, invalid, duplicateCodes: [...duplicateCodes], invalidLines: [...invalidLines] }
}

function presentUpload(upload: CouponUpload): UploadAnswer {
  const { id, file, codes, removed, isUsed, createdAt, undoneAt } = upload
  return {
    id,
    file,
    codes,
    removed,
    isUsed,
    createdAt: instantToText(createdAt),
    undoneAt: instantToTextOrNull(undoneAt),
  }
}

function targetOf({ id, name }: ConfiguredList) {
  return { kind: KIND, id: String(id), label: name }
}

function present(list: ConfiguredList, now: Instant): CouponListAnswer {
  const { id, key, name, reward, couponType, couponValue, codes, used, warnBelow, archivedAt, createdAt } =
    list
  return {
    id,
    key,
    name,
    reward,
    couponType: couponTypeName(couponType),
    couponValue: shortText(couponValue),
    codes,
    used,
    left: codes - used,
    runsOutOn: runsOutOn(list, now),
    warnBelow,
    archivedAt: instantToTextOrNull(archivedAt),
    createdAt: instantToText(createdAt),
    version: list.version,
  }
}

const FAR_OFF_DAYS = 3_650

/** When the last is given out, if they go on as they have gone so far; of a list of today that can't be said. */
export function runsOutOn({ codes, used, createdAt }: ConfiguredList, now: Instant): string | null {
  if (used === 0) return null
  const days = (now - createdAt) / DAY_MS
  if (days < 1) return null
  const left = Math.ceil((codes - used) / (used / days))
  return left > FAR_OFF_DAYS ? null : instantToText(now + left * DAY_MS).slice(0, 10)
}

function membersOf({ key, name, reward, warnBelow, archivedAt }: ConfiguredList) {
  return { key, name, reward: reward?.key ?? null, warnBelow, archivedAt: instantToTextOrNull(archivedAt) }
}

interface Saved {
  readonly answer: CouponListAnswer
  readonly version: number
  readonly audit: AuditFacts | null
}

async function answerOf(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  now: Instant,
  change: ListChange | ConfigRefusal,
): Promise<Saved | Problem> {
  if (isConfigRefusal(change))
    return problemOf(tx, change, { kind: KIND, id: String(id), place: 'cell', tenantId })
  const { before, after } = change
  const changes = changesBetween(before ? membersOf(before) : {}, membersOf(after))
  return {
    answer: present(after, now),
    version: after.version,
    audit:
      before === after ? null : { target: targetOf(after), ...changes, ...(before ? {} : { before: null }) },
  }
}
