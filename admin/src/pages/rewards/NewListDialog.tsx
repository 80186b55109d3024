import { Button, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange, useList } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { showErrors } from '../../components/form/errors.ts'
import { Fields } from '../../components/form/Form.tsx'
import { WholeInput } from '../../components/form/WholeInput.tsx'
import { usePageAddress } from '../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'

interface NewListDialogProps {
  /** null: one is asked which. */
  readonly reward: { readonly id: number; readonly title: string } | null
  readonly onClose: () => void
}

export function NewListDialog({ reward, onClose }: NewListDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const address = usePageAddress()
  const create = useChange('couponLists.create')
  const rewards = useList('rewards.list', { query: { limit: 100 } }, { isOff: reward !== null })
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useForm({
    initialValues: {
      name: reward?.title ?? '',
      rewardId: reward ? String(reward.id) : (null as string | null),
      warnBelow: '',
    },
  })
  const submit = async (): Promise<void> => {
    const { name, rewardId, warnBelow } = form.values
    setBusy(true)
    setProblem(null)
    const outcome = await create({
      body: { name, rewardId: Number(rewardId), warnBelow: warnBelow === '' ? null : Number(warnBelow) },
    })
    setBusy(false)
    if (outcome.isDone) await navigate({ to: address(`/coupon-lists/${outcome.answer.id}`) })
    else if (!showErrors(form, outcome.problem, ['name', 'warnBelow', ...(reward ? [] : ['rewardId'])])) {
      setProblem(outcome.problem)
    }
  }
  return (
    <Dialog
      title={t('couponLists.create.title')}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={t('couponLists.create.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('couponLists.create.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('couponLists.create.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        {reward ? null : (
          <Select
            label={t('couponLists.reward')}
            searchable
            data={rewards.items.map(({ id, title }) => ({ value: String(id), label: title }))}
            data-autofocus
            {...form.getInputProps('rewardId')}
          />
        )}
        <TextInput label={t('couponLists.name')} maxLength={250} {...form.getInputProps('name')} />
        <WholeInput
          label={t('couponLists.warnBelow')}
          description={t('couponLists.warnBelowAbout')}
          {...form.getInputProps('warnBelow')}
        />
      </Fields>
    </Dialog>
  )
}
