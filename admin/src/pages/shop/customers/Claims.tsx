import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useList } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { Status } from '../../../components/status/Status.tsx'
import type { Column } from '../../../components/table/DataTable.tsx'
import { ListedTable } from '../../../components/table/ListedTable.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { RevokeClaimDialog } from './RevokeClaimDialog.tsx'
import type { Claim } from './types.ts'

/** Imported customers whom the shop has named within 30 days. Each can be taken back. */
export function Claims() {
  const { t } = useTranslation()
  const listed = useList('customers.claims', {})
  const mayRevoke = useMay('customers.merge')
  const columns = useColumns()
  const [asked, ask] = useState<Claim | null>(null)
  return (
    <>
      <ListedTable
        label={t('claims.recent')}
        columns={columns}
        listed={listed}
        keyOf={({ customer, claimedId }) => `${customer.id} ${claimedId}`}
        to={({ customer }) => `/customers/${customer.id}`}
        actions={(claim) =>
          claim.revokedAt === null && mayRevoke ? (
            <Button size="xs" onClick={() => ask(claim)}>
              {t('claims.revoke')}
            </Button>
          ) : null
        }
        empty={<p className="muted">{t('claims.noRecent')}</p>}
      />
      {asked ? <RevokeClaimDialog claim={asked} onClose={() => ask(null)} /> : null}
    </>
  )
}

function useColumns(): readonly Column<Claim>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useCustomerName()
  return [
    { head: t('claims.columns.customer'), onPhone: 'subject', cell: ({ customer }) => nameOf(customer) },
    {
      head: t('customers.columns.contact'),
      onPhone: 'hidden',
      cell: ({ formerId }) => <span className="muted">{formerId}</span>,
    },
    { head: t('claims.columns.id'), onPhone: 'note', cell: ({ claimedId }) => claimedId },
    {
      head: t('claims.columns.claimed'),
      onPhone: 'date',
      cell: ({ claimedAt, revokedAt }) =>
        revokedAt === null ? format.ago(claimedAt) : <Status kind="off">{t('claims.revoked')}</Status>,
    },
    {
      head: t('claims.columns.balance'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ balance }) => <b>{format.points(balance.points)}</b>,
    },
  ]
}
