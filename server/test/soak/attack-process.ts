/** The attackers in a process of their own. The parent sends the target, then phases, and asks for the counts. */
import { createAttacks, type Phase, type Target } from './attackers.ts'
import { type Counts, Pace } from './pace.ts'
import { SlowSenders } from './slow-senders.ts'

export type Order = { readonly phase: Phase } | 'counts'

export interface AttackCounts {
  readonly attacks: Readonly<Record<string, Counts>>
  /** Connections of slow senders that came to an end. */
  readonly slow: Readonly<Record<string, number>>
}

let phase: Phase = 'attack'

process.once('message', (target: Target) => {
  const attacks = createAttacks(target, () => phase)
  const paces = Object.entries(attacks).map(([name, attack]) => [name, new Pace(attack)] as const)
  const slow = new SlowSenders(target)
  process.on('message', (order: Order) => {
    if (order !== 'counts') {
      phase = order.phase
      for (const [, pace] of paces) phase === 'attack' ? pace.hurry() : pace.keepVolume()
      return
    }
    const counts: AttackCounts = {
      attacks: Object.fromEntries(paces.map(([name, pace]) => [name, pace.takeCounts()])),
      slow: slow.takeCounts(),
    }
    process.send?.(counts)
  })
})
process.on('disconnect', () => process.exit(0))
