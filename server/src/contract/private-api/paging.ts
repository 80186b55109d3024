import { Type } from 'typebox'
import { isRefusal } from '../refusal.ts'
import type { Page } from './envelopes.ts'
import { type ApiRefusal, wrongField } from './errors.ts'
import { integerFromQuery } from './query.ts'

const PAGE_SIZE_MAX = 50
const PAGE_SIZE_DEFAULT = 10
/** How deep a list can be read: an offset reads all that it skips. */
const ITEMS_MAX = 10_000

/** For the schema of a query; numbers arrive as text there. */
export const PAGE_PARAMETERS = {
  PageNumber: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: 1,
      description: 'Which page, from 1. PageNumber × PageSize is at most 10,000.',
    }),
  ),
  PageSize: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_SIZE_MAX,
      default: PAGE_SIZE_DEFAULT,
      description: 'How many items a page has.',
    }),
  ),
}

/** A page of a list that ends by itself: however far one asks, no more is read than there is. */
export function readPageOfFew(query: Readonly<Record<string, unknown>>): Page | ApiRefusal {
  const size = integerFromQuery(query.PageSize, PAGE_SIZE_DEFAULT)
  if (size === null || size < 1 || size > PAGE_SIZE_MAX) {
    return wrongField('ApiExternal_Error_Page_Size', 'PageSize', `must be from 1 to ${PAGE_SIZE_MAX}.`)
  }
  const number = integerFromQuery(query.PageNumber, 1)
  if (number === null || number < 1) {
    return wrongField('General_BiggerThanZero', 'PageNumber', 'must be 1 or more.')
  }
  return { number, size }
}

export function readPage(query: Readonly<Record<string, unknown>>): Page | ApiRefusal {
  const page = readPageOfFew(query)
  if (isRefusal(page)) return page
  if (page.number * page.size > ITEMS_MAX) {
    const text = `is too large: PageNumber × PageSize is at most ${ITEMS_MAX}.`
    return wrongField('Genaral_LengthLimitExceeded', 'PageNumber', text)
  }
  return page
}

/** How many items come before the page. */
export function offsetOf({ number, size }: Page): number {
  return (number - 1) * size
}
