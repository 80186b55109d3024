import { Button, Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { usePageAddress } from '../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'

const DAYS = [30, 90, 180, 365] as const
const DAYS_USUAL = 90

/** Starts a backtest of the draft, and leads to what it comes to. */
export function TryOutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const create = useChange('backtests.create')
  const navigate = useNavigate()
  const address = usePageAddress()
  const [days, setDays] = useState<number>(DAYS_USUAL)
  const { problem, isBusy, send } = useSending()
  const start = (): void => {
    void send(create({ body: { of: 'draft', days } }), ({ answer }) =>
      navigate({ to: address(`/program/backtests/${answer.id}`), search: {} }),
    )
  }
  return (
    <Dialog
      title={t('backtests.tryOut.title')}
      isOpen
      onClose={onClose}
      onSubmit={start}
      consequence={t('backtests.tryOut.wait')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('backtests.tryOut.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <p>{t('backtests.tryOut.about')}</p>
        <Select
          label={t('backtests.tryOut.period')}
          data={DAYS.map((one) => ({ value: String(one), label: t('reports.lastDays', { count: one }) }))}
          value={String(days)}
          onChange={(value) => setDays(Number(value ?? days))}
          allowDeselect={false}
        />
      </Fields>
    </Dialog>
  )
}
