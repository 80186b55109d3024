import { isDeepStrictEqual } from 'node:util'
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
import { fileOfState, type State } from '../http/program-file/plan.ts'
import {
  brief,
  canonical,
  isObject,
  type Json,
  type JsonObject,
  type Shape,
} from '../http/program-file/shape.ts'
import { SHAPES } from '../http/program-file/shapes.ts'

const HEAD = ' yaml-language-server: $schema=./punchcard.schema.json'
/** A line of a list of ids or an item of a file is not broken: a change is then one line of a diff. */
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

/** A new file that says what a merchant has. */
export function writeProgramText(state: State): string {
  const document = new Document(fileOfState(state))
  document.commentBefore = HEAD
  return document.toString(WRITING)
}

/**
 * A file that says what a merchant has, made from an older one: only what differs is changed, so that comments, order
 * and the way in which each value is written stay.
 */
export function updateProgramText(text: string, state: State): string {
  const document = parse(text)
  const file = document.toJS() as Json
  if (!isObject(file) || !isMap(document.contents)) return writeProgramText(state)
  const wanted = fileOfState(state)
  return new Updates(document, file).apply(wanted, state, text)
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

/** Walks over a file beside what it should say. */
class Updates {
  readonly #document: Document
  readonly #file: JsonObject
  /** Values that took the place of others. Where there is nothing else, the rest of the text stays as it is. */
  readonly #edits: Edit[] = []
  #count = 0

  constructor(document: Document, file: JsonObject) {
    this.#document = document
    this.#file = file
  }

  apply(wanted: JsonObject, state: State, text: string): string {
    const { settings, program } = this.#file
    if (state.settings)
      this.#section(['settings'], settings, wanted.settings, SHAPES.settings, state.settings)
    if (state.cashback && isObject(program)) {
      this.#members(['program', 'cashback'], program.cashback, SHAPES.cashback, state.cashback)
      this.#items(['program', 'rules'], 'id', SHAPES.rule, state.rules ?? [])
    } else if (wanted.program !== undefined) this.#set(['program'], wanted.program)
    this.#list('tiers', SHAPES.tier, state.tiers, wanted)
    this.#list('rewards', SHAPES.reward, state.rewards, wanted)
    this.#list('quizzes', SHAPES.quiz, state.quizzes, wanted)
    return this.#count === 0 ? this.#edited(text) : this.#document.toString(WRITING)
  }

  #edited(text: string): string {
    const fromTheEnd = this.#edits.toSorted((one, other) => other.from - one.from)
    return fromTheEnd.reduce((all, edit) => all.slice(0, edit.from) + edit.text + all.slice(edit.to), text)
  }

  #section(
    path: string[],
    written: Json | undefined,
    wanted: Json | undefined,
    shape: Shape,
    current: JsonObject,
  ): void {
    if (isObject(written)) this.#members(path, written, shape, current)
    else if (wanted !== undefined) this.#set(path, wanted)
  }

  #list(name: string, shape: Shape, current: readonly JsonObject[] | null, wanted: JsonObject): void {
    if (current === null) return
    if (isSeq(this.#document.getIn([name]))) this.#items([name], 'key', shape, current)
    else if (wanted[name] !== undefined) this.#set([name], wanted[name])
  }

  /** Sets the members in which what is written differs in meaning from what is so. */
  #members(path: (string | number)[], written: Json | undefined, shape: Shape, current: JsonObject): void {
    const before = canonical(shape, isObject(written) ? written : {})
    const short = brief(shape, current)
    this.#differences(path, before, current, short)
  }

  #differences(path: (string | number)[], before: JsonObject, current: JsonObject, short: JsonObject): void {
    for (const [member, now = null] of Object.entries(current)) {
      const old = before[member] ?? null
      if (isDeepStrictEqual(old, now)) continue
      const at = [...path, member]
      const inner = short[member]
      if (isObject(now) && isObject(old) && isMap(this.#document.getIn(at))) {
        this.#differences(at, old, now, isObject(inner) ? inner : {})
      } else if (inner === undefined) this.#delete(at)
      else this.#set(at, inner)
    }
  }

  /** Things of a list are known by their key: what moved within a file is still the same thing. */
  #items(path: string[], idMember: 'id' | 'key', shape: Shape, current: readonly JsonObject[]): void {
    const list = this.#document.getIn(path) as YAMLSeq<YAMLMap>
    const idOf = (item: YAMLMap): unknown => (isMap(item) ? item.get(idMember) : undefined)
    const ids = current.map((thing) => thing[idMember])
    const kept = list.items.filter((item) => ids.includes(idOf(item) as Json))
    this.#count += list.items.length - kept.length
    const place = new Map(kept.map((item) => [idOf(item), item]))
    for (const thing of current) {
      const item = place.get(thing[idMember])
      if (item) continue
      place.set(thing[idMember], this.#document.createNode(brief(shape, thing)) as YAMLMap)
      this.#count += 1
    }
    const inOrder = shape === SHAPES.tier ? ids.map((id) => place.get(id)) : [...place.values()]
    const items = inOrder.filter((item) => item !== undefined)
    if (items.some((item, index) => item !== list.items[index])) this.#count += 1
    list.items = items
    for (const [index, item] of items.entries()) {
      const thing = current.find((one) => one[idMember] === idOf(item))
      if (thing) this.#members([...path, index], item.toJS(this.#document) as Json, shape, thing)
    }
  }

  #set(path: (string | number)[], value: Json): void {
    const isPlain = typeof value !== 'object' || value === null
    const node = this.#document.getIn(path, true)
    if (isPlain && isScalar(node) && node.range) {
      const [from, to] = node.range
      this.#edits.push({ from, to, text: textOfScalar(value, node.type) })
    } else this.#count += 1
    this.#document.setIn(path, isPlain ? value : this.#document.createNode(value))
  }

  #delete(path: (string | number)[]): void {
    this.#count += 1
    this.#document.deleteIn(path)
  }
}
