import { type Static, Type } from 'typebox'

export const EraseResult = Type.Object(
  {
    IsErased: Type.Boolean({ description: 'Always true: a customer who is not there, or no longer, is 59.' }),
    ErasedAt: Type.String({ format: 'date-time', description: 'When.' }),
  },
  { description: 'What was done.', examples: [{ IsErased: true, ErasedAt: '2026-03-02T14:00:00.000Z' }] },
)
export type EraseResult = Static<typeof EraseResult>
