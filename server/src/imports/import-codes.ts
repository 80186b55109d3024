import type { Command } from '../accounts/till/command.ts'
import {
  addCodesOfFile,
  type CodeOutcome,
  type FileCode,
  type RemovedCodes,
  removeCodesOfFile,
} from '../rewards/manage/codes-of-files.ts'
import type { Tenant } from '../tenancy/tenant.ts'

export interface AddCodesInput {
  readonly tenant: Tenant
  readonly importId: number
  readonly codes: readonly FileCode[]
}

/** A page of codes in one transaction: there is no account to decide about. */
export const addCodes: Command<AddCodesInput, readonly CodeOutcome[]> = {
  name: 'import codes',
  customerOf: () => null,
  prepare: (tx, { tenant, importId, codes }) => addCodesOfFile(tx, tenant.id, { importId, codes }),
  loads: () => [],
  decide: ({ prepared }) => ({ result: prepared as readonly CodeOutcome[] }),
}

export interface RemoveCodesInput {
  readonly tenant: Tenant
  readonly importId: number
  readonly limit: number
}

export const removeCodes: Command<RemoveCodesInput, RemovedCodes> = {
  name: 'remove imported codes',
  customerOf: () => null,
  prepare: (tx, { tenant, importId, limit }) => removeCodesOfFile(tx, tenant.id, { importId, limit }),
  loads: () => [],
  decide: ({ prepared }) => ({ result: prepared as RemovedCodes }),
}
