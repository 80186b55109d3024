/** How an import's file is read: what was detected and guessed, and what people have said instead. */

import { instantToText } from '../platform/clock.ts'
import { shortText } from '../platform/decimal.ts'
import { localDateToText } from '../platform/zone.ts'
import { guessColumns, hasKnownNames } from './guess.ts'
import type { Import, ImportQuestion } from './import.ts'
import { ADDED_COLUMNS, type Mapping } from './mapping.ts'
import { styleKind } from './member-type.ts'
import { listOf, type Member } from './members.ts'
import { mappingOfOrderBody } from './presets/order-body.ts'
import { findPreset, mappingOfPreset } from './presets/presets.ts'
import { type MappedColumn, mappedColumns } from './read-values.ts'
import { readMoment } from './reading/dates.ts'
import { dateStyleOf, type Evidence, numberStyleOf, type StyleOf } from './reading/evidence.ts'
import {
  DATE_STYLES,
  type DateStyle,
  DELIMITERS,
  type Delimiter,
  ENCODINGS,
  type FileFormat,
  NUMBER_STYLES,
  type NumberStyle,
  type Octets,
} from './reading/format.ts'
import { type ChosenForm, type Look, lookAt } from './reading/look.ts'
import { readNumber } from './reading/numbers.ts'

/** What a file is read by, for `ImportReader`. */
export interface ReadingPlan {
  readonly format: FileFormat
  readonly mapping: Mapping
  readonly look: Look
  /** Columns that are nothing here. */
  readonly ignored: readonly string[]
  /** Those that the samples raise, also those that are answered. */
  readonly questions: readonly ImportQuestion[]
}

export type AskedImport = Pick<Import, 'kind' | 'preset' | 'format' | 'mapping' | 'answers'>

/** The words by which delimiters are chosen. */
const DELIMITER_WORDS: Readonly<Record<string, Delimiter>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  bar: '|',
}
/** Answers to “which column is it?”. */
const NO_COLUMN = 'none'

/** The same file with the same answers is always read in the same way. */
export async function planReading(octets: Octets, asked: AskedImport): Promise<ReadingPlan> {
  const look = await lookAt(octets, chosenForm(asked))
  const { mapping, several } = mappingOf(asked, look)
  const format = { ...look.form, numbers: {}, dates: {} }
  const columns = mappedColumns({ kind: asked.kind, format, mapping })
  const styles = columns.map((column) => styleOf(column, look, asked))
  const used = new Set(Object.values(mapping.columns))
  return {
    format: {
      ...format,
      numbers: ofStyles(styles, NUMBER_STYLES),
      dates: ofStyles(styles, DATE_STYLES),
    },
    mapping,
    look,
    ignored: look.columns
      .map(({ name }) => name)
      .filter((name) => !used.has(name) && !(ADDED_COLUMNS as readonly string[]).includes(name)),
    questions: [
      ...unclearIn(asked.kind, look).map((kind) => formQuestion(kind, look)),
      ...Object.entries(several).map(([member, names]) => columnQuestion(member, names ?? [])),
      ...styles.flatMap(({ question }) => (question ? [question] : [])),
    ],
  }
}

/** A first line whose names are known is a header, also where no line below has a number. */
function unclearIn(kind: AskedImport['kind'], { unclear, columns }: Look): Look['unclear'] {
  const named = columns.filter(({ title }) => title !== '')
  const isKnown = hasKnownNames(kind, named)
  return unclear.filter((what) => what !== 'header' || !isKnown)
}

function chosenForm({ kind, format, answers }: AskedImport): ChosenForm {
  const { delimiter: word, header, encoding: answered } = answers
  const encoding = ENCODINGS.find((one) => one === (answered ?? format?.encoding))
  const delimiter =
    (word === undefined ? undefined : DELIMITER_WORDS[word]) ??
    DELIMITERS.find((one) => one === format?.delimiter)
  const hasHeader = header === undefined ? format?.hasHeader : header === 'yes'
  const list = listOf(kind)
  return {
    ...(list !== null && { list }),
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
    ...(typeof hasHeader === 'boolean' && { hasHeader }),
  }
}

interface Mapped {
  readonly mapping: Mapping
  readonly several: Readonly<Partial<Record<Member, readonly string[]>>>
}

function mappingOf({ kind, preset: name, mapping, answers }: AskedImport, look: Look): Mapped {
  if (mapping) return { mapping: knownMapping(mapping as unknown as Mapping, look), several: {} }
  const preset = name === null ? null : findPreset(name)
  return preset ? answered(mappingOfPreset(preset, look.columns), answers) : guessed(kind, look, answers)
}

function guessed(kind: AskedImport['kind'], look: Look, answers: AskedImport['answers']): Mapped {
  const body = kind === 'orders' ? mappingOfOrderBody(look.columns) : null
  if (body) return { mapping: body, several: {} }
  const { columns, several } = guessColumns(kind, look.columns)
  return answered({ mapping: { columns }, several }, answers)
}

/** With the columns that a person has chosen among several. */
function answered({ mapping, several }: Mapped, answers: AskedImport['answers']): Mapped {
  const chosen = Object.entries(several).flatMap(([member, names]) => {
    const answer = answers[`column:${member}`]
    return answer !== undefined && names?.includes(answer) ? [[member, answer]] : []
  })
  return {
    mapping: { ...mapping, columns: { ...mapping.columns, ...Object.fromEntries(chosen) } },
    several,
  }
}

/** Without columns that the file does not have. */
function knownMapping(mapping: Mapping, { columns }: Look): Mapping {
  const names = new Map(
    columns.flatMap(({ name }, index) => [
      [name, name],
      [`#${index + 1}`, name],
    ]),
  )
  const known = Object.entries(mapping.columns).flatMap(([member, name]) => {
    const column = names.get(name)
    return column === undefined ? [] : [[member, column]]
  })
  return { ...mapping, columns: Object.fromEntries(known) }
}

interface ColumnStyle {
  readonly column: string
  readonly style: NumberStyle | DateStyle | null
  readonly question: ImportQuestion | null
}

function styleOf(mapped: MappedColumn, look: Look, { format, answers }: AskedImport): ColumnStyle {
  const { column } = mapped
  const looked = look.columns.find(({ name }) => name === column)
  const kind = styleKind(mapped.type)
  if (!looked || !kind) return { column, style: null, question: null }
  const evidence = kind === 'number' ? looked.numbers : looked.dates
  const found = styleFound(kind, evidence)
  const question = found.isOpen ? styleQuestion(mapped, found) : null
  const chosen = chosenStyle(kind, column, { format, answers })
  return { column, style: chosen ?? found.proposed, question }
}

function styleFound(kind: 'number' | 'date', evidence: Evidence): StyleOf<NumberStyle | DateStyle> {
  return kind === 'number' ? numberStyleOf(evidence) : dateStyleOf(evidence)
}

/** What a person has said; null: nothing. */
function chosenStyle(
  kind: 'number' | 'date',
  column: string,
  { format, answers }: Pick<AskedImport, 'format' | 'answers'>,
): NumberStyle | DateStyle | null {
  const said =
    answers[questionId(kind, column)] ??
    saidByFormat(kind === 'number' ? format?.numbers : format?.dates, column)
  const known: readonly (NumberStyle | DateStyle)[] = kind === 'number' ? NUMBER_STYLES : DATE_STYLES
  return known.find((style) => style === said) ?? null
}

function saidByFormat(styles: unknown, column: string): unknown {
  return typeof styles === 'object' && styles !== null && Object.hasOwn(styles, column)
    ? (styles as Record<string, unknown>)[column]
    : undefined
}

function questionId(kind: 'number' | 'date', column: string): string {
  return `${kind === 'number' ? 'decimal' : 'dates'}:${column}`
}

function ofStyles<Style extends string>(
  styles: readonly ColumnStyle[],
  known: readonly Style[],
): Record<string, Style> {
  return Object.fromEntries(
    styles.flatMap(({ column, style }) => {
      const found = known.find((one) => one === style)
      return found === undefined ? [] : [[column, found]]
    }),
  )
}

/**
 * The question about a column that all its values raise; null: none. What was read in another style than all values prove
 * is asked too: the samples were others.
 */
export function questionOf(mapped: MappedColumn, evidence: Evidence): ImportQuestion | null {
  const kind = styleKind(mapped.type)
  if (!kind) return null
  const found = styleFound(kind, evidence)
  const used = kind === 'number' ? mapped.number : mapped.date
  const isOther = found.proposed !== null && found.proposed !== used
  return found.isOpen || isOther ? styleQuestion(mapped, found) : null
}

function styleQuestion(mapped: MappedColumn, found: StyleOf<NumberStyle | DateStyle>): ImportQuestion {
  const { column, member, type } = mapped
  const kind = styleKind(mapped.type) ?? 'number'
  const { choices, proposed, examples } = found
  return {
    id: questionId(kind, column),
    kind: kind === 'number' ? 'decimal' : 'dates',
    column,
    facts: { member, ...(proposed && { proposed }) },
    examples: examples.map((value) => ({
      value: value.slice(0, 60),
      readings: Object.fromEntries(
        choices.map((style) => [
          style,
          kind === 'number' ? numberText(value, style) : dateText(value, style, type),
        ]),
      ),
    })),
    answers: choices,
  }
}

/** As it would be read; nothing: it would be refused. */
function numberText(value: string, style: NumberStyle | DateStyle): string {
  const read = readNumber(value, style === 'comma' ? 'comma' : 'dot')
  return typeof read === 'bigint' ? shortText(read) : ''
}

function dateText(value: string, style: NumberStyle | DateStyle, type: MappedColumn['type']): string {
  const known = DATE_STYLES.find((one) => one === style) ?? null
  const takesShortYears = type === 'future'
  const read = readMoment(value, { style: known, zone: 'UTC', takesShortYears })
  if (typeof read === 'string') return ''
  return read.kind === 'day' ? localDateToText(read.day) : instantToText(read.instant)
}

function formQuestion(kind: 'delimiter' | 'header', look: Look): ImportQuestion {
  const [first] = look.rows
  const value = [...(first?.keys() ?? [])].join(' · ').slice(0, 200)
  const answers = kind === 'delimiter' ? Object.keys(DELIMITER_WORDS) : ['yes', 'no']
  return { id: kind, kind, column: null, facts: {}, examples: [{ value, readings: {} }], answers }
}

function columnQuestion(member: string, names: readonly string[]): ImportQuestion {
  return {
    ...{ id: `column:${member}`, kind: 'column', column: null, facts: { member }, examples: [] },
    answers: [...names, NO_COLUMN],
  }
}
