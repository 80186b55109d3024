import { useTranslation } from 'react-i18next'
import { Section } from '../../../components/layout/Page.tsx'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import css from '../shop.module.css'
import type { Order } from './order.ts'

/** What came back of it: which line, how much, and when. */
export function Returns({ order }: { readonly order: Order }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (order.returns.length === 0) return null
  return (
    <Section title={t('orders.returns.title')} about={t('orders.returns.about')}>
      <ul className={css.products}>
        {order.returns.map(({ key, at, value, products, taken }) => (
          <li key={key}>
            <span>
              {format.moment(at)}
              <small>
                {products === null
                  ? t('orders.returns.ofAll')
                  : products
                      .map((part) =>
                        t('orders.returns.ofProduct', {
                          money: format.money(part.value),
                          product: titleOf(order, part.originalId),
                        }),
                      )
                      .join(', ')}
              </small>
              <small>
                {isZero(taken.points)
                  ? t('orders.returns.noneTaken')
                  : t('orders.returns.taken', { points: format.points(taken.points) })}
              </small>
            </span>
            <span>{format.money(value)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function titleOf({ content }: Order, productId: string): string {
  return content.products.find(({ originalId }) => originalId === productId)?.title || productId
}
