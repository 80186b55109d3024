/** Long outputs, piece by piece. */
import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'
import { NotRunError } from './not-run-error.ts'

/** What persons are in is for the user who runs the command. */
const PRIVATE_FILE = 0o600

/** As fast as the next program reads. */
export async function toOutput(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

/** One that is there already stays as it is. A file that could not be finished is removed. */
export async function toNewFile<Result>(
  path: string,
  work: (write: (text: string) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path, 'wx', PRIVATE_FILE).catch(refusedByDisk)
  try {
    const result = await work((text) => handle.writeFile(text).catch(refusedByDisk))
    await handle.sync()
    await handle.close()
    return result
  } catch (error) {
    await handle.close()
    await rm(path, { force: true })
    throw error
  }
}

function refusedByDisk(error: Error): never {
  throw new NotRunError(`The file could not be written: ${error.message}.`)
}
