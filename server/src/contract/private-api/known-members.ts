/**
 * Which members of a body or query an operation knows. What it does not know is ignored, and the sender is told: a
 * member that is spelled differently would otherwise lose points without a sign.
 */
import { refusal } from '../refusal.ts'
import type { ApiRefusal } from './errors.ts'

/** An object by the names of its members, each with what is known inside of it. */
interface KnownObject {
  readonly names: Map<string, KnownMembers | null>
  readonly byLowerCase: Map<string, string>
}

interface KnownList {
  readonly items: KnownMembers
}

export type KnownMembers = KnownObject | KnownList

/** What of a JSON schema names members. */
interface Schema {
  readonly $id?: string
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** null: the schema names no members. `shared` are the schemas that others refer to, by `$id`. */
export function knownMembersOf(
  schema: object | undefined,
  shared: Readonly<Record<string, unknown>> = {},
): KnownMembers | null {
  const made = new Map<Schema, KnownObject>()
  function read(one: Schema | undefined): KnownMembers | null {
    if (!one) return null
    if (one.$ref !== undefined) return read(shared[one.$ref.replace(/#$/, '')] as Schema | undefined)
    if (one.anyOf) return read(one.anyOf.find((branch) => read(branch) !== null))
    if (one.items) {
      const items = read(one.items)
      return items && { items }
    }
    return one.properties ? readObject(one, one.properties) : null
  }
  function readObject(one: Schema, properties: Readonly<Record<string, Schema>>): KnownObject {
    // A schema may refer to itself.
    const known = made.get(one) ?? { names: new Map(), byLowerCase: new Map() }
    if (made.has(one)) return known
    made.set(one, known)
    for (const [name, inner] of Object.entries(properties)) {
      known.names.set(name, read(inner))
      known.byLowerCase.set(name.toLowerCase(), name)
    }
    return known
  }
  return read(schema as Schema | undefined)
}

export interface UnknownMembers {
  /** Members as paths such as `Products[].Quantity`, at most `IGNORED_MAX`; safe in a header. */
  readonly ignored: readonly string[]
  /** The first that differs from a known one by case alone. */
  readonly misspelled: ApiRefusal | null
}

export const IGNORED_MAX = 20
/** Longer than any name that is known. */
const NAME_MAX = 40

/** null: all are known, as usual. */
export function findUnknownMembers(
  known: KnownMembers | null,
  sent: unknown,
  prefix = '',
): UnknownMembers | null {
  if (!known) return null
  const finding = new Finding(prefix)
  finding.look(known, sent, '')
  return finding.found
}

export function joinUnknown(one: UnknownMembers | null, other: UnknownMembers | null): UnknownMembers | null {
  if (!one || !other) return one ?? other
  const ignored = [...new Set([...one.ignored, ...other.ignored])].slice(0, IGNORED_MAX)
  return { ignored, misspelled: one.misspelled ?? other.misspelled }
}

class Finding {
  readonly #prefix: string
  readonly #ignored = new Set<string>()
  #misspelled: ApiRefusal | null = null
  /** Most often the same one is in every line of a list. */
  readonly #last = { name: '', path: '' }

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  get found(): UnknownMembers | null {
    if (this.#ignored.size === 0 && !this.#misspelled) return null
    return { ignored: [...this.#ignored], misspelled: this.#misspelled }
  }

  /** Looks at each member that is known and at the name of each other one: never inside what is ignored. */
  look(known: KnownMembers, value: unknown, path: string): void {
    if (typeof value !== 'object' || value === null) return
    if ('items' in known) {
      if (!Array.isArray(value)) return
      for (const item of value) this.look(known.items, item, path === '' ? '' : `${path}[]`)
      return
    }
    for (const name in value) {
      const inner = known.names.get(name)
      if (inner === undefined) this.#note(known, name, path)
      else if (inner !== null) {
        this.look(inner, (value as Record<string, unknown>)[name], path === '' ? name : `${path}.${name}`)
      }
    }
  }

  #note({ byLowerCase }: KnownObject, name: string, path: string): void {
    if (this.#last.name === name && this.#last.path === path) return
    this.#last.name = name
    this.#last.path = path
    const meant = name.length <= NAME_MAX ? byLowerCase.get(name.toLowerCase()) : undefined
    if (meant !== undefined) this.#misspelled ??= misspelling(name, meant, path)
    else if (this.#ignored.size < IGNORED_MAX) this.#ignored.add(this.#shown(name, path))
  }

  #shown(name: string, path: string): string {
    const safe = name.slice(0, NAME_MAX).replace(/[^\w.-]/g, '*')
    return `${this.#prefix}${path === '' ? safe : `${path}.${safe}`}`
  }
}

/** Names are compared exactly, so the member would be ignored. */
export function misspelling(name: string, meant: string, path: string): ApiRefusal {
  const field = path === '' ? name : `${path}.${name}`
  const message = `${field} is not a member of this request: write ${meant}. Names are compared exactly.`
  return refusal('General_FieldCannotBeDefault', message, field)
}

/**
 * What the panel says of ignored members; null: nothing. A name that can't be one of a program's members may be a value
 * that was put in the wrong place, and values are not kept.
 */
export function hintOfIgnored(ignored: readonly string[]): string | null {
  const names = ignored.filter((name) => /^\??[A-Za-z_][\w.[\]-]*$/.test(name))
  return names.length === 0 ? null : `Not known, and ignored: ${names.join(', ')}.`
}
