import { Button, Select, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Input } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Choices } from '../../components/form/Choices.tsx'
import { DateInput } from '../../components/form/DateInput.tsx'
import { FieldRow, Fields } from '../../components/form/Form.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { addDays, isDay } from '../../components/report/period.ts'
import { useFormat } from '../../format/use-format.ts'
import { fromLocal } from '../../format/zone.ts'

type Body = Input<'exports.create'>['body']
type Kind = Body['kind'] | 'whole'

const EXPORTS = [
  'orders',
  'redemptions',
  'movements',
  'lots',
  'customers',
  'coupons',
  'couponCodes',
  'tierMoves',
  'stampCards',
  'quizAnswers',
  'audit',
] as const satisfies readonly Body['kind'][]
const WITH_DAYS: readonly Body['kind'][] = ['orders', 'redemptions', 'movements', 'tierMoves']
const FORMATS = ['spreadsheet', 'csv', 'ndjson'] as const
type Format = (typeof FORMATS)[number]

interface NewExportDialogProps {
  readonly onStarted: () => void
  readonly onClose: () => void
}

/** Starts a job that writes a file. What it says of persons is for those who may see and export them. */
export function NewExportDialog({ onStarted, onClose }: NewExportDialogProps) {
  const { t } = useTranslation()
  const { timeZone } = useFormat()
  const create = useChange('exports.create')
  // A link from a report says what it is about.
  const asked = useSearch({ strict: false }) as { kind?: unknown; asOf?: unknown }
  const [kind, setKind] = useState<Kind>(EXPORTS.find((one) => one === asked.kind) ?? 'orders')
  const createWhole = useChange('exports.createWhole')
  const mayWhole = useMayWhole()
  const isWhole = kind === 'whole'
  const [format, setFormat] = useState<Format>('spreadsheet')
  const [days, setDays] = useState<{ readonly from: string | null; readonly to: string | null }>({
    from: null,
    to: null,
  })
  const { problem, isBusy, send } = useSending()
  const hasDays = !isWhole && WITH_DAYS.includes(kind)
  const [asOf, setAsOf] = useState<string | null>(isDay(asked.asOf) ? asked.asOf : null)
  const midnight = (day: string): string => fromLocal(`${day}T00:00`, timeZone)
  const filter = {
    ...(isDay(days.from) ? { from: midnight(days.from) } : {}),
    ...(isDay(days.to) ? { until: midnight(addDays(days.to, 1)) } : {}),
  }
  const body: Body = {
    kind: isWhole ? 'orders' : kind,
    ...(hasDays ? { filter } : {}),
    ...(kind === 'lots' && isDay(asOf) ? { filter: { asOf } } : {}),
    ...(format === 'ndjson' ? { format: 'ndjson' } : { format: 'csv' }),
    ...(format === 'spreadsheet' ? { layout: 'spreadsheet' } : {}),
  }
  const started = (): void => {
    onStarted()
    onClose()
  }
  return (
    <Dialog
      title={t('data.export.title')}
      isOpen
      onClose={onClose}
      onSubmit={() =>
        void (isWhole
          ? send(createWhole({ body: { format: 'tar' } }), started)
          : send(create({ body }), started))
      }
      consequence={t(isWhole ? 'data.export.consequenceOfWhole' : 'data.export.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('data.export.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        <Text size="sm">{t('data.export.promise')}</Text>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <Choices
          label={t('data.export.what')}
          name="kind"
          value={kind}
          onChange={setKind}
          choices={[...EXPORTS, ...(mayWhole ? (['whole'] as const) : [])].map((value) => ({
            value,
            label: t(`data.export.kinds.${value}`),
            about: t(`data.export.about.${value}`),
          }))}
        />
        {hasDays ? (
          <FieldRow>
            {(['from', 'to'] as const).map((end) => (
              <DateInput
                key={end}
                label={t(`data.export.${end}`)}
                local={days[end]}
                withTime={false}
                isClearable
                onChange={(day) => setDays({ ...days, [end]: day })}
              />
            ))}
          </FieldRow>
        ) : null}
        {kind === 'lots' ? (
          <DateInput
            label={t('data.export.asOf')}
            local={asOf}
            withTime={false}
            isClearable
            onChange={setAsOf}
          />
        ) : null}
        {isWhole ? null : (
          <Select
            label={t('data.export.format')}
            data={FORMATS.map((value) => ({ value, label: t(`data.export.formats.${value}`) }))}
            value={format}
            onChange={(value) => setFormat((value ?? format) as Format)}
            allowDeselect={false}
          />
        )}
      </Fields>
    </Dialog>
  )
}

/** Persons and the audit are in it. */
function useMayWhole(): boolean {
  const needed = [useMay('customers.export'), useMay('customers.personal'), useMay('audit.read')]
  return needed.every(Boolean)
}
