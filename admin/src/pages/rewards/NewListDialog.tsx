import { Button, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChange, useList } from '../../api/hooks.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { useSending } from '../../components/form/use-sending.ts'
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
  const form = useForm({
    initialValues: {
      name: reward?.title ?? '',
      rewardId: reward ? String(reward.id) : (null as string | null),
      warnBelow: '',
    },
  })
  const { problem, isBusy, send } = useSending(form, ['name', 'warnBelow', ...(reward ? [] : ['rewardId'])])
  const submit = () => {
    const { name, rewardId, warnBelow } = form.values
    const body = { name, rewardId: Number(rewardId), warnBelow: warnBelow === '' ? null : Number(warnBelow) }
    return send(create({ body }), ({ answer }) => navigate({ to: address(`/coupon-lists/${answer.id}`) }))
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
