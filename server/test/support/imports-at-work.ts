/** Imports of one merchant as people begin them and as workers of their own do them. */
import { isRefusal, type Refusal } from '../../src/contract/refusal.ts'
import type { Import } from '../../src/imports/import.ts'
import { type Started, startApply, startCheck, startUndo } from '../../src/imports/manage.ts'
import { findImport } from '../../src/imports/store/imports.ts'
import type { Job } from '../../src/jobs/job.ts'
import { findJob } from '../../src/jobs/store/jobs.ts'
import type { Tx } from '../../src/platform/postgres/database.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'
import { type FilesToImport, type ImportToMake, makeImport } from './imported-files.ts'

const BY = { key: 'person:7', label: 'Ana' }

export class ImportsAtWork {
  readonly #of: FilesToImport

  constructor(of: FilesToImport) {
    this.#of = of
  }

  /** Uploads the lines as a file, and begins an import of it. */
  make(lines: readonly string[], made?: ImportToMake): Promise<Import> {
    return makeImport(this.#of, Buffer.from(`${lines.join('\n')}\n`), made)
  }

  /** Each of these begins a job, and returns it. */
  check({ id }: Pick<Import, 'id'>): Promise<Job> {
    return this.#begin((tx, by) => startCheck(tx, by, { id, locale: 'en' }))
  }

  async apply({ id }: Pick<Import, 'id'>): Promise<Job> {
    const imported = await this.find(id)
    return this.#begin((tx, by) => startApply(tx, by, { imported, locale: 'en' }))
  }

  async undo({ id }: Pick<Import, 'id'>): Promise<Job> {
    const imported = await this.find(id)
    return this.#begin((tx, by) => startUndo(tx, by, imported))
  }

  async find(id: number): Promise<Import> {
    const found = await this.#inTenant((tx) => findImport(tx, this.#of.tenantId, id))
    if (!found) throw new Error('the import is gone')
    return found
  }

  async job({ id }: Pick<Job, 'id'>): Promise<Job> {
    const found = await this.#inTenant((tx) => findJob(tx, this.#of.tenantId, id))
    if (!found) throw new Error('the job is gone')
    return found
  }

  async #begin(
    begin: (
      tx: Tx,
      by: { readonly tenant: Tenant; readonly by: typeof BY; readonly now: number },
    ) => Promise<Started | Refusal<string>>,
  ): Promise<Job> {
    const { tenantId, clock } = this.#of
    const started = await this.#inTenant(async (tx) => {
      const tenant = await findTenant(tx, tenantId)
      if (!tenant) throw new Error('the tenant is there')
      return begin(tx, { tenant, by: BY, now: clock() })
    })
    if (isRefusal(started)) throw new Error(started.message)
    return started.job
  }

  #inTenant<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#of.database.transaction([this.#of.tenantId], work)
  }
}
