import { DEPTH_MAX } from '../../platform/http/json-body.ts'
import { type Cell, COLUMNS_MAX } from './format.ts'

/**
 * A line of NDJSON as cells by the names of its members: `{"tier":{"name":"Gold"}}` has a cell `tier.name`. Numbers stay
 * as they were written, because a double does not hold all of them. Null: it is no object.
 */
export function readJsonRecord(text: string): ReadonlyMap<string, Cell> | null {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const cells = new Map<string, Cell>()
  return addCells(cells, '', value, 0) ? cells : null
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
