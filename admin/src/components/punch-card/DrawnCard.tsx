import { add, isZero, shareOf, subtract } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import { stampsIn } from './layout.ts'
import { PunchCard } from './PunchCard.tsx'

interface DrawnCardProps {
  readonly name: string
  readonly prize: string
  /** What fills it: stamps, or with `perStamp` money. */
  readonly size: string
  /** What is spent for one stamp; null: it counts stamps. */
  readonly perStamp: string | null
  readonly stamps?: string
  readonly owed?: string
  /** What the basket being tried would add. */
  readonly pending?: string
  readonly isDraft?: boolean
}

/** A card from what the server tells of it: of money that one stamp stands for, a line; else holes. */
export function DrawnCard({
  size,
  perStamp,
  stamps = '0',
  owed = '0',
  pending = '0',
  ...card
}: DrawnCardProps) {
  const { money } = useFormat()
  if (perStamp !== null && isZero(subtract(size, perStamp))) {
    return (
      <PunchCard
        {...card}
        size={1}
        money={{
          amount: money(stamps),
          goal: money(size),
          share: shareOf(stamps, size),
          ...(isZero(owed) ? {} : { owed: money(owed) }),
          ...(isZero(pending) ? {} : { pending: { amount: money(pending), share: shareOf(pending, size) } }),
        }}
      />
    )
  }
  const per = perStamp ?? '1'
  const on = stampsIn(stamps, per)
  return (
    <PunchCard
      {...card}
      size={stampsIn(size, per)}
      stamps={on}
      owed={isZero(owed) ? 0 : Math.max(1, stampsIn(owed, per))}
      pending={stampsIn(add(stamps, pending), per) - on}
    />
  )
}
