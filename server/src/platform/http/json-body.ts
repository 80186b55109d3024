import { isUtf8 } from 'node:buffer'

export const DEPTH_MAX = 20
/** Values of a body that is small; a larger one may have one per so many bytes. Parsing costs by the value. */
const VALUES_MAX = 20_000
const BYTES_PER_VALUE = 16

/** A body that is not JSON we accept: HTTP 400. */
export class MalformedBodyError extends Error {
  override readonly name = 'MalformedBodyError'
  readonly statusCode = 400
}

/**
 * Parses a JSON body strictly: well-formed UTF-8, bounded nesting, no key that could reach a prototype.
 * An empty body is undefined; whether one is needed is the operation's to say.
 */
export function parseJsonBody(body: Buffer, depthMax = DEPTH_MAX): unknown {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw new MalformedBodyError('The body is not valid UTF-8.')
  // Before parsing, so that a bomb of brackets never becomes a tree of objects.
  if (body.length > VALUES_MAX || hasManyBrackets(body)) refuseBomb(body, depthMax)
  const text = body.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch (error) {
    throw new MalformedBodyError(`The body is not valid JSON: ${(error as Error).message}.`)
  }
  // The search on the text is cheap and mostly answers at once; only a hit is worth walking the tree.
  if (mayPoison(text) && isPoisoned(value)) {
    throw new MalformedBodyError(
      'The body has a member named “__proto__”, or a “constructor” with a “prototype”.',
    )
  }
  return value
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/** Few bodies have enough brackets to be too deep at all, and to find that out is quicker than to follow them. */
function hasManyBrackets(body: Buffer): boolean {
  let count = 0
  for (const bracket of [OPEN_BRACE, OPEN_BRACKET]) {
    for (let at = body.indexOf(bracket); at >= 0; at = body.indexOf(bracket, at + 1)) {
      count += 1
      if (count > DEPTH_MAX) return true
    }
  }
  return false
}

function refuseBomb(body: Buffer, depthMax: number): void {
  const valuesMax = Math.max(VALUES_MAX, body.length / BYTES_PER_VALUE)
  let values = 0
  let depth = 0
  let isInString = false
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index]
    if (isInString) {
      if (byte === BACKSLASH) index += 1
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1
      values += 1
      if (depth > depthMax) throw new MalformedBodyError(`The body is nested deeper than ${depthMax} levels.`)
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1
    else if (byte === COMMA) values += 1
  }
  if (values > valuesMax) {
    throw new MalformedBodyError(
      `The body has more than ${VALUES_MAX} values, and more than one per ${BYTES_PER_VALUE} bytes.`,
    )
  }
}

/** Any of the names, or an escape in which one could hide. Three plain searches are quicker than a pattern. */
function mayPoison(text: string): boolean {
  return text.includes('__proto__') || text.includes('constructor') || text.includes('\\u00')
}

function isPoisoned(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Object.hasOwn(value, '__proto__')) return true
  const { constructor: maker } = value as { constructor: unknown }
  if (typeof maker === 'object' && maker !== null && Object.hasOwn(maker, 'prototype')) return true
  return Object.values(value).some(isPoisoned)
}
