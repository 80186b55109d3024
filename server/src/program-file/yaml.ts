import {
  Document,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  parseDocument,
  Scalar,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { LOCALES } from '../contract/locale.ts'
import type { Change, Section } from './plan.ts'
import { isObject, type Json, type JsonObject } from './shape.ts'

const HEAD = ' yaml-language-server: $schema=./punchcard.schema.json'
/** A line is not broken where it gets long: a change is then one line of a diff. */
const WRITING = { lineWidth: 0 } as const

/** What is wrong with the text of a file, with its line. */
export class ProgramTextError extends Error {
  override readonly name = 'ProgramTextError'
}

/** The value of a text; JSON is YAML too. */
export function readProgramText(text: string): unknown {
  return parse(text).toJS({ maxAliasCount: 100 })
}

function parse(text: string): Document.Parsed<ParsedNode> {
  const document = parseDocument(text)
  const [first] = document.errors
  if (first) throw new ProgramTextError(first.message)
  return document as Document.Parsed<ParsedNode>
}

/** A new file. */
export function writeProgramText(file: JsonObject): string {
  const document = new Document(file)
  document.commentBefore = HEAD
  return document.toString(WRITING)
}

/**
 * Makes a text say what a merchant has (`current`), where `changes` are what the text would change about it. Only that
 * is touched: comments, order and the way in which each value is written stay.
 */
export function updateProgramText(text: string, current: JsonObject, changes: readonly Change[]): string {
  if (changes.length === 0) return text
  return new TextUpdate(parse(text), current).undo(changes, text)
}

/**
 * The text with an id for every rule that has none: each the next above all that the text has and `taken`. Nothing else
 * of the text is touched.
 */
export function withRuleIds(text: string, taken: readonly number[]): string {
  const rules = parse(text).getIn(LISTS.rule.path)
  const items = isSeq(rules) ? rules.items.filter((item) => isMap(item)) : []
  const named = items.flatMap((item) => {
    const id = item.get('id')
    return Number.isSafeInteger(id) ? [Number(id)] : []
  })
  const without = items.filter((item) => !item.has('id') && item.items.length > 0)
  const first = Math.max(0, ...taken, ...named) + 1
  return withEdits(
    text,
    without.flatMap((item, index) => idInto(text, item, first + index)),
  )
}

/** In front of the first member, written as that one is. */
function idInto(text: string, item: YAMLMap, id: number): Edit[] {
  const key = item.items[0]?.key
  if (!isScalar(key) || !key.range) return []
  const [from] = key.range
  const name = key.type === Scalar.QUOTE_DOUBLE ? '"id"' : 'id'
  const indent = ' '.repeat(from - text.lastIndexOf('\n', from - 1) - 1)
  return [{ from, to: from, text: item.flow ? `${name}: ${id}, ` : `${name}: ${id}\n${indent}` }]
}

/** From the end, so that no edit moves another one's place. */
function withEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.from - one.from)
    .reduce((all, edit) => all.slice(0, edit.from) + edit.text + all.slice(edit.to), text)
}

/** Replaces a part of the text. */
interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** The text of a scalar, quoted as the one before it was; bare where that can't be misread, inside of braces too. */
function textOfScalar(value: Json, quotes: string | null | undefined): string {
  if (typeof value !== 'string') return String(value)
  if (quotes === Scalar.QUOTE_SINGLE && !/[\n']/.test(value)) return `'${value}'`
  const isBare = quotes === Scalar.PLAIN && /^[^\s,[\]{}#:&*!|>'"%@`\-?][^,[\]{}#:\n'"]*$/.test(value)
  return isBare && stringify(value).trim() === value ? value : JSON.stringify(value)
}

type Path = (string | number)[]

interface List {
  readonly path: readonly string[]
  readonly id: string
}

const LISTS = {
  rule: { path: ['program', 'rules'], id: 'id' },
  tier: { path: ['tiers'], id: 'key' },
  reward: { path: ['rewards'], id: 'key' },
  quiz: { path: ['quizzes'], id: 'key' },
} as const satisfies Partial<Record<Section, List>>

function listOf(section: Section): List | undefined {
  return (LISTS as Partial<Record<Section, List>>)[section]
}

class TextUpdate {
  readonly #document: Document
  readonly #current: JsonObject
  /** Values that take the place of others. Where there is nothing else, the rest of the text stays as it is. */
  readonly #edits: Edit[] = []
  #isRebuilt = false

  constructor(document: Document, current: JsonObject) {
    this.#document = document
    this.#current = current
  }

  undo(changes: readonly Change[], text: string): string {
    for (const change of changes) this.#undo(change)
    if (this.#isRebuilt) return this.#document.toString(WRITING)
    return withEdits(text, this.#edits)
  }

  #undo(change: Change): void {
    const { section, key } = change
    const list = listOf(section)
    if (!list) {
      const path = section === 'cashback' ? ['program', 'cashback'] : [section]
      this.#setMembers(path, valueAt(this.#current, path), change)
    } else if (key === '') this.#reorder(list.path, list.id)
    else this.#undoItem(change, list.path, list.id)
  }

  /** Sets each member that differs to what it is; one that goes without saying is left out. */
  #setMembers(path: Path, now: Json | undefined, { members }: Change): void {
    for (const { member } of members) {
      const names = namesOf(member)
      this.#set([...path, ...names], valueAt(now, names))
    }
  }

  #undoItem(change: Change, path: readonly string[], id: string): void {
    const things = valueAt(this.#current, path)
    const current = (Array.isArray(things) ? things : []) as JsonObject[]
    const now = current.find((thing) => String(thing[id]) === change.key)
    const items = this.#itemsAt(path)
    const index = items.findIndex((item) => isMap(item) && String(item.get(id)) === change.key)
    if (now === undefined) this.#remove(items, index)
    else if (index < 0) this.#insert(path, items, now, current)
    else this.#setMembers([...path, index], now, change)
  }

  #remove(items: unknown[], index: number): void {
    if (index >= 0) items.splice(index, 1)
    this.#isRebuilt = true
  }

  /** Behind the one that it comes after. */
  #insert(
    path: readonly string[],
    items: unknown[],
    thing: JsonObject,
    current: readonly JsonObject[],
  ): void {
    const node = this.#document.createNode(thing)
    this.#isRebuilt = true
    const place = current.indexOf(thing)
    if (items.length === 0 && !isSeq(this.#document.getIn(path))) this.#document.setIn(path, [node])
    else items.splice(Math.min(place, items.length), 0, node)
  }

  #itemsAt(path: readonly string[]): unknown[] {
    const list = this.#document.getIn(path)
    return isSeq(list) ? (list as YAMLSeq).items : []
  }

  #reorder(path: readonly string[], id: string): void {
    const things = valueAt(this.#current, path)
    const order = (Array.isArray(things) ? things : []).map((thing) => (isObject(thing) ? thing[id] : null))
    const items = this.#itemsAt(path) as YAMLMap[]
    items.sort((one, other) => order.indexOf(one.get(id) as Json) - order.indexOf(other.get(id) as Json))
    this.#isRebuilt = true
  }

  #set(path: Path, value: Json | undefined): void {
    const node = this.#document.getIn(path, true)
    if (value === undefined) {
      this.#isRebuilt = true
      this.#document.deleteIn(path)
      return
    }
    const isPlain = typeof value !== 'object' || value === null
    if (isPlain && isScalar(node) && node.range) {
      const [from, to] = node.range
      this.#edits.push({ from, to, text: textOfScalar(value, node.type) })
    } else this.#isRebuilt = true
    this.#document.setIn(path, isPlain ? value : this.#document.createNode(value))
  }
}

/** Texts of the storefront have dots in their keys: `words.pill.expiring.en` is three names. */
function namesOf(member: string): string[] {
  const [first = '', ...names] = member.split('.')
  if (first !== 'words' || names.length === 0) return [first, ...names]
  const isOfLocale = (LOCALES as readonly string[]).includes(names.at(-1) ?? '')
  return isOfLocale ? [first, names.slice(0, -1).join('.'), names.at(-1) ?? ''] : [first, names.join('.')]
}

function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((at, name) => (isObject(at) ? at[name] : undefined), value)
}
