import { Button, Select, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DoneButton } from '../../../components/dialog/DoneButton.tsx'
import { goToFirstError } from '../../../components/form/errors.ts'
import { FieldRow, Fields } from '../../../components/form/Form.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { WholeInput } from '../../../components/form/WholeInput.tsx'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Facts } from '../Facts.tsx'
import { usePointsChange } from '../help/use-points-change.ts'
import { REASONS } from '../timeline/use-reason.ts'
import type { CustomerCard } from './card.ts'
import { bodyOf, isWhole, NEW, type StampsValues } from './stamps-values.ts'
import { useStampWords } from './use-stamp-words.ts'

interface StampsDialogProps {
  readonly customerId: number
  readonly name: string
  readonly card: CustomerCard
  readonly onClose: () => void
}

type Done = Answer<'customers.adjustStamps'>

/** Gives a card stamps by hand, or takes some; then it tells what became of the card. */
export function StampsDialog({ customerId, name, card, onClose }: StampsDialogProps) {
  const { t } = useTranslation()
  const adjust = usePointsChange('customers.adjustStamps')
  const form = useForm<StampsValues>({ initialValues: NEW })
  const { problem, isBusy, send } = useSending(form, ['stamps', 'reason', 'note'])
  const [done, setDone] = useState<Done | null>(null)
  const submit = () => {
    if (done) return onClose()
    const { values } = form
    const errors = {
      ...(isWhole(values) ? {} : { stamps: t('cards.give.wrong') }),
      ...(values.note.trim() === '' ? { note: t('helping.noteMissing') } : {}),
    }
    if (Object.keys(errors).length > 0) {
      form.setErrors(errors)
      return goToFirstError()
    }
    const input = { params: { id: customerId, card: card.ruleId }, body: bodyOf(values) }
    return send(adjust(input), ({ answer }) => setDone(answer))
  }
  return (
    <Dialog
      title={t(done ? 'cards.give.done' : 'cards.give.title', { name })}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={done ? null : t('cards.give.consequence')}
      actions={
        done ? (
          <DoneButton />
        ) : (
          <>
            <Button onClick={onClose}>{t('helping.adjust.cancel')}</Button>
            <Button type="submit" variant="filled" loading={isBusy}>
              {t(`cards.give.submit.${form.values.way}`)}
            </Button>
          </>
        )
      }
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
      <Fields>
        <p className="muted">{t('cards.give.card', { card: card.name || t('program.kinds.card.name') })}</p>
        {done ? <Recorded done={done} card={card} /> : <StampFields form={form} card={card} />}
      </Fields>
    </Dialog>
  )
}

interface StampFieldsProps {
  readonly form: ReturnType<typeof useForm<StampsValues>>
  readonly card: CustomerCard
}

function StampFields({ form, card: { perStamp } }: StampFieldsProps) {
  const { t } = useTranslation()
  const { money } = useFormat()
  return (
    <>
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
        <WholeInput
          label={t('cards.give.amount')}
          description={
            perStamp === null
              ? t('cards.give.amountAbout')
              : t('cards.give.amountOf', { money: money(perStamp) })
          }
          value={form.values.stamps}
          onChange={(stamps) => form.setFieldValue('stamps', stamps)}
          error={form.errors.stamps}
        />
      </FieldRow>
      <Select
        label={t('helping.adjust.reason')}
        data={REASONS.map((value) => ({ value, label: t(`customers.timeline.reasons.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('reason')}
      />
      <Textarea
        label={t('helping.note')}
        description={t('helping.noteAbout')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('note')}
      />
    </>
  )
}

function Recorded({ done, card: { perStamp } }: { readonly done: Done; readonly card: CustomerCard }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useStampWords()
  const isMoney = perStamp !== null
  const shown = { stamps: words.figure(done.stamps, isMoney), size: words.stamps(done.size, isMoney) }
  return (
    <>
      {done.filled > 0 ? <p>{t('cards.give.filled', { count: done.filled })}</p> : null}
      {done.undone > 0 ? <p>{t('cards.give.undone', { count: done.undone })}</p> : null}
      <Facts
        facts={[
          [t('helping.adjust.recorded'), format.signed(done.recorded)],
          [t('cards.give.now'), t('cards.progress', shown)],
          [t('cards.give.owedNow'), isZero(done.owed) ? null : words.stamps(done.owed, isMoney)],
        ]}
      />
    </>
  )
}
