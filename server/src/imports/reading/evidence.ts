/** What the values of one column say together of how it is written. */
import { type DateEvidence, evidenceOfDate } from './dates.ts'
import { DATE_STYLES, type DateStyle, NUMBER_STYLES, type NumberStyle } from './format.ts'
import { evidenceOfNumber, type NumberEvidence } from './numbers.ts'

/** So many values of a kind are shown. */
const EXAMPLES_MAX = 3

/** JSON, because a checkpoint keeps it. */
export interface Evidence {
  /** How many values say what. */
  readonly counts: Readonly<Record<string, number>>
  /** Some values that say so, each once. */
  readonly examples: Readonly<Record<string, readonly string[]>>
}

const NO_EVIDENCE: Evidence = { counts: {}, examples: {} }

/** Of one column, value by value. */
export class EvidenceOfColumn {
  readonly #of: (text: string) => NumberEvidence | DateEvidence
  readonly #counts: Map<string, number>
  readonly #examples: Map<string, string[]>

  constructor(kind: 'number' | 'date', { counts, examples }: Evidence = NO_EVIDENCE) {
    this.#of = kind === 'number' ? evidenceOfNumber : evidenceOfDate
    this.#counts = new Map(Object.entries(counts))
    this.#examples = new Map(Object.entries(examples).map(([says, values]) => [says, [...values]]))
  }

  add(text: string): NumberEvidence | DateEvidence {
    const says = this.#of(text)
    this.#counts.set(says, (this.#counts.get(says) ?? 0) + 1)
    const examples = this.#examples.get(says) ?? []
    if (examples.length < EXAMPLES_MAX && !examples.includes(text))
      this.#examples.set(says, [...examples, text])
    return says
  }

  get evidence(): Evidence {
    return { counts: Object.fromEntries(this.#counts), examples: Object.fromEntries(this.#examples) }
  }
}

/**
 * How a column is read. `proposed`: without a question where nothing is open. `isOpen`: a person has to say so, and may
 * choose among `choices`; with a proposal, to tick that it is right.
 */
export interface StyleOf<Style extends string> {
  readonly proposed: Style | null
  readonly isOpen: boolean
  readonly choices: readonly Style[]
  /** Values that show the difference. */
  readonly examples: readonly string[]
}

/** Of one style only: proposed, and ticked where a value could be the other. Of both, or of none: to be chosen. */
export function numberStyleOf({ counts, examples }: Evidence): StyleOf<NumberStyle> {
  const found = NUMBER_STYLES.filter((style) => (counts[style] ?? 0) > 0)
  const [one, other] = found
  const isAmbiguous = (counts.ambiguous ?? 0) > 0
  const shown = isAmbiguous
    ? examples.ambiguous
    : found.flatMap((style) => (examples[style] ?? []).slice(0, 1))
  return {
    proposed: other === undefined ? (one ?? null) : null,
    isOpen: other !== undefined || isAmbiguous,
    choices: NUMBER_STYLES,
    examples: shown ?? [],
  }
}

/** One order is proven by any day above 12. Whole numbers that count days or seconds are asked about in any case. */
export function dateStyleOf({ counts, examples }: Evidence): StyleOf<DateStyle> {
  const found = DATE_STYLES.filter((style) => (counts[style] ?? 0) > 0)
  const isAmbiguous = (counts.ambiguous ?? 0) > 0
  const [one, other] = found
  const isCounted = found.includes('excel') || found.includes('unix')
  const isOpen = other !== undefined || isCounted || (one === undefined && isAmbiguous)
  const orders: readonly DateStyle[] =
    isAmbiguous || found.includes('dmy') || found.includes('mdy') ? ['dmy', 'mdy'] : []
  const counted = found.filter((style) => style === 'excel' || style === 'unix')
  return {
    proposed: isOpen ? null : (one ?? null),
    isOpen,
    choices: [...orders, ...counted],
    examples: [
      ...(examples.ambiguous ?? []),
      ...found.flatMap((style) => (examples[style] ?? []).slice(0, 1)),
    ].slice(0, EXAMPLES_MAX),
  }
}
