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
  return (
    <ul className={css.products}>
      {products.map(({ originalId, title, price, returned, brandName, brandId }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same product may be bought twice, and lines never move
        <li key={index}>
          <span>
            {title || originalId}
            {brandName || brandId ? <small>{brandName || brandId}</small> : null}
            {isZero(returned) ? null : (
              <small>{t('orders.returned', { money: format.money(returned) })}</small>
            )}
          </span>
          <span>{price === null ? '' : format.money(price)}</span>
        </li>
      ))}
      <li className={css.total}>
        <span>{t('orders.paid')}</span>
        <span>{format.money(order.total)}</span>
      </li>
      {isZero(order.returned) ? null : (
        <li>
          <span>{t('orders.leftOver')}</span>
          <span>{format.money(subtract(order.total, order.returned))}</span>
        </li>
      )}
    </ul>
  )
}
