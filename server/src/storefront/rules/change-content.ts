import { type ConfigRefusal, wrong } from '../../contract/config-refusal.ts'
import type { FieldProblem } from '../../contract/field-problem.ts'
import { type LocalizedText, localized } from '../../contract/locale.ts'
import type { Switches } from '../../contract/storefront-switch.ts'
import { type Appearance, type Content, completeAppearance } from '../content.ts'
import { checkColours } from './appearance.ts'
import { CONTRAST_MIN } from './contrast.ts'
import { changedWords, type WordsInput } from './words.ts'

/** As RFC 7396 has it: what is left out stays, and null is the default again. */
export interface ContentInput {
  readonly programName?: string | null
  readonly appearance?: Readonly<{ [Name in keyof Appearance]?: Appearance[Name] | null }> | null
  readonly switches?: Readonly<{ [Name in keyof Switches]?: boolean | null }> | null
  readonly words?: WordsInput | null
  readonly hiddenRules?: readonly number[] | null
}

export function changedContent(before: Content, input: ContentInput): Content | ConfigRefusal {
  const appearance = merged(before.appearance, input.appearance)
  const { words, problems: problemsOfWords } = changedWords(before.words, input.words)
  const problems = [
    ...(input.appearance === undefined ? [] : problemsOfColours(appearance)),
    ...problemsOfWords,
  ]
  if (problems.length > 0) return wrong(problems)
  const switches = merged(before.switches, input.switches)
  const programName = input.programName === undefined ? before.programName : (input.programName ?? undefined)
  const hiddenRules = input.hiddenRules === undefined ? before.hiddenRules : inOrder(input.hiddenRules)
  return {
    ...(programName === undefined ? {} : { programName }),
    ...(appearance ? { appearance } : {}),
    ...(switches ? { switches } : {}),
    ...(words ? { words } : {}),
    ...(before.links ? { links: before.links } : {}),
    ...(before.logo ? { logo: before.logo } : {}),
    ...(before.referralUrl ? { referralUrl: before.referralUrl } : {}),
    ...(hiddenRules?.length ? { hiddenRules } : {}),
  }
}

/** One of a rule that the program has no more does no harm. */
function inOrder(ids: readonly number[] | null): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b)
}

/** As `appearance` would be after such a change. */
export function changedAppearance(before: Content, input: ContentInput['appearance']): Appearance {
  return completeAppearance(merged(before.appearance, input))
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

function problemsOfColours(appearance: Partial<Appearance> | undefined): FieldProblem[] {
  return checkColours(completeAppearance(appearance)).flatMap(({ colour, on, ratio, passes, suggestion }) =>
    passes
      ? []
      : [
          {
            pointer: `/appearance/${colour}`,
            code: 'contrast',
            more: { on, ratio, suggestion },
            message: tooFaint(GROUNDS[on] ?? localized(on, on, on), ratio, suggestion),
          },
        ],
  )
}

const GROUNDS: Readonly<Record<string, LocalizedText>> = {
  surface: localized('a light page', 'uma página clara', 'una página clara'),
  darkSurface: localized('a dark page', 'uma página escura', 'una página oscura'),
}

function tooFaint(ground: LocalizedText, ratio: number, suggestion: string | null): LocalizedText {
  const shown = ratio.toFixed(2)
  const message = localized(
    `The contrast with ${ground.en} is ${shown}: it must be at least ${CONTRAST_MIN}.`,
    `O contraste com ${ground['pt-BR']} é ${shown}: precisa ser de pelo menos ${CONTRAST_MIN}.`,
    `El contraste con ${ground.es} es ${shown}: debe ser de al menos ${CONTRAST_MIN}.`,
  )
  if (suggestion === null) return message
  return localized(
    `${message.en} Try ${suggestion}.`,
    `${message['pt-BR']} Tente ${suggestion}.`,
    `${message.es} Pruebe ${suggestion}.`,
  )
}
