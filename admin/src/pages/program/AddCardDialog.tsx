import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { DecimalInput } from '../../components/form/DecimalInput.tsx'
import { FieldRow, Fields } from '../../components/form/Form.tsx'
import { WholeInput } from '../../components/form/WholeInput.tsx'
import { useFormat } from '../../format/use-format.ts'
import { Consequence } from './Consequence.tsx'
import { CARD_PICKS, type CardValues, COUNTS, cardOf, missingIn } from './card-form.ts'
import { IdsInput, withTyped } from './IdsInput.tsx'
import { NewReward, RewardField, useCreateReward } from './PrizeFields.tsx'
import type { NewRule } from './program.ts'

interface AddCardDialogProps {
  /** As a recipe filled it in. */
  readonly first: CardValues
  readonly onBack: () => void
  readonly onClose: () => void
  readonly onAdd: (rule: NewRule) => void
}

/** What a card counts, what fills it and what that is worth; everything else is changed in its sentence. */
export function AddCardDialog({ first, onBack, onClose, onAdd }: AddCardDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [values, setValues] = useState(first)
  const [typed, setTyped] = useState('')
  // The name of a reward that is made with the card; null: one that there is, or none.
  const [newReward, setNewReward] = useState<string | null>(null)
  const { problem, isBusy, createReward } = useCreateReward()
  const change = (part: Partial<CardValues>): void => setValues({ ...values, ...part })
  const whole = { ...values, ids: withTyped(values.ids, typed) }
  const givesReward = values.reward !== null || newReward !== null
  const missing = missingIn(whole, newReward)
  const add = (card: CardValues): void =>
    onAdd({ kind: 'card', ids: [], key: '', name: card.name.trim(), card: cardOf(card) })
  const submit = (): void => {
    if (missing.length > 0 || isBusy) return
    if (newReward === null) add(whole)
    else createReward(newReward, (reward) => add({ ...whole, reward }))
  }
  return (
    <Dialog
      title={t('program.kinds.card.name')}
      isOpen
      onClose={onClose}
      onSubmit={submit}
      consequence={<Consequence missing={missing.map((one) => t(`program.card.missing.${one}`))} />}
      actions={
        <>
          <Button onClick={onBack}>{t('common.back')}</Button>
          <Button type="submit" variant="filled" loading={isBusy} disabled={missing.length > 0}>
            {t('program.add.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        <TextInput
          label={t('program.card.name')}
          description={t('program.card.nameAbout')}
          value={values.name}
          maxLength={250}
          onChange={(event) => change({ name: event.currentTarget.value })}
          data-autofocus
        />
        <FieldRow>
          <Select
            label={t('program.card.counts')}
            data={COUNTS.map((value) => ({ value, label: t(`program.card.countsOf.${value}`) }))}
            value={values.counts}
            allowDeselect={false}
            onChange={(counts) => change({ counts: COUNTS.find((one) => one === counts) ?? 'items' })}
          />
          {values.counts === 'spend' ? (
            <DecimalInput
              label={t('program.card.perAmount')}
              unit={format.currency}
              value={values.perAmount}
              onChange={(perAmount) => change({ perAmount })}
            />
          ) : null}
        </FieldRow>
        <PickFields values={values} typed={typed} onChange={change} onType={setTyped} />
        <FieldRow>
          <WholeInput
            label={t('program.card.stamps')}
            value={values.stamps}
            onChange={(stamps) => change({ stamps })}
          />
        </FieldRow>
        <FieldRow>
          <RewardField
            values={values}
            isCreating={newReward !== null}
            onCreate={(isCreating) => setNewReward(isCreating ? '' : null)}
            onChange={change}
          />
          <DecimalInput
            label={t(givesReward ? 'program.card.pointsOptional' : 'program.card.points')}
            value={values.points}
            onChange={(points) => change({ points })}
          />
        </FieldRow>
        {newReward === null ? null : (
          <NewReward title={newReward} problem={problem} onChange={setNewReward} />
        )}
        {values.window ? (
          <p className="muted small">
            {t('program.card.window', {
              from: format.date(values.window.from),
              until: format.endDate(values.window.until),
            })}
          </p>
        ) : null}
      </Fields>
    </Dialog>
  )
}

interface PickFieldsProps {
  readonly values: CardValues
  readonly typed: string
  readonly onChange: (part: Partial<CardValues>) => void
  readonly onType: (typed: string) => void
}

/** Which lines count: items need some, orders and money may have them. */
function PickFields({ values, typed, onChange, onType }: PickFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Select
        label={t('program.card.pick')}
        data={CARD_PICKS.map((value) => ({ value, label: t(`program.card.picks.${value}`) }))}
        value={values.of}
        allowDeselect={false}
        onChange={(of) => {
          onChange({ of: CARD_PICKS.find((one) => one === of) ?? 'category', ids: [] })
          onType('')
        }}
      />
      <IdsInput
        picks={values.of}
        ids={values.ids}
        typed={typed}
        isFirst={false}
        label={t(values.counts === 'items' ? 'program.add.which' : 'program.card.whichOptional')}
        onChange={(ids) => onChange({ ids })}
        onType={onType}
      />
    </>
  )
}
