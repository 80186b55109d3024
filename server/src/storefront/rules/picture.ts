import { type LocalizedText, localized } from '../../contract/locale.ts'

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export const PICTURE_BYTES_MAX = 256 * 1024
const SIDE_MIN = 32
const SIDE_MAX = 1_024

export interface Picture {
  readonly type: (typeof PICTURE_TYPES)[number]
  readonly width: number
  readonly height: number
}

/**
 * What a picture is by its own octets, whatever a sender calls it. Each format is walked part by part to its end, so
 * that nothing else can hide behind it. The picture itself is not decoded.
 */
export function readPicture(octets: Buffer): Picture | { readonly refused: LocalizedText } {
  if (octets.length > PICTURE_BYTES_MAX) return { refused: TOO_LARGE }
  const format = FORMATS.find(({ isIt }) => isIt(octets))
  if (!format) return { refused: WRONG_TYPE }
  const read = format.read(octets)
  if (typeof read === 'string') return { refused: REFUSED[read] }
  const { width, height } = read
  const fits = [width, height].every((side) => side >= SIDE_MIN && side <= SIDE_MAX)
  return fits ? { type: format.type, width, height } : { refused: wrongSize(width, height) }
}

interface Size {
  readonly width: number
  readonly height: number
}
type Wrong = 'broken' | 'animated' | 'more'

const FORMATS: readonly {
  readonly type: Picture['type']
  readonly isIt: (octets: Buffer) => boolean
  readonly read: (octets: Buffer) => Size | Wrong
}[] = [
  { type: 'image/png', isIt: (octets) => octets.subarray(0, 8).equals(PNG), read: readPng },
  { type: 'image/jpeg', isIt: (octets) => octets.subarray(0, 3).equals(JPEG), read: readJpeg },
  {
    type: 'image/webp',
    isIt: (octets) => text(octets, 0) === 'RIFF' && text(octets, 8) === 'WEBP',
    read: readWebp,
  },
]

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

function text(octets: Buffer, at: number): string {
  return octets.toString('latin1', at, at + 4)
}

const OF_ANIMATED_PNG = ['acTL', 'fcTL', 'fdAT']

/** Parts of a length, a name, that many octets and a sum. */
function readPng(octets: Buffer): Size | Wrong {
  let size: Size | null = null
  let hasPixels = false
  for (let at = PNG.length; at + 12 <= octets.length; ) {
    const length = octets.readUInt32BE(at)
    const name = text(octets, at + 4)
    const next = at + 12 + length
    if (next > octets.length || !/^[A-Za-z]{4}$/.test(name)) return 'broken'
    if ((size === null) !== (name === 'IHDR')) return 'broken'
    if (OF_ANIMATED_PNG.includes(name)) return 'animated'
    if (name === 'IHDR') {
      if (length !== 13) return 'broken'
      size = { width: octets.readUInt32BE(at + 8), height: octets.readUInt32BE(at + 12) }
    }
    if (name === 'IDAT') hasPixels = true
    if (name === 'IEND') {
      if (size === null || !hasPixels || length !== 0) return 'broken'
      return next === octets.length ? size : 'more'
    }
    at = next
  }
  return 'broken'
}

/** Where frames begin: all of C0 to CF but the tables among them. */
function beginsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

const END = 0xd9
const SCAN = 0xda

/** Segments of a marker and a length; behind the head of a scan follow pixels, up to the next marker. */
function readJpeg(octets: Buffer): Size | Wrong {
  let size: Size | null = null
  let hasPixels = false
  for (let at = 2; at + 2 <= octets.length; ) {
    if (octets[at] !== 0xff) return 'broken'
    const marker = octets[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END) {
      if (size === null || !hasPixels) return 'broken'
      return at + 2 === octets.length ? size : 'more'
    }
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8) || at + 4 > octets.length) return 'broken'
    const length = octets.readUInt16BE(at + 2)
    const next = at + 2 + length
    if (length < 2 || next > octets.length) return 'broken'
    if (beginsFrame(marker)) {
      if (size !== null || length < 8) return 'broken'
      size = { height: octets.readUInt16BE(at + 5), width: octets.readUInt16BE(at + 7) }
    }
    if (marker === SCAN) {
      if (size === null) return 'broken'
      hasPixels = true
    }
    at = marker === SCAN ? endOfPixels(octets, next) : next
  }
  return 'broken'
}

/** Among pixels a marker's first octet is followed by zero, or by one of eight marks that divide them. */
function endOfPixels(octets: Buffer, from: number): number {
  for (let at = from; at + 1 < octets.length; at += 1) {
    const next = octets[at + 1] ?? 0
    if (octets[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return octets.length
}

const ANIMATED_FLAG = 0x02
const OF_ANIMATED_WEBP = ['ANIM', 'ANMF']

/** A container of parts with a name, a length and that many octets; an extended one says its size in a part of its own. */
function readWebp(octets: Buffer): Size | Wrong {
  if (octets.length < 20) return 'broken'
  const end = octets.readUInt32LE(4) + 8
  if (end > octets.length) return 'broken'
  if (end < octets.length) return 'more'
  let canvas: Size | null = null
  let pixels: Size | null = null
  for (let at = 12; at < end; ) {
    if (at + 8 > end) return 'broken'
    const name = text(octets, at)
    const length = octets.readUInt32LE(at + 4)
    const data = octets.subarray(at + 8, at + 8 + length)
    if (data.length !== length) return 'broken'
    const isFirst = at === 12
    at += 8 + length + (length % 2)
    if (OF_ANIMATED_WEBP.includes(name)) return 'animated'
    if (name === 'VP8X') {
      if (!isFirst || length !== 10) return 'broken'
      if (((data[0] ?? 0) & ANIMATED_FLAG) !== 0) return 'animated'
      canvas = { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
    } else if (name === 'VP8 ' || name === 'VP8L') {
      const size = name === 'VP8 ' ? sizeOfLossy(data) : sizeOfLossless(data)
      if (size === null || pixels !== null) return 'broken'
      pixels = size
    } else if (canvas === null) return 'broken'
    if (at > end) return 'broken'
  }
  if (pixels === null) return 'broken'
  const isSame = canvas === null || (canvas.width === pixels.width && canvas.height === pixels.height)
  return isSame ? pixels : 'broken'
}

/** A key frame says its size behind three octets of its own and a mark of three. */
function sizeOfLossy(data: Buffer): Size | null {
  if (data.length < 10 || ((data[0] ?? 1) & 1) !== 0 || data.readUIntBE(3, 3) !== 0x9d012a) return null
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

function sizeOfLossless(data: Buffer): Size | null {
  if (data.length < 5 || data[0] !== 0x2f) return null
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

const TOO_LARGE: LocalizedText = localized(
  'The picture is larger than 256 KB.',
  'A imagem tem mais de 256 KB.',
  'La imagen pesa más de 256 KB.',
)

const WRONG_TYPE: LocalizedText = localized(
  'Send a PNG, JPEG or WebP picture. Others, such as SVG, are not taken: they can carry scripts.',
  'Envie uma imagem PNG, JPEG ou WebP. Outros formatos, como SVG, não são aceitos: podem conter scripts.',
  'Envíe una imagen PNG, JPEG o WebP. Otros formatos, como SVG, no se aceptan: pueden contener scripts.',
)

const REFUSED: Readonly<Record<Wrong, LocalizedText>> = {
  broken: localized(
    'The picture is cut off or broken.',
    'A imagem está cortada ou corrompida.',
    'La imagen está cortada o dañada.',
  ),
  animated: localized(
    'The picture is animated: send one that stands still.',
    'A imagem é animada: envie uma imagem estática.',
    'La imagen es animada: envíe una imagen fija.',
  ),
  more: localized(
    'Something else follows the picture in this file: export it again.',
    'Há algo mais depois da imagem neste arquivo: exporte-a novamente.',
    'Hay algo más después de la imagen en este archivo: expórtela de nuevo.',
  ),
}

function wrongSize(width: number, height: number): LocalizedText {
  return localized(
    `The picture is ${width} × ${height} pixels: each side must be ${SIDE_MIN} to ${SIDE_MAX}.`,
    `A imagem tem ${width} × ${height} pixels: cada lado precisa ter de ${SIDE_MIN} a ${SIDE_MAX}.`,
    `La imagen tiene ${width} × ${height} píxeles: cada lado debe tener de ${SIDE_MIN} a ${SIDE_MAX}.`,
  )
}
