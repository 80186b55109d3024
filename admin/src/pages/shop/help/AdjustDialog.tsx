import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DecimalInput } from '../../../components/form/DecimalInput.tsx'
import { goToFirstError } from '../../../components/form/errors.ts'
import { FieldRow, Fields } from '../../../components/form/Form.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { WholeInput } from '../../../components/form/WholeInput.tsx'
import { ProblemNotice, Warning } from '../../../components/notice/Notice.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { PendingAdjustments } from '../approvals/PendingRequests.tsx'
import { REASONS } from '../timeline/use-reason.ts'
import { AdjustedDialog } from './AdjustedDialog.tsx'
import { type AdjustValues, bodyOf, isTold, NEW } from './adjust-values.ts'
import { EffectShown } from './EffectShown.tsx'
import { usePointsChange } from './use-points-change.ts'

const FIELDS = ['points', 'cashback', 'reason', 'note', 'orderId', 'validityDays']

interface AdjustDialogProps {
  readonly customerId: number
  readonly name: string
  readonly onClose: () => void
}

/** Gives or takes points: what it does is seen before it is done, and its record after. */
export function AdjustDialog({ customerId, name, onClose }: AdjustDialogProps) {
  const { t } = useTranslation()
  const adjust = usePointsChange('customers.adjust')
  const form = useForm<AdjustValues>({ initialValues: NEW })
  const { problem, isBusy, send } = useSending(form, FIELDS)
  const [done, setDone] = useState<Answer<'customers.adjust'> | null>(null)
  const tried = useTrial(customerId, form.values)
  if (done) return <AdjustedDialog done={done} name={name} onClose={onClose} />
  const needsApproval = tried.data !== undefined && tried.data.answer.exceeds !== null
  const submit = () => {
    if (form.values.note.trim() === '') {
      form.setErrors({ note: t('helping.noteMissing') })
      return goToFirstError()
    }
    const input = { params: { id: customerId }, body: bodyOf(form.values) }
    return send(adjust(input), ({ answer }) => setDone(answer))
  }
  return (
    <Dialog
      title={t('helping.adjust.title', { name })}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={() => void submit()}
      side={<Trial tried={tried} />}
      consequence={t('helping.adjust.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('helping.adjust.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t(`helping.adjust.submit.${needsApproval ? 'ask' : form.values.way}`)}
          </Button>
        </>
      }
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
      <PendingAdjustments customerId={customerId} />
      <AdjustFields form={form} />
    </Dialog>
  )
}

function AdjustFields({ form }: { readonly form: ReturnType<typeof useForm<AdjustValues>> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { way, unit } = form.values
  return (
    <Fields>
      <FieldRow>
        <Select
          label={t('helping.adjust.way')}
          data={(['give', 'take'] as const).map((value) => ({
            value,
            label: t(`helping.adjust.ways.${value}`),
          }))}
          allowDeselect={false}
          {...form.getInputProps('way')}
        />
        <DecimalInput
          label={t('helping.adjust.amount')}
          isFirst
          value={form.values.amount}
          onChange={(amount) => form.setFieldValue('amount', amount)}
          error={form.errors[unit]}
        />
        <Select
          label={t('helping.adjust.unit')}
          data={[
            { value: 'points', label: t('helping.adjust.units.points') },
            { value: 'cashback', label: t('helping.adjust.units.cashback', { currency: format.currency }) },
          ]}
          allowDeselect={false}
          {...form.getInputProps('unit')}
        />
      </FieldRow>
      <Select
        label={t('helping.adjust.reason')}
        description={t('helping.adjust.reasonAbout')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={REASONS.map((value) => ({ value, label: t(`customers.timeline.reasons.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('reason')}
      />
      <Textarea
        label={t('helping.note')}
        description={t('helping.adjust.noteAbout')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('note')}
      />
      <FieldRow>
        <TextInput
          label={`${t('helping.adjust.order')} (${t('common.optional')})`}
          maxLength={250}
          {...form.getInputProps('orderId')}
        />
        {way === 'give' ? (
          <WholeInput
            label={`${t('helping.adjust.validity')} (${t('common.optional')})`}
            unit={t('common.days')}
            value={form.values.validityDays}
            onChange={(days) => form.setFieldValue('validityDays', days)}
            error={form.errors.validityDays}
          />
        ) : null}
      </FieldRow>
    </Fields>
  )
}

/** What would happen, asked of the server as one types. */
function useTrial(customerId: number, values: AdjustValues) {
  const [settled] = useDebouncedValue(values, 300)
  const { note: _unneeded, ...body } = bodyOf(settled)
  const isOff = !isTold(settled)
  const { data, error } = useRead(
    'customers.previewAdjustment',
    { params: { id: customerId }, body },
    { isOff, keep: true },
  )
  // What was tried before the amount was cleared says nothing about what is typed next.
  return isOff ? { isOff } : { isOff, data, error }
}

function Trial({ tried: { isOff, data, error } }: { readonly tried: ReturnType<typeof useTrial> }) {
  const { t } = useTranslation()
  if (isOff) return <p className="muted">{t('helping.adjust.typeFirst')}</p>
  if (error) return <ProblemNotice problem={error.problem} />
  if (!data) return null
  const { exceeds } = data.answer
  return (
    <>
      <EffectShown effect={data.answer} />
      {exceeds ? <Warning>{t(`helping.exceeds.${exceeds}`)}</Warning> : null}
    </>
  )
}
