import { type FileReason, UnreadableFile } from './format.ts'

const ZIP = Buffer.from('PK\x03\x04')
const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const GZIP = Buffer.from([0x1f, 0x8b])
const UTF_16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]
const NUL = 0
/** Where a workbook names what is in it. */
const LOOKED_AT = 4_096
const HTML = /^(?:\uFEFF)?\s*<(?:!doctype\s+html|html|head|body|table|\?xml)\b/i
/** JSON that is written over several lines, or one list: not one object per line. */
const JSON_LIST = /^(?:\uFEFF)?\s*(?:\[|\{\s*[\r\n])/

export function isGzip(octets: Buffer): boolean {
  return startsWith(octets, GZIP)
}

/** Throws where the first octets are those of something else than lines of text. */
export function refuseByFirstOctets(octets: Buffer): void {
  const reason = reasonOf(octets)
  if (reason) throw new UnreadableFile(reason)
}

function reasonOf(octets: Buffer): FileReason | null {
  if (octets.length === 0) return 'empty'
  if (startsWith(octets, OLD_OFFICE)) return 'excel-workbook'
  if (startsWith(octets, ZIP)) return isWorkbook(octets) ? 'excel-workbook' : 'zip'
  if (startsWith(octets, Buffer.from('%PDF'))) return 'pdf'
  if (UTF_16.some((mark) => startsWith(octets, mark))) return null
  if (octets.includes(NUL)) return 'binary'
  const start = octets.toString('latin1', 0, LOOKED_AT).replace(/^ï»¿/, '')
  if (HTML.test(start)) return 'html'
  if (JSON_LIST.test(start)) return 'json-document'
  return start.trim() === '' && octets.length < LOOKED_AT ? 'empty' : null
}

function isWorkbook(octets: Buffer): boolean {
  const names = octets.toString('latin1', 0, LOOKED_AT)
  return /\[Content_Types\]\.xml|xl\/|_rels\/|mimetypeapplication\/vnd\.oasis/.test(names)
}

function startsWith(octets: Buffer, mark: Buffer): boolean {
  return octets.subarray(0, mark.length).equals(mark)
}
