import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/hooks.ts'
import { RULE_KINDS } from '../../../api/rule-kinds.gen.ts'
import { useMay } from '../../../api/session.tsx'
import css from '../shop.module.css'
import type { Order } from './order.ts'

/** Rules by which orders earn: the others are about something else. */
const OF_ORDERS: ReadonlySet<string> = new Set(
  Object.entries(RULE_KINDS).flatMap(([kind, { isOfOrders }]) => (isOfOrders ? [kind] : [])),
)

/** The other half of “why these points?”: the rules of that version that added nothing to this order. */
export function RulesLeftOut({ why }: { readonly why: Order['why'] }) {
  const { t } = useTranslation()
  const mayRead = useMay('program.read')
  const version = why.programVersion
  const found = useRead(
    'program.versions.get',
    { params: { version: version ?? 0 } },
    { isOff: !mayRead || version === null },
  )
  const counted = new Set(why.lines.map(({ ruleId }) => ruleId))
  const left = (found.data?.answer.rules ?? []).filter(
    ({ id, kind, isActive }) => isActive && OF_ORDERS.has(kind ?? '') && !counted.has(id),
  )
  if (left.length === 0) return null
  return (
    <div className={css.leftOut}>
      <h3>{t('orders.leftOutRules')}</h3>
      <ul>
        {left.map(({ pointer, sentence }) => (
          <li key={pointer}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
