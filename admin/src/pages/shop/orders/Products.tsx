import { useTranslation } from 'react-i18next'
import { isZero, subtract } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import css from '../shop.module.css'
import type { Order } from './order.ts'

/** What was bought, line by line, and what was paid. */
export function Products({ order }: { readonly order: Order }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { products } = order.content
  const left = subtract(order.total, order.returned)
  return (
    <ul className={css.products}>
      {products.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same product may be bought twice, and lines never move
        <ProductLine key={index} line={line} />
      ))}
      <li className={css.total}>
        <span>{t('orders.paid')}</span>
        <span>{format.money(order.total)}</span>
      </li>
      {isZero(order.returned) ? null : (
        <li>
          <span>{t('orders.leftOver')}</span>
          <span>{format.money(left)}</span>
        </li>
      )}
      <CountedOf order={order} left={left} />
    </ul>
  )
}

type Line = Order['content']['products'][number]

/** Struck through: it does not count towards points. */
function ProductLine({ line }: { readonly line: Line }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { originalId, title, quantity, price, returned, brandName, brandId, isMarked, isLeftOut } = line
  const name = quantity > 1 ? `${quantity} × ${title || originalId}` : title || originalId
  const paid = price === null ? '' : format.money(price)
  return (
    <li className={isLeftOut ? css.leftOut : undefined}>
      <span>
        {isLeftOut ? <s>{name}</s> : name}
        {isLeftOut ? <small>{t('orders.notCounted')}</small> : null}
        {brandName || brandId ? <small>{brandName || brandId}</small> : null}
        {isMarked ? <small>{t('orders.marked')}</small> : null}
        {isZero(returned) ? null : <small>{t('orders.returned', { money: format.money(returned) })}</small>}
      </span>
      <span>{isLeftOut ? <s>{paid}</s> : paid}</span>
    </li>
  )
}

interface CountedOfProps {
  readonly order: Order
  /** Of the total, after returns. */
  readonly left: string
}

/** What counts of an order, where that is not all that is left of it. */
function CountedOf({ order, left }: CountedOfProps) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const { counted } = order.why
  if (!counted) return null
  const { shipping } = order.content
  const isAll = (amount: string): boolean => isZero(subtract(left, amount))
  if (isAll(counted.points) && isAll(counted.tiers)) return null
  return (
    <>
      {shipping === null ? null : (
        <li>
          <span>{t('orders.ofWhichShipping')}</span>
          <span>{money(shipping)}</span>
        </li>
      )}
      <li>
        <span>{t('orders.countsForPoints')}</span>
        <span>{money(counted.points)}</span>
      </li>
      {isZero(subtract(counted.points, counted.tiers)) ? null : (
        <li>
          <span>{t('orders.countsForTiers')}</span>
          <span>{money(counted.tiers)}</span>
        </li>
      )}
    </>
  )
}
