import { useTranslation } from 'react-i18next'
import { Status, type StatusKind } from '../../../components/status/Status.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { type FullReferral, lastCounted } from './referral.ts'
import css from './referrals.module.css'

type Check = FullReferral['checks'][number]

const KINDS: Readonly<Record<Check['result'], StatusKind>> = { passed: 'well', failed: 'bad', open: 'off' }

/** What was looked at, each with its figures. */
export function Checks({ referral }: { readonly referral: FullReferral }) {
  const { t } = useTranslation()
  const aboutOf = useAbout(referral)
  return (
    <ul className={css.checks}>
      {referral.checks.map(({ check, result }) => (
        <li key={check}>
          <Status kind={KINDS[result]}>{t(`referrals.checks.${check}.${result}`)}</Status>
          <small>{aboutOf(check)}</small>
        </li>
      ))}
    </ul>
  )
}

function useAbout({ rule, order, endsAt }: FullReferral): (check: Check['check']) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (check) => {
    switch (check) {
      case 'newCustomer':
      case 'otherPerson':
        return t(`referrals.checks.${check}.about`)
      case 'minimumOrder':
        return [
          order ? t('referrals.checks.counted', { amount: format.money(order.counted) }) : '',
          rule ? t('referrals.checks.minimumOrder.about', { minimum: format.money(rule.minimumOrder) }) : '',
        ]
          .filter(Boolean)
          .join(' · ')
      case 'withinDays':
        return t('referrals.checks.withinDays.about', { date: format.date(lastCounted(endsAt)) })
      case 'limits':
        return [
          rule?.perDay ? t('referrals.checks.perDay', { count: rule.perDay }) : '',
          rule?.ever ? t('referrals.checks.ever', { count: rule.ever }) : '',
        ]
          .filter(Boolean)
          .join(' · ')
    }
  }
}
