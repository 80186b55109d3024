import { type Static, Type } from 'typebox'
import { Body, IdParams } from '../../contract/admin-api/body.ts'
import { LARGE_BODY_MAX, operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Key, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Sent, Text } from '../../contract/schema.ts'

const QUESTION_TYPES = ['singleChoice', 'severalChoices', 'openText'] as const
const questionType = Type.Enum([...QUESTION_TYPES], { description: 'How it is answered.' })
const optionCount = (description: string) => Type.Integer({ minimum: 1, maximum: 10, description })

const QuestionBody = Body({
  text: Text('The question.', LENGTH.description),
  type: questionType,
  options: Type.Optional(
    Type.Array(Text('One that can be chosen.'), {
      maxItems: 100,
      description: 'From 2 to 10 of them; none where the answer is a text.',
    }),
  ),
  optionsMin: Sent(optionCount('Of several choices: how many at least; default: 1.')),
  optionsMax: Sent(optionCount('Of several choices: how many at most; default: all.')),
})

/** What a merchant says about a quiz. */
export const QuizBody = Body({
  key: Type.Optional(Key('By which files know it. Left out: made from the name. It can’t change later.')),
  name: Text('Its name.'),
  points: Decimal('What a complete answer earns, once a customer.'),
  isActive: Type.Optional(Type.Boolean({ description: 'Whether it can be answered; default: yes.' })),
  startsAt: Sent(Moment('From when; null: from ever.')),
  endsAt: Sent(Moment('Until when; null: for ever.')),
  questions: Type.Array(QuestionBody, {
    minItems: 1,
    maxItems: 200,
    description: 'In the order in which they are asked; at most 50.',
  }),
})
export type QuizBody = Static<typeof QuizBody>

export const QuizAnswer = Type.Object({
  id: Id('Its number.'),
  key: Key('By which files know it.'),
  name: Text('Its name.'),
  points: Decimal('What a complete answer earns.'),
  isActive: Type.Boolean({ description: 'Whether it can be answered.' }),
  startsAt: Nullable(Moment('From when.')),
  endsAt: Nullable(Moment('Until when.')),
  questions: Type.Array(
    Type.Object({
      id: Id('Number of the question.'),
      text: Text('The question.', LENGTH.description),
      type: questionType,
      options: Type.Array(Text('One that can be chosen.'), {
        description: 'What can be chosen; empty of an open question.',
      }),
      optionsMin: Nullable(optionCount('How many at least.')),
      optionsMax: Nullable(optionCount('How many at most.')),
    }),
    { description: 'Its questions, in their order.' },
  ),
  isAnswered: Type.Boolean({
    description: 'Whether it has answers: if so, only texts, dates and isActive can change.',
  }),
  archivedAt: Nullable(Moment('Since when it is out of sight; null: it is not.')),
  createdAt: Moment('When it was made.'),
  version: Type.Integer({ description: 'As in the ETag.' }),
})
export type QuizAnswer = Static<typeof QuizAnswer>

const quizParams = IdParams('Number of the quiz.')

export const listQuizzes = operation({
  id: 'quizzes.list',
  summary: 'List the quizzes',
  method: 'GET',
  path: '/tenants/:tenant/quizzes',
  permission: 'quizzes.read',
  weight: 'light',
  query: Type.Object({
    ...PageQuery,
    state: Type.Optional(
      Type.Enum(['active', 'inactive', 'archived', 'all'], {
        description: 'Which; left out: all but the archived ones.',
      }),
    ),
  }),
  answer: Page(QuizAnswer),
})

export const createQuiz = operation({
  id: 'quizzes.create',
  summary: 'Make a quiz',
  method: 'POST',
  path: '/tenants/:tenant/quizzes',
  permission: 'quizzes.write',
  weight: 'light',
  audit: 'quiz.create',
  idempotent: true,
  bodyMax: LARGE_BODY_MAX,
  body: QuizBody,
  answer: QuizAnswer,
  status: 201,
})

export const getQuiz = operation({
  id: 'quizzes.get',
  summary: 'Read a quiz',
  method: 'GET',
  path: '/tenants/:tenant/quizzes/:id',
  permission: 'quizzes.read',
  weight: 'light',
  params: quizParams,
  answer: QuizAnswer,
})

export const replaceQuiz = operation({
  id: 'quizzes.replace',
  summary: 'Replace a quiz; once answered, only its texts, dates and isActive',
  method: 'PUT',
  path: '/tenants/:tenant/quizzes/:id',
  permission: 'quizzes.write',
  weight: 'light',
  audit: 'quiz.update',
  ifMatch: true,
  params: quizParams,
  bodyMax: LARGE_BODY_MAX,
  body: QuizBody,
  answer: QuizAnswer,
})

export const archiveQuiz = operation({
  id: 'quizzes.archive',
  summary: 'Put a quiz out of sight; it can’t be answered any more',
  method: 'POST',
  path: '/tenants/:tenant/quizzes/:id/archive',
  permission: 'quizzes.write',
  weight: 'light',
  audit: 'quiz.archive',
  ifMatch: true,
  params: quizParams,
  answer: QuizAnswer,
})

export const unarchiveQuiz = operation({
  id: 'quizzes.unarchive',
  summary: 'Bring an archived quiz back, as it was',
  method: 'POST',
  path: '/tenants/:tenant/quizzes/:id/unarchive',
  permission: 'quizzes.write',
  weight: 'light',
  audit: 'quiz.unarchive',
  ifMatch: true,
  params: quizParams,
  answer: QuizAnswer,
})

export const duplicateQuiz = operation({
  id: 'quizzes.duplicate',
  summary: 'Make a copy of a quiz, switched off',
  method: 'POST',
  path: '/tenants/:tenant/quizzes/:id/duplicate',
  permission: 'quizzes.write',
  weight: 'light',
  audit: 'quiz.create',
  params: quizParams,
  answer: QuizAnswer,
  status: 201,
})

export const getQuizResults = operation({
  id: 'quizzes.results',
  summary: 'Count what was answered to a quiz',
  method: 'GET',
  path: '/tenants/:tenant/quizzes/:id/results',
  permission: 'quizzes.read',
  weight: 'light',
  params: quizParams,
  answer: Type.Object({
    answers: Type.Integer({ description: 'Customers whose answers were counted.' }),
    isAll: Type.Boolean({ description: 'False: there are more, and these are some of them.' }),
    questions: Type.Array(
      Type.Object({
        id: Id('Number of the question.'),
        text: Text('The question.', LENGTH.description),
        type: questionType,
        answered: Type.Integer({ description: 'How many have answered it.' }),
        options: Type.Array(
          Type.Object({
            id: Id('Number of the option.'),
            text: Text('The option.'),
            count: Type.Integer({ description: 'How many have chosen it.' }),
          }),
          { description: 'How often each option was chosen.' },
        ),
      }),
      { description: 'The answers, question by question.' },
    ),
  }),
})

export const listQuizAnswers = operation({
  id: 'quizzes.answers',
  summary: 'Read what customers wrote to the open questions of a quiz',
  method: 'GET',
  path: '/tenants/:tenant/quizzes/:id/answers',
  permission: 'quizzes.read',
  weight: 'light',
  audit: 'quiz.readAnswers',
  params: quizParams,
  query: Type.Object(PageQuery),
  answer: Page(
    Type.Object({
      customerId: Id('Our number of the customer.'),
      answeredAt: Moment('When.'),
      texts: Type.Array(
        Type.Object({
          questionId: Id('Number of the question.'),
          text: Text('What they wrote.', LENGTH.description),
        }),
        { description: 'What they wrote.' },
      ),
    }),
  ),
})
