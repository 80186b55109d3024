import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answered, call } from '../../api/client.ts'
import { useChange, useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import type { Member } from '../../components/editing/ChangedDialog.tsx'
import { EditingForm } from '../../components/editing/EditingForm.tsx'
import { memberAt } from '../../components/editing/path.ts'
import { useEditing } from '../../components/editing/use-editing.ts'
import { Page } from '../../components/layout/Page.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { GeneralForm } from './GeneralForm.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'
import { type GeneralValues, generalBody, generalOf } from './settings-values.ts'

const FIELDS = [
  ['name', 'name'],
  ['currency', 'currency'],
  ['timeZone', 'timeZone'],
  ['locale', 'locale'],
  ['pointsName', 'pointsName'],
  ['takeBack', 'takeBack'],
  ['returnsPointsOfExpiredCoupon', 'returnsPoints'],
  ['refundsRedeemOnReturn', 'refundsRedeem'],
  ['matchesCustomers', 'matchesCustomers'],
  ['claims', 'claims'],
  ['tierGraceDays', 'tierGraceDays'],
  ['reservationMinutes', 'reservationMinutes'],
  ['inactivity.isOn', 'inactivity'],
  ['inactivity.months', 'inactivityMonths'],
  ['inactivity.noticeDays', 'inactivityNotice'],
  ['inactivity.startsOn', 'inactivityStarts'],
  ['limits.rewardValue', 'rewardValue'],
  ['limits.rewardPoints', 'rewardPoints'],
] as const

export default function GeneralPage() {
  const { t } = useTranslation()
  const found = useRead('settings.get', {})
  return (
    <Page title={t('settings.title')}>
      <SettingsTabs />
      {found.error ? (
        <ProblemNotice
          problem={found.error.problem}
          actions={<TryAgain onClick={() => void found.refetch()} />}
        />
      ) : null}
      {found.isPending ? <SkeletonRows count={8} height={56} /> : null}
      {found.data ? <Editor first={found.data} /> : null}
    </Page>
  )
}

function Editor({ first }: { readonly first: Answered<'settings.get'> }) {
  const { t } = useTranslation()
  const tenant = useTenant()
  const client = useQueryClient()
  const mayWrite = useMay('settings.write')
  const change = useChange('settings.change')
  const members = useMembers()
  /** As it was last read or saved: what is sent depends on it. */
  const stored = useRef(first.answer)
  const editing = useEditing<GeneralValues>({
    first: { values: generalOf(first.answer), etag: first.etag },
    fields: FIELDS.map(([path]) => path),
    async save(values, etag) {
      const outcome = await change({ etag, body: generalBody(values, stored.current) })
      if (outcome.isDone) stored.current = outcome.answer
      // Name, currency and time zone are shown on every page.
      if (outcome.isDone) void client.invalidateQueries({ queryKey: [null, 'session'] })
      return outcome
    },
    async reread() {
      const theirs = await call('settings.get', tenant, {})
      stored.current = theirs.answer
      return { values: generalOf(theirs.answer), etag: theirs.etag }
    },
  })
  return (
    <EditingForm editing={editing} members={members} mayWrite={mayWrite} label={t('settings.save')}>
      <GeneralForm form={editing.form} stored={first.answer} />
    </EditingForm>
  )
}

function useMembers(): readonly Member<GeneralValues>[] {
  const { t } = useTranslation()
  return FIELDS.map(([path, name]) => ({
    path,
    label: t(`settings.fields.${name}`),
    show(values) {
      const value = memberAt(values, path)
      if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no')
      if (path === 'takeBack') return t(`settings.takeBack.${values.takeBack}`)
      if (path === 'claims') return t(`settings.claims.${values.claims}`)
      if (path === 'pointsName') {
        return Object.values(values.pointsName)
          .map(({ one, many }) => `${one}, ${many}`)
          .join(' · ')
      }
      return String(value ?? '')
    },
  }))
}
