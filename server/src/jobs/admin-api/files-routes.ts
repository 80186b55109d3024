import { setTimeout as sleep } from 'node:timers/promises'
import { pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import { CONFIRM, NOT_FOUND, notPermitted } from '../../contract/admin-api/texts.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { type Caller, hasToConfirm, namedActor } from '../../people/actor.ts'
import type { AdminApi, Download } from '../../people/admin-api/api.ts'
import { NO_SECRETS_KEY } from '../../people/admin-api/texts.ts'
import type { AuditFacts } from '../../people/audit.ts'
import { BatcherFullError } from '../../platform/batcher.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { isUnavailable } from '../../platform/postgres/failures.ts'
import type { Sealer } from '../../platform/sealing.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { JobKind, JobKinds } from '../define.ts'
import type { StoredFile } from '../file.ts'
import * as files from '../files.ts'
import type { Job } from '../job.ts'
import type { FileQuotas } from '../rules/file-quota.ts'
import { TAR_END, type TarEntry, tarBytes, tarHeader, tarPadding } from '../rules/tar.ts'
import * as store from '../store/files.ts'
import { findJob } from '../store/jobs.ts'
import {
  beginUpload,
  completeUpload,
  deleteFile,
  downloadFile,
  downloadJobFiles,
  listFiles,
  sendPart,
} from './files-schema.ts'
import {
  NO_FILES,
  OF_RUNNING_JOB,
  OTHER_HASH,
  presentBegun,
  presentFile,
  problemOfState,
  problemOfUpload,
} from './present-file.ts'

export interface FileRoutesDeps {
  readonly kinds: JobKinds
  readonly cells: Cells
  /** Files live by the server's clock, also those of a sandbox whose clock was moved. */
  readonly clock: Clock
  /** null: this server can't open or seal a file. */
  readonly sealer: Sealer | null
  readonly quotas: FileQuotas
  /** What all files of the tenant's cell have, or those that began before one. */
  readonly bytesOfCell: (tenant: Tenant, beforeId: number | null) => Promise<number>
}

export function fileAdminRoutes(api: AdminApi, deps: FileRoutesDeps): void {
  uploadRoutes(api, deps)
  downloadRoutes(api, deps)
  const { kinds } = deps

  api.read(listFiles, 'cell', async (tx, { tenant, query, caller }) => {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const found = await store.listFiles(tx, tenant.id, {
      kinds: kindsOf(kinds, caller).map(({ kind }) => kind),
      hasUploads: mayUpload(caller),
      jobId: query.job ?? null,
      ...page,
    })
    return { answer: pageOf(query, found, ({ id }) => [id], presentFile) }
  })

  api.write(deleteFile, 'cell', async (tx, { tenant, params: { id }, caller }) => {
    const file = await findSeen(tx, deps, { tenant, caller, id })
    if (!file) return NOT_FOUND
    if (file.jobId !== null && file.state === 'writing') return OF_RUNNING_JOB
    const deleted = (await files.deleteFile(tx, file, 'asked')) ?? file
    return {
      answer: presentFile(deleted),
      audit: file.state === 'deleted' ? null : told(file),
    }
  })
}

function uploadRoutes(api: AdminApi, { cells, clock, sealer, quotas, bytesOfCell }: FileRoutesDeps): void {
  api.write(
    beginUpload,
    'cell',
    async (tx, { tenant, body, caller }, bytes: number) => {
      if (!sealer) return NO_SECRETS_KEY
      const begun = await files.beginUpload(tx, { sealer, quotas }, tenant.id, {
        ...body,
        // What is in it is not known before it is read.
        holdsPersons: true,
        byActor: namedActor(caller).key,
        bytesOfCell: bytes,
        now: clock(),
      })
      // The audit has its entry when the upload is complete.
      return isRefusal(begun) ? problemOfUpload(begun) : { answer: presentBegun(begun), audit: null }
    },
    ({ tenant }) => bytesOfCell(tenant, null),
  )

  api.write(
    sendPart,
    'cell',
    async (tx, { tenant, params: { id, number }, body, digest }, bytesBefore: number) => {
      if (!sealer) return NO_SECRETS_KEY
      const sent = {
        number,
        octets: body as unknown as Buffer,
        sha256: digest ?? Buffer.alloc(0),
        bytesBefore,
      }
      const saved = await files.uploadPart(tx, { sealer, quotas }, { tenantId: tenant.id, id }, sent)
      return isRefusal(saved) ? problemOfUpload(saved) : { answer: {}, audit: null }
    },
    ({ tenant, params: { id } }) => bytesOfCell(tenant, id),
  )

  api.write(
    completeUpload,
    'cell',
    async (tx, { tenant, params: { id }, body }, checked: Buffer | Problem) => {
      if (isProblem(checked)) return checked
      if (body.sha256 !== undefined && body.sha256 !== checked.toString('hex')) return OTHER_HASH
      const before = await store.findFile(tx, tenant.id, id)
      const file = await files.completeUpload(tx, { tenantId: tenant.id, id }, checked, clock())
      if (isRefusal(file)) return problemOfUpload(file)
      return { answer: presentFile(file), audit: before?.state === 'complete' ? null : told(file) }
    },
    async ({ tenant, params: { id } }) => {
      if (!sealer) return NO_SECRETS_KEY
      const database = cells.of(tenant)
      const file = await database.read([tenant.id], (tx) => store.findFile(tx, tenant.id, id))
      if (!file || file.jobId !== null || file.state === 'deleted') return NOT_FOUND
      if (file.state === 'complete' && file.sha256) return file.sha256
      const checked = await files.checkUpload(database, { sealer, quotas }, file)
      return isRefusal(checked) ? problemOfUpload(checked) : checked
    },
  )
}

function downloadRoutes(api: AdminApi, deps: FileRoutesDeps): void {
  const { cells, kinds, clock, sealer } = deps

  api.download(downloadFile, async (tx, { tenant, params: { id }, caller }) => {
    const file = await findSeen(tx, deps, { tenant, caller, id })
    if (!file) return NOT_FOUND
    const refused = problemOfState(file) ?? problemOfReading(file, caller, clock())
    if (refused) return refused
    if (!sealer) return NO_SECRETS_KEY
    const octets = files.wholeFile(patient(cells.of(tenant)), sealer, file)
    return { name: file.name, bytes: file.bytes, octets, audit: told(file) }
  })

  api.download(downloadJobFiles, async (tx, { tenant, params: { id }, caller }) => {
    const job = await findJob(tx, tenant.id, id)
    if (!job || !sees(kinds, caller, job)) return NOT_FOUND
    const found = (await store.filesOfJob(tx, tenant.id, id)).filter(({ state }) => state === 'complete')
    if (found.length === 0) return NO_FILES
    for (const file of found) {
      const refused = problemOfReading(file, caller, clock())
      if (refused) return refused
    }
    if (!sealer) return NO_SECRETS_KEY
    return archiveOf(`${job.kind}-${id}.tar`, found, (file) =>
      files.wholeFile(patient(cells.of(tenant)), sealer, file),
    )
  })
}

/** It is read from begin to end, so its size is known before. */
function archiveOf(
  name: string,
  found: readonly StoredFile[],
  octetsOf: (file: StoredFile) => AsyncIterable<Uint8Array>,
): Download {
  const entryOf = (file: StoredFile): TarEntry => ({
    name: file.name,
    bytes: file.bytes,
    modifiedAt: Math.floor(file.createdAt / 1_000),
  })
  async function* octets(): AsyncGenerator<Uint8Array> {
    for (const file of found) {
      yield tarHeader(entryOf(file))
      yield* octetsOf(file)
      yield tarPadding(file.bytes)
    }
    yield TAR_END
  }
  return { name, bytes: tarBytes(found), octets: octets(), audit: found.map(told) }
}

interface Asked {
  readonly tenant: Tenant
  readonly caller: Caller
  readonly id: number
}

/** A file of a job that the caller may start, or an upload for those who may upload; null: it is not there for them. */
async function findSeen(
  tx: Tx,
  { kinds }: Pick<FileRoutesDeps, 'kinds'>,
  { tenant, caller, id }: Asked,
): Promise<StoredFile | null> {
  const file = await store.findFile(tx, tenant.id, id)
  if (!file) return null
  if (file.jobId === null) return mayUpload(caller) ? file : null
  const job = await findJob(tx, tenant.id, file.jobId)
  return job && sees(kinds, caller, job) ? file : null
}

/** What came of a job is for those who may start the same one. */
function sees(kinds: JobKinds, caller: Caller, { kind, input }: Job): boolean {
  const found = kindsOf(kinds, caller).find((one) => one.kind === kind)
  const needed = found?.needs?.(input)
  return found !== undefined && (needed === undefined || (caller.permissions?.has(needed) ?? false))
}

/** Who customers are is for those who may see it, and have shown that it is them. Tokens are asked for nothing. */
function problemOfReading(file: StoredFile, caller: Caller, now: number): Problem | null {
  if (!file.holdsPersons) return null
  const missing = (['customers.export', 'customers.personal'] as const).find(
    (permission) => !caller.permissions?.has(permission),
  )
  if (missing) return notPermitted(missing)
  return hasToConfirm(caller, now) ? CONFIRM : null
}

function mayUpload({ permissions }: Caller): boolean {
  return permissions?.has('files.upload') ?? false
}

function kindsOf(kinds: JobKinds, { permissions }: Caller): JobKind[] {
  return [...kinds.values()].filter(({ permission }) => permissions?.has(permission) ?? false)
}

function told(file: StoredFile): AuditFacts {
  const { bytes, holdsPersons, sha256 } = file
  return {
    target: { kind: 'file', id: String(file.id), label: file.name },
    after: { bytes, holdsPersons, sha256: sha256?.toString('hex') ?? null },
  }
}

const TRIES = 10
const PAUSE_MS = 1_000

/** A download that has begun can't be refused any more: it waits where a request would be told to come again. */
function patient(database: Database): Pick<Database, 'read'> {
  return {
    async read(tenants, work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await database.read(tenants, work)
        } catch (error) {
          const isPassing = error instanceof BatcherFullError || isUnavailable(error)
          if (!isPassing || tries === TRIES) throw error
          await sleep(PAUSE_MS)
        }
      }
    },
  }
}
