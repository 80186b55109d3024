import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createGzip, type Gzip } from 'node:zlib'

/** One file of an export, as the manifest lists it. */
export interface WrittenFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** What a writer of personal data leaves to others: nothing. */
export const PRIVATE_FILE = 0o600

/** Writes lines into a gzip file, with no more in memory than what is under way. */
export class PartFile {
  readonly #name: string
  readonly #gzip: Gzip = createGzip({ level: 6 })
  readonly #written: Promise<WrittenFile>

  private constructor(name: string, handle: FileHandle) {
    this.#name = name
    this.#written = this.#write(handle)
    // Told to the caller who ends the file.
    this.#written.catch(() => {})
  }

  static async create(folder: string, name: string): Promise<PartFile> {
    return new PartFile(name, await open(join(folder, name), 'w', PRIVATE_FILE))
  }

  async writeLines(lines: readonly string[]): Promise<void> {
    if (this.#gzip.write(`${lines.join('\n')}\n`)) return
    await Promise.race([once(this.#gzip, 'drain'), this.#written])
  }

  /** Returns when all of it is on the disk. */
  end(): Promise<WrittenFile> {
    this.#gzip.end()
    return this.#written
  }

  async #write(handle: FileHandle): Promise<WrittenFile> {
    const hash = createHash('sha256')
    let bytes = 0
    try {
      for await (const chunk of this.#gzip as AsyncIterable<Buffer>) {
        hash.update(chunk)
        bytes += chunk.length
        await handle.writeFile(chunk)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    return { name: this.#name, bytes, sha256: hash.digest('hex') }
  }
}
