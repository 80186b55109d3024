import { type Static, Type } from 'typebox'
import { LENGTH, Nullable, Sent, Text } from '../../contract/schema.ts'

export const AnswerBody = Type.Array(
  Type.Object({
    QuizQuestionId: Sent(Type.Integer({ description: 'Id of the question.' })),
    OpenAnswer: Sent(Text('The answer to an open question.', LENGTH.description)),
    OptionIds: Sent(Type.Array(Type.Integer(), { description: 'The options chosen, by their ids.' })),
  }),
  {
    examples: [
      [
        { QuizQuestionId: 1, OpenAnswer: null, OptionIds: [1] },
        { QuizQuestionId: 2, OpenAnswer: null, OptionIds: [3, 5] },
        { QuizQuestionId: 3, OpenAnswer: 'A quiet Sunday.', OptionIds: null },
      ],
    ],
  },
)
export type AnswerBody = Static<typeof AnswerBody>

export const AnswerResult = Type.Object(
  {
    Success: Type.Boolean({ description: 'Whether this answer was the one that counted.' }),
    Message: Type.String({ description: "For the customer, in the merchant's language." }),
    PointsAwarded: Type.Number(),
  },
  { $id: 'QuizAnswer' },
)
export type AnswerResult = Static<typeof AnswerResult>

export const QuizItem = Type.Object(
  {
    Id: Type.Number(),
    Name: Type.String(),
    StartDate: Nullable(Type.String({ format: 'date-time' })),
    EndDate: Nullable(Type.String({ format: 'date-time' })),
    IsCompleted: Type.Boolean({ description: 'Whether the customer has answered it.' }),
    QuestionList: Type.Array(
      Type.Object({
        Id: Type.Number(),
        Question: Type.String(),
        Type: Type.Integer({ description: '0 single choice, 1 several choices, 2 open text.' }),
        Options: Type.Array(
          Type.Object({ Id: Type.Number(), Text: Type.String(), Type: Type.Integer({ description: '0' }) }),
        ),
      }),
    ),
    AmountOfPoints: Type.Number(),
  },
  { $id: 'Quiz' },
)
export type QuizItem = Static<typeof QuizItem>
