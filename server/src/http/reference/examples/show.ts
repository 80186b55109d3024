import { readFileSync } from 'node:fs'
import type { Json } from '../readable.ts'
import type { Example } from './example.ts'

let answers: Readonly<Record<string, unknown>> | undefined

/** What the demo merchant was answered, long lists cut short; the test of the examples writes it. Read when asked for. */
function answerOf(operationId: string): unknown {
  answers ??= JSON.parse(
    readFileSync(new URL('./answers.json', import.meta.url), 'utf8'),
  ) as object as Record<string, unknown>
  return answers[operationId]
}

/** An operation of a document with what is sent and answered in an example. */
export function withExample(operation: Json, example: Example = {}): Json {
  const {
    operationId,
    parameters = [],
    requestBody,
    responses,
  } = operation as {
    operationId: string
    parameters?: Json[]
    requestBody?: { content: Record<string, Json> }
    responses: Record<string, { content?: Record<string, Json> }>
  }
  const answer = answerOf(operationId)
  return {
    ...operation,
    ...(parameters.length > 0 ? { parameters: parameters.map((one) => showParameter(one, example)) } : {}),
    ...(requestBody
      ? {
          requestBody: {
            ...requestBody,
            content: showAll(requestBody.content, bodyOf(requestBody.content, example)),
          },
        }
      : {}),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        status.startsWith('2') && response.content && answer !== undefined
          ? { ...response, content: showAll(response.content, answer) }
          : response,
      ]),
    ),
  }
}

/** That of the example, else that of the schema. */
function bodyOf(content: Record<string, Json>, { body }: Example): unknown {
  const { example, schema } = content['application/json'] ?? {}
  return body ?? example ?? (schema as { examples?: unknown[] } | undefined)?.examples?.[0]
}

function showParameter(parameter: Json, { path = {}, query = {} }: Example): Json {
  const { name, in: place } = parameter as { name: string; in: string }
  const value = place === 'path' ? (path[name] ?? FIXED[name]) : place === 'query' ? query[name] : FIXED[name]
  return value === undefined ? parameter : { ...parameter, example: value }
}

/** The same for all operations. */
const FIXED: Readonly<Record<string, unknown>> = {
  tenant: 1,
  'If-Match': '"r17"',
  'Content-Digest': 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
  'Idempotency-Key': 'c3f0a5de-0f0e-4b2e-9a43-0c1f5a1f6a52',
}

/** In JSON as it is; line by line, the first item. */
function showAll(content: Record<string, Json>, value: unknown): Record<string, Json> {
  if (value === undefined) return content
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      const { examples: _, ...schema } = media.schema as Json
      return [type, { ...media, schema, example: type === 'application/x-ndjson' ? firstOf(value) : value }]
    }),
  )
}

function firstOf(value: unknown): unknown {
  const list = Array.isArray(value) ? value : (value as { Items?: unknown[] }).Items
  return list?.[0]
}
