import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useChange, useRead } from '../../api/hooks.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { DecimalInput } from '../../components/form/DecimalInput.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { monthWords } from '../../components/report/bucket-words.ts'
import { useFormat } from '../../format/use-format.ts'
import { percentOfShare, shareOfPercent } from './shares.ts'
import { useEnded } from './use-ended.ts'

interface EstimateDialogProps {
  readonly settings: Answer<'accounting.get'>
  readonly onClose: () => void
}

/** What is not expected to be redeemed, from a month on that is still open. */
export function EstimateDialog({ settings, onClose }: EstimateDialogProps) {
  const { t, i18n } = useTranslation()
  const { currency } = useFormat()
  const months = useRead('accounting.listMonths', {}).data?.answer.items ?? []
  const open = months.filter(({ state }) => state !== 'closed').map(({ month }) => month)
  const last = settings.estimates.at(-1)
  const set = useChange('accounting.setEstimate')
  const { problem, isBusy, send } = useSending()
  const [chosen, setMonth] = useState<string | null>(null)
  const [percent, setPercent] = useState(last ? percentOfShare(last.breakage) : '')
  const [pointWorth, setPointWorth] = useState(last?.pointWorth ?? '')
  // The first estimate is asked for by the month that is to be closed next. One of a month that is still open is
  // corrected there; a change of one that is in the books comes into force from now on.
  const inForce = last && (open.includes(last.since) ? last.since : open[0])
  const month = chosen ?? (last ? inForce : open.at(-1)) ?? settings.startsIn
  const breakage = shareOfPercent(percent)
  const ended = useEnded(settings)
  return (
    <Dialog
      title={t('accounting.estimate.dialog')}
      isOpen
      onClose={onClose}
      onSubmit={() => {
        if (month === null || breakage === null) return
        const body = { breakage, pointWorth: pointWorth === '' ? null : pointWorth }
        void send(set({ params: { month }, body }), onClose)
      }}
      consequence={t('accounting.estimate.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy} disabled={breakage === null || !month}>
            {t('accounting.estimate.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <Select
          label={t('accounting.estimate.month')}
          data={open.map((value) => ({ value, label: monthWords(value, i18n.language).name }))}
          value={month}
          onChange={setMonth}
          allowDeselect={false}
        />
        <DecimalInput
          label={t('accounting.estimate.breakage')}
          description={ended}
          value={percent}
          onChange={setPercent}
          unit="%"
          isFirst
        />
        <DecimalInput
          label={t('accounting.estimate.pointWorth')}
          description={t('accounting.estimate.pointWorthAbout')}
          value={pointWorth}
          onChange={setPointWorth}
          unit={currency}
        />
      </Fields>
    </Dialog>
  )
}
