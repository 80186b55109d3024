import { DEPTH_MAX } from '../../platform/http/json-body.ts'
import { type Cell, COLUMNS_MAX, ELEMENTS_MAX } from './format.ts'

/**
 * A line of NDJSON as cells by the names of its members: `{"tier":{"name":"Gold"}}` has a cell `tier.name`. Numbers stay
 * as they were written, because a double does not hold all of them. Null: it is no object. Of this list each element is
 * a line: the first one belongs to the first line, `{"Products":[{"Id":"a"}]}` has a cell `Products[].Id`, and the others
 * have their own cells alone.
 */
export function readJsonLines(text: string, list?: string): readonly ReadonlyMap<string, Cell>[] | null {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const [first, ...others] = list === undefined ? [] : elementsOf(value, list)
  const cells = new Map<string, Cell>()
  const isRead = addCells(cells, '', value, 0) && (!first || addCells(cells, `${list}[]`, first, 1))
  if (!isRead) return null
  const lines = others.map((element) => {
    const line = new Map<string, Cell>()
    return addCells(line, `${list}[]`, element, 1) ? line : null
  })
  return lines.every((line) => line !== null) ? [cells, ...lines] : null
}

/** What stands there and is no object has no members, and is no element. */
function elementsOf(value: object, list: string): readonly object[] {
  const found: unknown = Object.hasOwn(value, list) ? (value as Record<string, unknown>)[list] : null
  return Array.isArray(found) ? found.filter(isObject).slice(0, ELEMENTS_MAX + 1) : []
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Written)
}

/** A number as it was written. */
class Written {
  readonly number: string

  constructor(number: string) {
    this.number = number
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) =>
      typeof value === 'number' ? new Written(context?.source ?? String(value)) : value,
    )
  } catch {
    // Also a nesting that is deeper than the stack.
    return null
  }
}

/** False: there are too many members, or they are too deep. */
function addCells(cells: Map<string, Cell>, path: string, value: object, depth: number): boolean {
  if (depth > DEPTH_MAX) return false
  for (const [name, member] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`
    if (typeof member === 'object' && member !== null && !(member instanceof Written)) {
      if (Array.isArray(member)) continue
      if (!addCells(cells, place, member, depth + 1)) return false
    } else if (cells.size >= COLUMNS_MAX) {
      return false
    } else {
      cells.set(place, cellOf(member))
    }
  }
  return true
}

function cellOf(member: unknown): Cell {
  if (member instanceof Written) return { number: member.number }
  return member === null ? '' : String(member)
}
