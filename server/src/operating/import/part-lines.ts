/** Reads the lines of an export's files, with no more in memory than what is under way. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { TenancyError } from '../../tenancy/manage/tenants.ts'

/** No row of ours is nearly so long: the largest is a version of a program. */
const LINE_BYTES_MAX = 16 * 1_048_576
const NEWLINE = 0x0a

/** Lines of a file, without the first ones. The octets read on the way are given to `onOctets`. */
export async function* linesOf(
  folder: string,
  name: string,
  { skip = 0, onOctets }: { readonly skip?: number; readonly onOctets?: (octets: Buffer) => void } = {},
): AsyncGenerator<Buffer[]> {
  const file = createReadStream(join(folder, name))
  if (onOctets) file.on('data', (octets) => onOctets(octets as Buffer))
  // A failure of either stream is thrown where its lines are read.
  const unpacked = pipeline(file, createGunzip(), () => {})
  let left = skip
  let rest: Buffer[] = []
  let restBytes = 0
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    const lines: Buffer[] = []
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const piece = chunk.subarray(from, end)
      if (left > 0) left -= 1
      else lines.push(rest.length === 0 ? piece : Buffer.concat([...rest, piece]))
      ;[rest, restBytes, from] = [[], 0, end + 1]
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
    restBytes += chunk.length - from
    if (restBytes > LINE_BYTES_MAX) throw new TenancyError(`A line of ${name} is longer than 16 MiB.`)
    if (lines.length > 0) yield lines
  }
  if (restBytes > 0) throw new TenancyError(`${name} ends within a line.`)
}

/** What is in a file: the hash of its octets, and how many lines they unpack to. More than `atMost` are not counted. */
export async function lookAtPart(
  folder: string,
  name: string,
  atMost: number,
): Promise<{ readonly sha256: string; readonly bytes: number; readonly lines: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  let lines = 0
  const onOctets = (octets: Buffer): void => {
    hash.update(octets)
    bytes += octets.length
  }
  for await (const some of linesOf(folder, name, { onOctets })) {
    lines += some.length
    if (lines > atMost) break
  }
  return { sha256: hash.digest('hex'), bytes, lines }
}
