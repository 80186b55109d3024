import { Type } from 'typebox'
import { type Member, optional, same } from './member.ts'
import { PATTERN } from './patterns.ts'

/* When points can be used, and until when. */

/** Until when points are good: the end of a month, or a day of the year, so much later than they were earned. */
export type GoodUntil =
  | { readonly monthEnd: number }
  /** `03-31`, a day that every year has. */
  | { readonly yearDay: string; readonly years: number }

/** Either the end of a month or a day of the year, which reading the program sees to. */
export interface GoodUntilJson {
  monthEnd?: number
  yearDay?: string
  years?: number
}

const goodUntilProperties = {
  goodUntil: Type.Optional(
    Type.Unsafe<GoodUntilJson>(
      Type.Object(
        {
          monthEnd: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 120,
              description:
                'The end of the month that comes so many months after the one in which they were earned.',
            }),
          ),
          yearDay: Type.Optional(
            Type.String({
              pattern: PATTERN.yearDay,
              maxLength: 5,
              description: 'The end of a day that every year has, like `03-31`; with `years`.',
            }),
          ),
          years: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 10,
              description: 'So many years after the one in which they were earned; with `yearDay`.',
            }),
          ),
        },
        {
          additionalProperties: false,
          description:
            'Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day.',
        },
      ),
    ),
  ),
}

const goodUntil: Member<typeof goodUntilProperties, GoodUntil | null> = {
  properties: goodUntilProperties,
  defaults: {},
  slot: 'goodUntil',
  read: ({ goodUntil: json }) => {
    if (json === undefined) return null
    if (json.monthEnd !== undefined) return { monthEnd: json.monthEnd }
    return { yearDay: json.yearDay ?? '12-31', years: json.years ?? 0 }
  },
}

export const validity = {
  waitingDays: optional(
    'waitingDays',
    'waitingDays',
    Type.Integer({
      minimum: 0,
      maximum: 3_650,
      description: 'Days until the points can be used. Default: 0.',
    }),
    0,
    same<number>,
  ),
  validityDays: optional(
    'validityDays',
    'validityDays',
    Type.Union([Type.Integer({ minimum: 0, maximum: 36_500 }), Type.Null()], {
      description: 'Days for which the points are good, counted from when they can be used; null: for ever.',
    }),
    null,
    same<number | null>,
  ),
  goodUntil,
}
