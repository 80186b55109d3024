import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { DecimalInput } from '../../components/form/DecimalInput.tsx'
import { FieldRow, Fields } from '../../components/form/Form.tsx'
import { WholeInput } from '../../components/form/WholeInput.tsx'
import { useFormat } from '../../format/use-format.ts'
import {
  CARD_PICKS,
  type CardValues,
  COUNTS,
  cardOf,
  isWholeCard,
  lacksPrize,
  withReward,
} from './card-form.ts'
import { IdsInput, withTyped } from './IdsInput.tsx'
import { NewReward, RewardField } from './PrizeFields.tsx'
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
  const [isCreating, setIsCreating] = useState(false)
  // What is missing is said when it is asked for, not while it is filled in.
  const [isAsked, setIsAsked] = useState(false)
  const change = (part: Partial<CardValues>): void => setValues({ ...values, ...part })
  const whole = { ...values, ids: withTyped(values.ids, typed) }
  const lack = lackOf(values, isCreating)
  // The prize has a message of its own.
  const withPrize = lacksPrize(whole) ? { ...whole, points: '1' } : whole
  const isWhole = isWholeCard(withPrize)
  const submit = (): void => {
    setIsAsked(true)
    if (!isWhole || lack !== null) return
    onAdd({ kind: 'card', ids: [], key: '', name: whole.name.trim(), card: cardOf(whole) })
  }
  return (
    <Dialog
      title={t('program.kinds.card.name')}
      isOpen
      onClose={onClose}
      onSubmit={submit}
      consequence={t('program.add.consequence')}
      actions={
        <>
          <Button onClick={onBack}>{t('common.back')}</Button>
          <Button type="submit" variant="filled" disabled={!isWhole}>
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
            isCreating={isCreating}
            error={isAsked && lack !== null ? t(lack) : null}
            onCreate={setIsCreating}
            onChange={change}
          />
          <DecimalInput
            label={t(values.reward === null ? 'program.card.points' : 'program.card.pointsOptional')}
            value={values.points}
            onChange={(points) => change({ points })}
          />
        </FieldRow>
        {isCreating ? (
          <NewReward
            onDone={(reward) => {
              setIsCreating(false)
              change(withReward(values, reward))
            }}
          />
        ) : null}
        {values.window ? (
          <p className="muted small">
            {t('program.card.window', {
              from: format.date(values.window.from),
              until: format.endDate(values.window.until),
            })}
          </p>
        ) : null}
        {isWholeCard({ ...withPrize, ids: ['any'] }) ? null : (
          <p className="muted small">{t('program.card.wrong')}</p>
        )}
      </Fields>
    </Dialog>
  )
}

/** What of the prize is still open; null: nothing. */
function lackOf(values: CardValues, isCreating: boolean) {
  if (isCreating) return 'program.card.newReward.unfinished'
  return lacksPrize(values) ? 'program.card.lacksPrize' : null
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
