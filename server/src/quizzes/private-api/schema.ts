import { type Static, Type } from 'typebox'
import { LENGTH, Needed, Nullable, Sent, Text } from '../../contract/schema.ts'

export const AnswerBody = Type.Array(
  Type.Object({
    QuizQuestionId: Needed(Type.Integer({ description: 'Id of the question.' })),
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
    PointsAwarded: Type.Number({ description: 'Points that were granted now.' }),
  },
  { $id: 'QuizAnswer', description: 'What came of the answers.' },
)
export type AnswerResult = Static<typeof AnswerResult>

export const QuizItem = Type.Object(
  {
    Id: Type.Number({ description: 'Number of the quiz.' }),
    Name: Type.String({ description: 'Its name.' }),
    StartDate: Nullable(Type.String({ format: 'date-time', description: 'From when it can be answered.' })),
    EndDate: Nullable(Type.String({ format: 'date-time', description: 'Until when it can be answered.' })),
    IsCompleted: Type.Boolean({ description: 'Whether the customer has answered it.' }),
    QuestionList: Type.Array(
      Type.Object({
        Id: Type.Number({ description: 'Number of the question.' }),
        Question: Type.String({ description: 'What is asked.' }),
        Type: Type.Integer({ description: '0 single choice, 1 several choices, 2 open text.' }),
        Options: Type.Array(
          Type.Object({
            Id: Type.Number({ description: 'Number of the option.' }),
            Text: Type.String({ description: 'What it says.' }),
            Type: Type.Integer({ description: 'Always 0.' }),
          }),
          { description: 'What can be chosen; empty of an open question.' },
        ),
      }),
      { description: 'Its questions.' },
    ),
    AmountOfPoints: Type.Number({ description: 'Points for answering it.' }),
  },
  { $id: 'Quiz', description: 'A quiz.' },
)
export type QuizItem = Static<typeof QuizItem>
