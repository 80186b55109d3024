import { Button, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import { useSending } from '../../components/form/use-sending.ts'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { type CardValues, lacksPrize, withReward } from './card-form.ts'
import css from './program.module.css'
import { useRewards } from './use-rewards.ts'

interface RewardFieldProps {
  readonly values: CardValues
  readonly isCreating: boolean
  readonly error: string | null
  readonly onCreate: (isCreating: boolean) => void
  readonly onChange: (part: Partial<CardValues>) => void
}

/** No id of a reward. */
const NEW = 'new'

/** Which reward a full card gives. Nothing is chosen beforehand, also not that there is none. */
export function RewardField({ values, isCreating, error, onCreate, onChange }: RewardFieldProps) {
  const { t } = useTranslation()
  const rewards = useRewards()
  const mayCreate = useMay('rewards.write')
  if (rewards.length === 0 && !mayCreate) return null
  const chosen = lacksPrize(values) ? null : (values.reward ?? '')
  return (
    <Select
      label={t('program.card.reward')}
      placeholder={t('program.card.chooseReward')}
      data={[
        ...(mayCreate ? [{ value: NEW, label: t('program.card.newReward.option') }] : []),
        ...rewards.map(({ id, label }) => ({ value: id, label })),
        { value: '', label: t('program.card.noReward') },
      ]}
      value={isCreating ? NEW : chosen}
      allowDeselect={false}
      error={error}
      onChange={(reward) => {
        onCreate(reward === NEW)
        if (reward !== NEW) onChange(withReward(values, reward || null))
      }}
    />
  )
}

/** A title is enough: the rest can be said on the reward's own page. */
export function NewReward({ onDone }: { readonly onDone: (id: string) => void }) {
  const { t } = useTranslation()
  const create = useChange('rewards.create')
  const client = useQueryClient()
  const tenant = useTenant()
  const [title, setTitle] = useState('')
  const { problem, isBusy, send } = useSending()
  const isEmpty = title.trim() === ''
  const submit = (): void => {
    if (isEmpty || isBusy) return
    // For points anyone could take it, because it has no price.
    const body = { type: 'product', title: title.trim(), prizeOnly: true } as const
    void send(create({ body }), async ({ answer: { id } }) => {
      await client.invalidateQueries({ queryKey: [tenant, 'program', 'program.choices'] })
      onDone(String(id))
    })
  }
  return (
    <div className={css.newReward}>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <TextInput
        label={t('program.card.newReward.title')}
        description={t('program.card.newReward.about')}
        placeholder={t('program.card.newReward.placeholder')}
        value={title}
        maxLength={250}
        onChange={(event) => setTitle(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Not the dialog around it.
          event.preventDefault()
          submit()
        }}
        autoFocus
      />
      <Button onClick={submit} loading={isBusy} disabled={isEmpty}>
        {t('program.card.newReward.submit')}
      </Button>
    </div>
  )
}
