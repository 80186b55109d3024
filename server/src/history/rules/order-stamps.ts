import type { Program } from '../../earning/program.ts'
import type { Order } from '../../orders/order.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'

/** What an order gives a card, whatever became of it since. */
export interface OrderStamps {
  readonly ruleId: number
  readonly name: string
  /** Whether the card counts money, and `stamps` is an amount of it. */
  readonly isMoney: boolean
  readonly stamps: Decimal
}

export function stampsGivenBy({ earned }: Order, program: Program | undefined): OrderStamps[] {
  const given = earned?.taken.filter(({ measure, amount }) => measure === 'stamps' && amount > ZERO) ?? []
  return given.map(({ ruleId, amount }) => {
    const rule = program?.rules.find(({ id }) => id === ruleId)
    const isMoney = rule?.kind === 'card' && rule.counts === 'spend'
    return { ruleId, name: rule?.name ?? '', isMoney, stamps: amount }
  })
}
