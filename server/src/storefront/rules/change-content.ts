import { type ConfigRefusal, wrong } from '../../contract/config-refusal.ts'
import type { FieldProblem } from '../../contract/field-problem.ts'
import { localized } from '../../contract/locale.ts'
import type { Switches } from '../../contract/storefront-switch.ts'
import { type Appearance, type Content, DEFAULT_APPEARANCE } from '../content.ts'
import { CONTRAST_MIN, contrastRatio } from './contrast.ts'

/** As RFC 7396 has it: what is left out stays, and null is the default again. */
export interface ContentInput {
  readonly programName?: string | null
  readonly appearance?: Readonly<{ [Name in keyof Appearance]?: Appearance[Name] | null }> | null
  readonly switches?: Readonly<{ [Name in keyof Switches]?: boolean | null }> | null
  readonly hiddenRules?: readonly number[] | null
}

/** What is written on which ground. */
const PAIRS = [
  ['onAccent', 'accent'],
  ['onAccentDark', 'accentDark'],
  ['onCard', 'card'],
] as const

export function changedContent(before: Content, input: ContentInput): Content | ConfigRefusal {
  const appearance = merged(before.appearance, input.appearance)
  const problems = problemsOfColours({ ...DEFAULT_APPEARANCE, ...appearance })
  if (problems.length > 0) return wrong(problems)
  const switches = merged(before.switches, input.switches)
  const programName = input.programName === undefined ? before.programName : (input.programName ?? undefined)
  const hiddenRules = input.hiddenRules === undefined ? before.hiddenRules : inOrder(input.hiddenRules)
  return {
    ...(programName === undefined ? {} : { programName }),
    ...(appearance ? { appearance } : {}),
    ...(switches ? { switches } : {}),
    ...(before.links ? { links: before.links } : {}),
    ...(hiddenRules?.length ? { hiddenRules } : {}),
  }
}

/** One of a rule that the program has no more does no harm. */
function inOrder(ids: readonly number[] | null): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b)
}

function merged<Members extends object>(
  before: Partial<Members> | undefined,
  input: Readonly<{ [Name in keyof Members]?: Members[Name] | null }> | null | undefined,
): Partial<Members> | undefined {
  if (input === undefined) return before
  if (input === null) return undefined
  const kept = Object.entries({ ...before, ...input }).filter(([, value]) => value !== null)
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as Partial<Members>)
}

function problemsOfColours(appearance: Appearance): FieldProblem[] {
  return PAIRS.flatMap(([text, ground]) => {
    const ratio = contrastRatio(appearance[text], appearance[ground])
    if (ratio >= CONTRAST_MIN) return []
    const shown = (Math.floor(ratio * 100) / 100).toFixed(2)
    return [
      {
        pointer: `/appearance/${text}`,
        message: localized(
          `The contrast with ${ground} is ${shown}: it must be at least ${CONTRAST_MIN}.`,
          `O contraste com ${ground} é ${shown}: precisa ser de pelo menos ${CONTRAST_MIN}.`,
          `El contraste con ${ground} es ${shown}: debe ser de al menos ${CONTRAST_MIN}.`,
        ),
      },
    ]
  })
}
