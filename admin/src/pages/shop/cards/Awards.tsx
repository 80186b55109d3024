import { useTranslation } from 'react-i18next'
import { useAwardName, useRuleName } from '../../../api/award-name.ts'
import { useList } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { AwardState } from '../../../components/awards/AwardState.tsx'
import { Section } from '../../../components/layout/Page.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { useFormat } from '../../../format/use-format.ts'
import css from './cards.module.css'

/** The rewards that rules gave a customer, with their coupons, and those that are still to be given. */
export function Awards({ customerId }: { readonly customerId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useAwardName()
  const ruleOf = useRuleName()
  const { items } = useList('awards.list', { query: { customerId } }, { isOff: !useMay('rewards.read') })
  // Prizes of points are told with their card.
  const shown = items.filter(({ reward }) => reward !== null)
  if (shown.length === 0) return null
  return (
    <Section title={t('awards.ofCustomer')}>
      <ul className={css.awards}>
        {shown.map((award) => (
          <li key={award.id} data-award={award.id}>
            <time dateTime={award.madeAt}>{format.date(award.madeAt)}</time>
            <span>
              {award.redemptionId === null ? (
                nameOf(award)
              ) : (
                <PageLink to={`/redemptions/${award.redemptionId}`}>{nameOf(award)}</PageLink>
              )}{' '}
              <span className="muted">{ruleOf(award.rule)}</span>{' '}
              {award.coupon?.code ? <code>{award.coupon.code}</code> : null}
            </span>
            <AwardState award={award} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
