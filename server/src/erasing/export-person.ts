/** The same file straight to a disk or a pipe: for an operator, without a job and without a quota. */
import { createHash } from 'node:crypto'
import { type FileSubject, findSubject } from '../accounts/customer-data.ts'
import { findCustomer } from '../accounts/store/accounts.ts'
import type { CustomerId, TenantId } from '../contract/ids.ts'
import { isStorable } from '../contract/schema.ts'
import type { Actor } from '../people/actor.ts'
import { insertAudit } from '../people/store/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { TenancyError } from '../tenancy/manage/tenants.ts'
import { type FilePlace, pageOfPersonFile, rowsIn } from './person-file.ts'

const ROWS_OF_PAGE = 1_000

export interface PersonExport {
  readonly database: Pick<Database, 'read' | 'transaction'>
  readonly clock: Clock
  readonly tenantId: TenantId
  /** The id in the merchant's store, or one that they had before. */
  readonly customer: string
  readonly by: Actor
}

export interface ExportedPerson {
  readonly customerId: CustomerId
  readonly publicId: string
  readonly entries: number
  readonly bytes: number
  readonly sha256: string
}

/** Writes piece by piece, each page in a transaction of its own, and tells the audit as a download is told. */
export async function exportPerson(
  asked: PersonExport,
  write: (text: string) => Promise<void>,
): Promise<ExportedPerson> {
  const { customerId, subject } = await subjectOf(asked)
  const hash = createHash('sha256')
  let bytes = 0
  let place: FilePlace | null = null
  for (;;) {
    const page = await pageOf(asked, { customerId, subject }, place)
    hash.update(page.text)
    bytes += Buffer.byteLength(page.text)
    await write(page.text)
    place = page.place
    if (page.isLast) break
  }
  const { publicId } = subject
  const written = { bytes, sha256: hash.digest('hex') }
  await tellAudit(asked, { customerId, publicId, ...written })
  return { customerId, publicId, entries: rowsIn(place.counts), ...written }
}

interface Found {
  readonly customerId: CustomerId
  readonly subject: FileSubject
}

async function subjectOf({ database, tenantId, customer }: PersonExport): Promise<Found> {
  const found = await database.read([tenantId], async (tx): Promise<Found | null> => {
    const stored = isStorable(customer) ? await findCustomer(tx, tenantId, customer) : null
    if (!stored) return null
    const customerId = stored.customer.id
    const subject = await findSubject(tx, { tenantId, customerId })
    return subject && { customerId, subject }
  })
  if (found) return found
  throw new TenancyError(`Tenant ${tenantId} has no customer “${customer}”: ids are compared exactly.`)
}

/** A customer who was erased or merged since the file was begun has another one. */
function pageOf(
  { database, tenantId }: PersonExport,
  { customerId, subject }: Found,
  place: FilePlace | null,
) {
  return database.read([tenantId], async (tx) => {
    const now = await findSubject(tx, { tenantId, customerId })
    if (now && whoIs(now) === whoIs(subject)) {
      return pageOfPersonFile(tx, { tenantId, customerId, subject }, place, ROWS_OF_PAGE)
    }
    throw new TenancyError('The customer was erased or merged meanwhile: run it again.')
  })
}

function whoIs({ isErased, mergedInto, ids }: FileSubject): string {
  return JSON.stringify([isErased, mergedInto, ids])
}

async function tellAudit(
  { database, clock, tenantId, by }: PersonExport,
  { customerId, publicId, bytes, sha256 }: Omit<ExportedPerson, 'entries'>,
): Promise<void> {
  await database.transaction([tenantId], (tx) =>
    insertAudit(tx, 'cell', tenantId, [
      {
        ...{ action: 'customer.export', at: clock(), actor: by, via: 'cli', requestId: null, address: null },
        target: { kind: 'customer', id: String(customerId), label: publicId },
        after: { bytes, sha256 },
      },
    ]),
  )
}
