/** A tar archive (POSIX ustar), put together while it is read: its size is known before. */
const BLOCK = 512
const NAME_MAX = 100

export interface TarEntry {
  readonly name: string
  readonly bytes: number
  /** In seconds since 1970. */
  readonly modifiedAt: number
}

/** Two blocks of zeros end it. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

export function tarBytes(entries: readonly Pick<TarEntry, 'bytes'>[]): number {
  return entries.reduce((sum, { bytes }) => sum + BLOCK + bytes + paddingOf(bytes), TAR_END.length)
}

/** What stands behind the octets of an entry, so that the next one begins with a block. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc(paddingOf(bytes))
}

function paddingOf(bytes: number): number {
  return (BLOCK - (bytes % BLOCK)) % BLOCK
}

export function tarHeader({ name, bytes, modifiedAt }: TarEntry): Buffer {
  const header = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(name) > NAME_MAX) throw new Error(`“${name}” is too long a name for a tar archive`)
  header.write(name, 0)
  header.write(octal(0o644, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(bytes, 12), 124)
  header.write(octal(modifiedAt, 12), 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, octet) => total + octet, 0)
  header.write(`${octal(sum, 7)} `, 148)
  return header
}

/** With a zero at its end. */
function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, '0')}\u0000`
}
