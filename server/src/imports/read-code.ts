import { codeKey, isOver } from '../coupons/coupon.ts'
import type { NamedReward } from '../rewards/named-rewards.ts'
import type { CodeContext, CodeLine, CodeValues } from './code-line.ts'
import type { LineRefusal, ReadLine } from './line.ts'
import { codeOf, validityOf } from './read-coupon.ts'
import { Refused, textOf, unlessRefused } from './read-line.ts'
import { rewardNamed } from './reward-named.ts'

/** What a line of codes asks for, or why it can't be done. */
export function readCode(
  { line, values }: ReadLine<CodeValues>,
  context: CodeContext,
): CodeLine | LineRefusal {
  return unlessRefused(() => {
    const code = codeOf(values.code)
    const isAssigned = values.isAssigned === true
    const dates = validityOf(values, context.timeZone)
    const isPast = isOver({ ...dates, isEndSent: true, issued: null }, context.now, context.timeZone)
    if (isPast && !isAssigned && context.options.expired === 'refuse') {
      throw new Refused('coupon-over', 'validUntil')
    }
    const isLeftOut = isPast || isAssigned
    // What is left out may be of a reward that is not there any more.
    const rewardId = isLeftOut ? 0 : rewardOf(values, context).id
    const list = textOf(values.list, 'list')
    return { line, key: null, isLeftOut, code: { key: codeKey(code), code, rewardId, list, ...dates } }
  })
}

/** What the line says, else what was chosen for the file. */
function rewardOf({ rewardId }: CodeValues, { rewards, options }: CodeContext): NamedReward {
  const name = textOf(rewardId, 'rewardId') ?? options.reward
  if (name === null) throw new Refused('no-reward', 'rewardId')
  return rewardNamed(rewards, name)
}
