/** Decimals are text in JSON, as a JSON number would be a float; their patterns are their bounds. */
export const PATTERN = {
  multiplier: '^[1-9]\\d?(\\.\\d{1,4})?$',
  points: '^\\d{1,7}(\\.\\d{1,4})?$',
  ratePoints: '^(?=.*[1-9])\\d{1,4}(\\.\\d{1,4})?$',
  positiveAmount: '^(?=.*[1-9])\\d{1,8}(\\.\\d{1,4})?$',
  amount: '^\\d{1,11}(\\.\\d{1,4})?$',
  pointValue: '^\\d{1,6}(\\.\\d{1,4})?$',
  /** A day that every year has: 02-29 is none. */
  yearDay:
    '^((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))$',
  /** Of something that has a number; below what a JavaScript number holds exactly. */
  number: '^[1-9]\\d{0,14}$',
  hour: '^([01]\\d|2[0-3]):[0-5]\\d$',
  endingHour: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
  instant: '(Z|[+-]\\d\\d:\\d\\d)$',
} as const
