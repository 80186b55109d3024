import { ERROR, type ErrorName, errorName } from '../../contract/private-api/errors.ts'

export const CONTACT = { name: 'Punchcard' }

const row = (name: ErrorName): string => `| ${ERROR[name]} | \`${name}\` |`
const HEAD = '| Number | Name |\n| --- | --- |\n'

/** All of them: an operation names its own. */
export const ERROR_TABLE = `Numbers of \`ErrorCode\`. Each operation says which of them are its own.\n\n${HEAD}${Object.values(
  ERROR,
)
  .map((code) => row(errorName(code)))
  .join('\n')}`

/** The errors of one operation, for its description. */
export function listErrors(errors: readonly ErrorName[]): string {
  if (errors.length === 0) return ''
  const sorted = [...errors].sort((a, b) => ERROR[a] - ERROR[b])
  return `\n\n**Refused with** ${sorted.map((name) => `${ERROR[name]} \`${name}\``).join(', ')}.`
}

/** What a newcomer needs before the first operation. */
export const PRIVATE_API_GUIDE = `\
The interface between a merchant's backend and its loyalty program: orders, products, points, cashback, rewards, \
coupons, tiers and quizzes.

## Quick start

1. Take an API token and key: \`punchcard dev\` prints one, \`punchcard key create\` or the panel makes one.
2. Ask whose it is: \`curl -u TOKEN:KEY http://127.0.0.1:3000/v1/pvt/Account\`.
3. Send an order, and its customer has points:

\`\`\`sh
now=$(date -u +%FT%TZ)
curl -u TOKEN:KEY -H 'Content-Type: application/json' http://127.0.0.1:3000/v1/pvt/POS/orders -d '{
  "OriginalId": "o-1", "OrderTotal": 80, "IsCompleted": true,
  "OrderPlacementDate": "'$now'", "OrderCompletedDate": "'$now'",
  "Customer": { "OriginalId": "ana", "Name": "Ana" }
}'
\`\`\`

4. Read the balance: \`curl -u TOKEN:KEY http://127.0.0.1:3000/v1/pvt/Customer/ana/points\`.

## What holds for all operations

- **An operation answers HTTP 200.** \`HasError\` tells whether it failed, \`ErrorCode\` why; the numbers are at the end \
of this page. Any other status means that the operation was not reached, or that its outcome is not known.
- **Sending again is safe.** Every write has a key (the order's id, \`ChangeKey\`, \`OriginalKey\`, \`CancelKey\`) and \
happens once. After a 503, or no answer at all, send the same request again.
- **What is left out or null stays as it is**, where something is changed.
- **Names are PascalCase and compared exactly.** A member or parameter that differs from a known one by case alone is \
refused with error 8. Other unknown ones are ignored, and named in the header \`Punchcard-Ignored\`.
- **Numbers are exact**: at most four decimals, below 100,000,000,000. What binary floats add to that (\`15.089999999999998\` for 15.09) is dropped.
- **Dates** are RFC 3339, such as \`2026-01-31T12:00:00-03:00\`; without an offset they are in the merchant's time zone. \
Answers are in UTC.
- **Limits**: 256 KiB a body (lists: 8 MiB, 256 KiB an item), 20 levels, 20,000 values or one per 16 bytes. \`429\` says in \`Retry-After\` when to come back.
`
