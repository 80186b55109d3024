import { type Static, Type } from 'typebox'
import { operation } from '../../contract/public-api/operation.ts'
import { Decimal, LENGTH, Moment, Nullable, Text, Words } from '../../contract/schema.ts'
import { QUESTION_TYPE } from '../quiz.ts'

/** A page shows a few. */
export const QUIZZES_MAX = 20
const QUESTION_TYPES = Object.keys(QUESTION_TYPE) as (keyof typeof QUESTION_TYPE)[]

export const IdNumber = (description: string) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description })

export const OwnQuiz = Type.Object(
  {
    id: IdNumber('By which it is answered.'),
    name: Text('Its name.'),
    points: Decimal('What a complete answer earns.'),
    until: Nullable(Moment('Until when it can be answered; null: it stays.')),
    questions: Type.Array(
      Type.Object({
        id: IdNumber('By which it is answered.'),
        text: Text('What is asked.', LENGTH.description),
        type: Words(QUESTION_TYPES, 'How it is answered: by options, or in a text.'),
        options: Type.Array(
          Type.Object({ id: IdNumber('By which it is chosen.'), text: Text('What it says.') }),
          { description: 'What can be chosen; empty of an open question.' },
        ),
        least: Type.Integer({ description: 'How many options have to be chosen; 0 of an open question.' }),
        most: Type.Integer({ description: 'How many options may be chosen; 0 of an open question.' }),
      }),
      { description: 'All have to be answered, at once.' },
    ),
  },
  { description: 'A quiz that can be answered.' },
)
export type OwnQuiz = Static<typeof OwnQuiz>

export const OwnQuizzes = Type.Object(
  {
    items: Type.Array(OwnQuiz, {
      maxItems: QUIZZES_MAX,
      description: `Oldest first, at most ${QUIZZES_MAX}. None for someone who has not joined yet.`,
    }),
  },
  { description: 'The quizzes that a customer has still to answer.' },
)
export type OwnQuizzes = Static<typeof OwnQuizzes>

export const readOwnQuizzes = operation({
  id: 'me.quizzes',
  summary: 'Read the open quizzes that the customer has not answered',
  description: 'Those that can be answered now, once each, with their questions.',
  method: 'GET',
  path: '/me/quizzes',
  access: 'read',
  switch: 'quizzes',
  answer: OwnQuizzes,
})

export const ANSWER_CONFLICTS = ['alreadyAnswered', 'quizClosed', 'notEnrolled'] as const

const ANSWERS_MAX = 50
const OPTIONS_MAX = 100

export const QuizAnswers = Type.Object(
  {
    answers: Type.Array(
      Type.Object(
        {
          question: IdNumber('The question, by its `id`.'),
          options: Type.Optional(
            Nullable(
              Type.Array(IdNumber('One that was chosen.'), {
                maxItems: OPTIONS_MAX,
                description: 'The options that were chosen, by their `id`.',
              }),
            ),
          ),
          text: Type.Optional(Nullable(Text('The answer to an open question.', LENGTH.description))),
        },
        { additionalProperties: false, description: 'One question, answered.' },
      ),
      { minItems: 1, maxItems: ANSWERS_MAX, description: 'One for each question of the quiz.' },
    ),
  },
  { additionalProperties: false, description: 'A quiz, answered.' },
)
