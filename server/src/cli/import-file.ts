/** Uploads files and waits for imports, by the management API. */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WriteStream } from 'node:tty'
import type { AdminClient } from '../management/client.ts'
import {
  beginUploadOf,
  changeImportOf,
  completeUploadOf,
  type ImportChanges,
  type ShownImport,
  sendPartOf,
  showImport,
  startCheckOf,
} from '../management/import-client.ts'
import { progressBar } from '../platform/progress.ts'
import { type AnswerFlags, answersTo } from './import-answers.ts'
import { unreadable } from './import-coupons.ts'
import { NotRunError } from './not-run-error.ts'

const MEGABYTE = 1_000_000
const NAME_MAX = 250
/** Between two looks at a job. */
const POLL_MS = 500
/** A question may come up once another one is answered. */
const ROUNDS_MAX = 5

/** Returns the number of the file. */
export async function upload(client: AdminClient, path: string, terminal: WriteStream): Promise<number> {
  const file = await open(path).catch(unreadable(path))
  try {
    const { size } = await file.stat()
    if (size === 0) throw new NotRunError(`${path} is empty.`)
    const name = basename(path).slice(0, NAME_MAX)
    const { id, partBytes, parts } = await beginUploadOf(client, { name, bytes: size })
    const total = Math.ceil(size / MEGABYTE)
    const bar = progressBar(terminal, size, (done) => `${Math.ceil(done / MEGABYTE)} of ${total} MB`)
    const hash = createHash('sha256')
    try {
      for (let number = 1; number <= parts; number += 1) {
        const octets = await readPart(
          file,
          (number - 1) * partBytes,
          Math.min(partBytes, size - (number - 1) * partBytes),
        )
        hash.update(octets)
        await sendPartOf(client, id, number, octets)
        bar.advance(octets.length)
      }
    } finally {
      bar.clear()
    }
    await completeUploadOf(client, id, hash.digest('hex'))
    return id
  } finally {
    await file.close()
  }
}

async function readPart(file: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const octets = Buffer.alloc(bytes)
  let read = 0
  while (read < bytes) {
    const { bytesRead } = await file.read(octets, read, bytes - read, position + read)
    if (bytesRead === 0) throw new NotRunError('The file has become shorter while it was read.')
    read += bytesRead
  }
  return octets
}

export interface CheckFlags extends AnswerFlags {
  readonly changes: ImportChanges
}

/** Runs dry, answers what the flags answer, and runs dry again, until nothing is open that they could answer. */
export async function check(client: AdminClient, id: number, flags: CheckFlags): Promise<ShownImport> {
  if (Object.keys(flags.changes).length > 0) await changeImportOf(client, id, flags.changes)
  for (let round = 0; ; round += 1) {
    await startCheckOf(client, id)
    const checked = await waitFor(client, id, 'check')
    const answers = answersTo(checked.questions, flags)
    if (Object.keys(answers).length === 0 || round >= ROUNDS_MAX) return checked
    await changeImportOf(client, id, { answers })
  }
}

/** Until its job has ended. */
export async function waitFor(
  client: AdminClient,
  id: number,
  work: 'check' | 'apply' | 'undo',
): Promise<ShownImport> {
  for (;;) {
    const found = await showImport(client, id)
    const job = found[work]
    if (job?.state === 'failed' || job?.state === 'cancelled' || job?.state === 'paused') {
      throw new NotRunError(`Job ${job.id} (${job.kind}) is ${job.state}: see \`punchcard job show\`.`)
    }
    if (job?.state === 'done') return found
    await sleep(POLL_MS)
  }
}
