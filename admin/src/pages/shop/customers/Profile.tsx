import { useTranslation } from 'react-i18next'
import { Section } from '../../../components/layout/Page.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { Facts } from '../Facts.tsx'
import type { Customer } from './types.ts'

/** Who it is, as far as it is known. */
export function Profile({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const date = (moment: string | null): string | null => (moment === null ? null : format.date(moment))
  const { isEnrolled, enrolledAt } = customer
  const takesPart = !isEnrolled
    ? t('common.no')
    : enrolledAt
      ? t('customers.profile.takesPartSince', { date: format.date(enrolledAt) })
      : t('common.yes')
  return (
    <>
      <Facts
        missing={t('customers.profile.unknown')}
        facts={[
          [t('customers.profile.name'), customer.name],
          [t('customers.profile.email'), customer.email],
          [t('customers.profile.phone'), customer.phone],
          [t('customers.profile.document'), customer.document],
          [t('customers.profile.birthday'), birthdayOf(customer.birthday, format.date)],
          [t('customers.profile.originalId'), customer.originalId],
          [t('customers.profile.publicId'), customer.publicId],
          [t('customers.profile.takesPart'), takesPart],
          [t('customers.profile.signedUp'), date(customer.signupAt)],
          [t('customers.profile.known'), date(customer.createdAt)],
          [t('customers.profile.spent'), customer.spent === null ? null : format.money(customer.spent)],
          [t('customers.profile.firstOrder'), date(customer.firstOrderAt)],
          [t('customers.profile.lastOrder'), date(customer.lastOrderAt)],
        ]}
      />
      <Consents customer={customer} />
    </>
  )
}

/** What they have agreed to in the shop’s pages, and what of it they have taken back. */
function Consents({ customer: { consents } }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Section title={t('storefront.consents.title')}>
      {consents.length === 0 ? <p className="muted">{t('storefront.consents.none')}</p> : null}
      <ul>
        {consents.map(({ kind, version, at, withdrawnAt }) => (
          <li key={`${kind} ${version} ${at}`}>
            {t(`storefront.consents.${kind}`, { version: version ?? '' })}{' '}
            <span className="muted">
              {withdrawnAt === null
                ? t('storefront.consents.given', { date: format.date(at) })
                : t('storefront.consents.withdrawn', {
                    date: format.date(at),
                    until: format.date(withdrawnAt),
                  })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** A birthday is a day: sent as midnight in UTC it is the day that it says, else the merchant's day of that moment. */
function birthdayOf(birthday: string | null, date: (moment: string) => string): string | null {
  if (birthday === null) return null
  const [day, time = ''] = birthday.split('T')
  return date(time.startsWith('00:00:00') ? `${day}T12:00:00Z` : birthday)
}
