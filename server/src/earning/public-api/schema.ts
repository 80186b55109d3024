import { type Static, Type } from 'typebox'

/** A rule as everyone may see it. */
export const Way = Type.Object(
  { text: Type.String({ description: 'How points are earned, or what limits them, as a sentence.' }) },
  { description: 'A way to earn.' },
)
export type Way = Static<typeof Way>
