import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useList } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { AuditEntries } from '../../../components/audit/AuditEntries.tsx'
import type { Customer } from './types.ts'

/** What people have done to this customer: who, when and what. */
export function Changes({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const nameOf = useCustomerName()
  const seesAll = useMay('audit.all')
  const listed = useList('customers.audit', { params: { id: customer.id } })
  return (
    <>
      {seesAll ? null : <p className="muted small">{t('care.changes.own')}</p>}
      <AuditEntries
        listed={listed}
        targetName={nameOf(customer)}
        empty={<p className="muted">{t('care.changes.none')}</p>}
      />
    </>
  )
}
