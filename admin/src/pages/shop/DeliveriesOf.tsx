import { useRead } from '../../api/hooks.ts'
import { Deliveries } from '../../components/deliveries/Deliveries.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'

const LOOK_EVERY_MS = 5_000

interface DeliveriesOfProps {
  readonly customerId: number
  /** Left out: all that happened to the customer. */
  readonly orderId?: number
}

/** Whether the merchant's systems have heard of it. */
export function DeliveriesOf({ customerId, orderId }: DeliveriesOfProps) {
  const found = useRead(
    'webhooks.deliveries',
    { query: { customerId, ...(orderId === undefined ? {} : { orderId }) } },
    { everyMs: LOOK_EVERY_MS },
  )
  if (found.error) return <ProblemNotice problem={found.error.problem} />
  return found.data ? <Deliveries deliveries={found.data.answer} /> : <SkeletonRows count={3} />
}
