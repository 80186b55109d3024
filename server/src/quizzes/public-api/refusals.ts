import { type LocalizedText, localized } from '../../contract/locale.ts'
import { invalid, type Problem, problem } from '../../contract/problem.ts'
import { BAD_TOKEN, NOT_HERE } from '../../contract/public-api/texts.ts'
import type { Refusal } from '../../contract/refusal.ts'
import type { QuizReason, Verdict } from '../rules/answer.ts'
import { messageOf } from '../texts.ts'
import type { ANSWER_CONFLICTS } from './schema.ts'

type Refused = Exclude<Verdict, 'counted'>

const CODES: Readonly<Record<Refused, (typeof ANSWER_CONFLICTS)[number]>> = {
  answeredBefore: 'alreadyAnswered',
  notYet: 'quizClosed',
  over: 'quizClosed',
  notEnrolled: 'notEnrolled',
}

/** Of a sound answer that does not count. */
export function problemOfVerdict(verdict: Refused): Problem {
  const detail = { en: told(verdict, 'en'), 'pt-BR': told(verdict, 'pt-BR'), es: told(verdict, 'es') }
  return problem('conflict', detail, { code: CODES[verdict] })
}

function told(verdict: Refused, locale: 'en' | 'pt-BR' | 'es'): string {
  return messageOf(verdict, 0, locale)
}

/** Of one that is not sound, by what is wrong with it. */
export function problemOfAnswers({ reason, field }: Refusal<QuizReason>): Problem {
  switch (reason) {
    case 'customer-unknown':
      return BAD_TOKEN
    case 'quiz-unknown':
      return NOT_HERE
    case 'no-answers':
    case 'question-unanswered':
    case 'too-many-answers':
      return wrong('', ALL_QUESTIONS)
    case 'text-missing':
      return wrong(`${pointerOf(field)}/text`, WRITE)
    case 'option-unknown':
    case 'too-few-options':
    case 'too-many-options':
      return wrong(`${pointerOf(field)}/options`, reason === 'too-many-options' ? FEWER : CHOOSE)
  }
}

/** Rules name an answer by its place, such as `[2].OptionIds`. */
function pointerOf(field: string | null | undefined): string {
  return `/${/^\[(\d+)\]/.exec(field ?? '')?.[1] ?? 0}`
}

function wrong(place: string, message: LocalizedText): Problem {
  return invalid([{ pointer: `/answers${place}`, message }])
}

const ALL_QUESTIONS = localized(
  'Answer each question once.',
  'Responda a cada pergunta uma vez.',
  'Responda cada pregunta una vez.',
)
const WRITE = localized('Write an answer.', 'Escreva uma resposta.', 'Escriba una respuesta.')
const CHOOSE = localized('Choose what applies.', 'Escolha o que se aplica.', 'Elija lo que corresponda.')
const FEWER = localized(
  'Choose fewer of these.',
  'Escolha menos destas opções.',
  'Elija menos de estas opciones.',
)
