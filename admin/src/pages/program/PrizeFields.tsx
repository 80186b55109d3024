import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import type { Refused } from '../../components/form/errors.ts'
import { useSending } from '../../components/form/use-sending.ts'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { type CardValues, lacksPrize, withReward } from './card-form.ts'
import { useRewards } from './use-rewards.ts'

interface RewardFieldProps {
  readonly values: CardValues
  readonly isCreating: boolean
  readonly onCreate: (isCreating: boolean) => void
  readonly onChange: (part: Partial<CardValues>) => void
}

/** No id of a reward. */
const NEW = 'new'

/** Which reward a full card gives. Nothing is chosen beforehand, also not that there is none. */
export function RewardField({ values, isCreating, onCreate, onChange }: RewardFieldProps) {
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
      onChange={(reward) => {
        onCreate(reward === NEW)
        if (reward !== NEW) onChange(withReward(values, reward || null))
      }}
    />
  )
}

interface NewRewardProps {
  readonly title: string
  readonly problem: Refused | null
  readonly onChange: (title: string) => void
}

/** A title is enough: the rest can be said on the reward's own page. It is made together with the card. */
export function NewReward({ title, problem, onChange }: NewRewardProps) {
  const { t } = useTranslation()
  return (
    <div>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <TextInput
        label={t('program.card.newReward.title')}
        description={t('program.card.newReward.about')}
        placeholder={t('program.card.newReward.placeholder')}
        value={title}
        maxLength={250}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoFocus
      />
    </div>
  )
}

export function useCreateReward() {
  const create = useChange('rewards.create')
  const client = useQueryClient()
  const tenant = useTenant()
  const { problem, isBusy, send } = useSending()
  return {
    problem,
    isBusy,
    createReward: (title: string, onDone: (id: string) => void): void => {
      // For points anyone could take it, because it has no price.
      const body = { type: 'product', title: title.trim(), prizeOnly: true } as const
      void send(create({ body }), async ({ answer: { id } }) => {
        await client.invalidateQueries({ queryKey: [tenant, 'program', 'program.choices'] })
        onDone(String(id))
      })
    },
  }
}
