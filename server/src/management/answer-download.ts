import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Download } from '../people/admin-api/api.ts'

/** So much is handed to the connection at once: a slow client then keeps no more than this beside the part it is in. */
const PIECE_BYTES = 64 * 1024

/** Sends a file while it is read. A client that hangs up ends the reading. */
export function answerDownload(reply: FastifyReply, { name, bytes, octets }: Download): FastifyReply {
  void reply.headers({
    'content-disposition': `attachment; filename="${plainName(name)}"; filename*=UTF-8''${encodedName(name)}`,
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'none',
    ...(bytes === null ? {} : { 'content-length': bytes }),
  })
  const pieces = Readable.from(inPieces(octets), { objectMode: false, highWaterMark: PIECE_BYTES })
  return reply.type('application/octet-stream').send(pieces)
}

async function* inPieces(octets: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of octets) {
    for (let from = 0; from < part.length; from += PIECE_BYTES) yield part.subarray(from, from + PIECE_BYTES)
  }
}

/** For clients that know no other: a name is a merchant's own text, and must not end the header or the file name. */
function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9._ -]/g, '_')
}

/** RFC 8187 allows fewer characters than `encodeURIComponent` leaves. */
function encodedName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
