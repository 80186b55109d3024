import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/hooks.ts'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { Warning } from '../../../components/notice/Notice.tsx'
import { useLabel } from './use-label.ts'

/** Where everything went that a customer had. */
export function MergedInto({ id }: { readonly id: number }) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const found = useRead('customers.get', { params: { id } })
  return (
    <Warning>
      {t('merging.mergedInto')}{' '}
      <PageLink to={`/customers/${id}`}>
        {found.data ? labelOf(found.data.answer) : t('merging.otherOne')}
      </PageLink>
    </Warning>
  )
}
