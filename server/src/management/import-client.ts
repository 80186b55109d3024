/** Imports on the command line: the same operations that a merchant's people use, with their audit. */
import type { AnswerOf, BodyOf } from '../contract/admin-api/operation.ts'
import {
  applyImport,
  changeImport,
  createImport,
  getImport,
  listImports,
  previewImportUndo,
  startImportCheck,
  type UndoPreviewAnswer,
  undoImport,
} from '../imports/admin-api/schema.ts'
import type { ImportAnswer } from '../imports/admin-api/shapes-schema.ts'
import { beginUpload, completeUpload, downloadFile, sendPart } from '../jobs/admin-api/files-schema.ts'
import type { AdminClient } from './client.ts'

const PAGE = 100

export type ShownImport = ImportAnswer
export type UndoPreview = UndoPreviewAnswer
export type ImportToCreate = BodyOf<typeof createImport>
export type ImportChanges = BodyOf<typeof changeImport>
type Begun = AnswerOf<typeof applyImport>

const of = (id: number) => ({ params: { id } })

export function createImportOf(client: AdminClient, body: ImportToCreate): Promise<ShownImport> {
  return client.call(createImport, body)
}

export function changeImportOf(
  client: AdminClient,
  id: number,
  changes: ImportChanges,
): Promise<ShownImport> {
  return client.call(changeImport, changes, of(id))
}

export function showImport(client: AdminClient, id: number): Promise<ShownImport> {
  return client.call(getImport, undefined, of(id))
}

export function listImportsOf(client: AdminClient): Promise<AnswerOf<typeof listImports>> {
  return client.call(listImports, undefined, { query: { limit: PAGE } })
}

export function startCheckOf(client: AdminClient, id: number): Promise<ShownImport> {
  return client.call(startImportCheck, undefined, of(id))
}

export function applyImportOf(client: AdminClient, id: number, planHash: string): Promise<Begun> {
  return client.call(applyImport, { planHash }, of(id))
}

export function previewUndoOf(client: AdminClient, id: number): Promise<UndoPreview> {
  return client.call(previewImportUndo, undefined, of(id))
}

export function undoImportOf(client: AdminClient, id: number): Promise<Begun> {
  return client.call(undoImport, undefined, of(id))
}

export function beginUploadOf(
  client: AdminClient,
  upload: { readonly name: string; readonly bytes: number },
): Promise<AnswerOf<typeof beginUpload>> {
  return client.call(beginUpload, { ...upload, purpose: 'import' })
}

export function sendPartOf(client: AdminClient, id: number, number: number, octets: Buffer): Promise<void> {
  return client.sendOctets(sendPart, octets, { params: { id, number } })
}

export async function completeUploadOf(client: AdminClient, id: number, sha256: string): Promise<void> {
  await client.call(completeUpload, { sha256 }, of(id))
}

export function downloadFileOf(client: AdminClient, id: number): Promise<AsyncIterable<Uint8Array>> {
  return client.download(downloadFile, of(id))
}
