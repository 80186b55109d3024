import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { NDJSON } from '../../app/edge-failures.ts'
import { type EdgeError, tooManyRequests, unavailable } from '../../contract/edge-error.ts'
import {
  BULK_BYTES_MAX,
  BULK_ITEM_BYTES_MAX,
  BULK_ITEMS_MAX,
  BulkEnvelope,
  BulkItem,
} from '../../contract/private-api/bulk.ts'
import { knownMembersOf } from '../../contract/private-api/known-members.ts'
import { bodyCompiler } from '../../contract/private-api/validation.ts'
import { parseJsonList } from '../../platform/http/json-list.ts'
import type { BulkOperation } from '../../tenancy/private-api/bulk-operation.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import { BulkList, type BulkListOptions, ITEMS_OF_REQUEST } from './list.ts'
import { type BulkPlace, BulkPlaces, type NoPlace } from './places.ts'

declare module 'fastify' {
  interface FastifyRequest {
    bulkPlace: BulkPlace | null
  }
}

const LIMITS = { entriesMax: BULK_ITEMS_MAX, entryBytesMax: BULK_ITEM_BYTES_MAX }

/** What is common to the operations on many items. `api`: where nothing else is registered. */
export function takeLists(api: PrivateApi): void {
  api.removeContentTypeParser('application/json')
  api.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseJsonList(body, LIMITS),
  )
  api.addContentTypeParser(NDJSON, async (_request: FastifyRequest, body: Readable) => body)
  givePlaces(api)
}

/** Gives each request a place until it is answered, or its sender gone. */
function givePlaces(api: PrivateApi): void {
  const places = new BulkPlaces()
  api.decorateRequest('bulkPlace', null)
  api.addHook('onRequest', (request, _reply, done) => {
    const place = places.take(request.apiToken, request.tenant.id)
    if (typeof place === 'string') return done(problemOfPlace(place))
    request.bulkPlace = place
    const { socket } = request.raw
    if (socket.destroyed) place.leave()
    else socket.once('close', place.leave)
    done()
  })
  api.addHook('onResponse', ({ bulkPlace, raw }, _reply, done) => {
    if (bulkPlace) {
      raw.socket.off('close', bulkPlace.leave)
      bulkPlace.leave()
    }
    done()
  })
}

function problemOfPlace(place: NoPlace): EdgeError {
  switch (place) {
    case 'key':
      return tooManyRequests('A list that was sent with this key is under way: wait for its answer.', 1)
    case 'tenant':
      return tooManyRequests('Several lists of this merchant are under way: wait for their answers.', 1)
    case 'process':
      return unavailable('Too many lists are under way: send the request again in a moment.')
  }
}

/** One operation on many items. */
export function bulkRoute<Body, Result>(
  api: PrivateApi,
  operation: BulkOperation<Body, Result>,
  options: BulkListOptions,
): void {
  const schemas = api.getSchemas()
  const form = {
    validate: bodyCompiler(Object.values(schemas) as object[])<Body>(operation.body),
    known: knownMembersOf(operation.body, schemas),
  }
  api.post(
    operation.url,
    {
      bodyLimit: BULK_BYTES_MAX,
      config: { takesLines: true },
      schema: schemaOf(operation),
      // Each item is validated by itself, so that one that is wrong refuses no other.
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const list = new BulkList(operation, form, request, options)
      const { body } = request
      return body instanceof Readable ? list.answerLines(body, reply) : list.answerAll(body, reply)
    },
  )
}

const COMMON = `\
At most ${BULK_ITEMS_MAX} items and 8 MiB, as a JSON array, or line by line with Content-Type ${NDJSON}: \
then each line is answered by a line, as soon as it is done. Each item is exactly its single operation, with its own \
commit and its own error; nothing is undone for another one. Items of one customer or product are done in their \
order. HasError is false when the list was processed, whatever its items say. An item with the error 103 was not \
tried: send it again. One list at a time for each key; ${ITEMS_OF_REQUEST} items count as one request.`

function schemaOf<Body, Result>(operation: BulkOperation<Body, Result>) {
  const { operationId, tag, summary, description, body, example, result } = operation
  return {
    operationId,
    tags: [tag],
    summary,
    description: `${description} ${COMMON}`,
    body: {
      content: {
        'application/json': {
          schema: Type.Array(body, { minItems: 1, maxItems: BULK_ITEMS_MAX, examples: [[example]] }),
        },
        [NDJSON]: { schema: body },
      },
    },
    response: {
      200: {
        description: 'Default Response',
        content: {
          'application/json': { schema: BulkEnvelope(result) },
          [NDJSON]: { schema: BulkItem(result) },
        },
      },
    },
  }
}
