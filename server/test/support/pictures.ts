/** Pictures of 64 × 48 pixels as a browser writes them, and others that are made of these. */
import { crc32, deflateSync } from 'node:zlib'

const octets = (base64: string): Buffer => Buffer.from(base64, 'base64')

export const PICTURE = { width: 64, height: 48 }

export const PNG = octets(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAYAAAChS3wfAAAAxUlEQVR4AeyTywmAQAxEF/vQRrQdm9J2rMRG9J7LILgfMk/Y',
    'QwiYzZu307HOj/OZivkHAHMBCgZggDkBnoASYL/u8udR81r3MaA18dHmYcBoibS+Dwa0Jj7aPDsDYgAAiETcagxwSzzuiwGR',
    'iFuNAW6Jx30xIBJxqzHALfG4rzTg3Jby54kX6F1LAL0vWHs+AGoT7v1/NR8DFKHsfQzInrDaDwMUoex9DMiesNoPAxSh7H0M',
    'yJ6w2g8DFKHsfQzIlvDXfV4AAAD//7tB6isAAAAGSURBVAMAN8i4ocnv20AAAAAASUVORK5CYII=',
  ].join(''),
)
export const JPEG = octets(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWG',
    'kJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk',
    'pKSkpKSkpKSkpKSkpKT/wAARCAAwAEADASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAUGBP/EACUQAQAAAQsFAAAA',
    'AAAAAAAAAAARBAYTFURhZIKjweEFEhQjQv/EABgBAQEBAQEAAAAAAAAAAAAAAAACAwQB/8QAGhEAAwEBAQEAAAAAAAAAAAAA',
    'AAECEQMSMf/aAAwDAQACEQMRAD8A4gbNhM6dd35MYNmizis+bZ64xaTPX08wjAINQAANmxizX+G1OFw0vpl1l1mFpFnFZ82x',
    'X+G1OHH1GX+dR+qj7I/UYxhdcqqTRERSrWcQDI6AAAAAAAAAAAAP/9k=',
  ].join(''),
)
export const WEBP_LOSSY = octets(
  [
    'UklGRnIAAABXRUJQVlA4IGYAAAAwBQCdASpAADAAPxGAt1Q4qCWjKqgDECIJZQDHsK+xCWRWj1fOgBbV6IFh7J/9Fh/RAAD9',
    's//P/7J//nhG+uFsZ/8XdiN8a2lR1yZiXa08dPQCReCxjLHNLKGvia3nEVmrpf66AAA=',
  ].join(''),
)
export const WEBP_LOSSLESS = octets(
  'UklGRj4AAABXRUJQVlA4TDIAAAAvP8ALEA8wPJM5HgMY8DDato2l/f/rPggeGo3o/0QAAAAAbDWvAgAAAAAAAAAAADi/Ag==',
)
/** Extended: with transparency beside the pixels. */
export const WEBP_ALPHA = octets(
  [
    'UklGRq4AAABXRUJQVlA4WAoAAAAQAAAAPwAALwAAQUxQSB0AAAABDzCAERFCTdtIzBf+XJ9B5u9rRP8nQNID8FftCwBWUDgg',
    'agAAAJAEAJ0BKkAAMAA/DXSpUCwnI6KwCqmAIYlkCHABhxYY2wAJ2GR+uB9zYhJyAAD9g+Z3Ht9flixmBbywROTDcArOD6Db',
    'Re/8GIMaPugld/+cIkFCjNaBfGViI//hdDXakZ4pPGI4iehQAAA=',
  ].join(''),
)

export function pngChunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([head, named, sum])
}

/** Grey. */
export function png(width: number, height: number, more: readonly Buffer[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const pixels = deflateSync(Buffer.alloc((width + 1) * height))
  return Buffer.concat([
    PNG.subarray(0, 8),
    ...[pngChunk('IHDR', head), ...more, pngChunk('IDAT', pixels), pngChunk('IEND')],
  ])
}

export function riff(...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  const head = Buffer.from('RIFF....')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

export function riffChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.from(`${name}....`)
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** The same picture, with this in place of what stands at `at`. */
export function patched(picture: Buffer, at: number, ...values: readonly number[]): Buffer {
  const changed = Buffer.from(picture)
  for (const [index, value] of values.entries()) changed[at + index] = value
  return changed
}
