import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { DecimalInput } from '../../../components/form/DecimalInput.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { CopyButton } from '../../../components/secret/CopyButton.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { Facts } from '../Facts.tsx'
import { NotedDialog } from './NotedDialog.tsx'
import { usePointsChange } from './use-points-change.ts'

interface RedeemDialogProps {
  readonly customerId: number
  readonly name: string
  readonly reward: Pick<Answer<'rewards.list'>['items'][number], 'id' | 'title' | 'type'>
  readonly onClose: () => void
}

/** Redeems for a customer who asks for it: of cashback how much, or as much as can be used. */
export function RedeemDialog({ customerId, name, reward, onClose }: RedeemDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [value, setValue] = useState('')
  const [settled] = useDebouncedValue(value, 300)
  const params = { id: customerId }
  const bodyOf = (typed: string) => ({
    rewardId: reward.id,
    ...(reward.type === 'cashback' && typed.trim() !== '' ? { value: typed } : {}),
  })
  const tried = useRead('redemptions.previewCreate', { params, body: bodyOf(settled) }, { keep: true })
  const redeem = usePointsChange('redemptions.create')
  return (
    <NotedDialog
      title={t('helping.redeem.title', { name, reward: reward.title })}
      text={t('helping.redeem.text')}
      consequence={t('helping.redeem.consequence')}
      cancel={t('common.cancel')}
      submit={t('helping.redeem.submit')}
      trial={{ effect: tried.data?.answer, problem: tried.error?.problem }}
      run={(note) => redeem({ params, body: { ...bodyOf(value), note } })}
      onClose={onClose}
      {...(reward.type === 'cashback'
        ? {
            fields: (problem) => (
              <DecimalInput
                label={`${t('helping.redeem.value')} (${t('common.optional')})`}
                description={t('helping.redeem.valueAbout')}
                unit={format.currency}
                isFirst
                value={value}
                onChange={setValue}
                error={problem?.errors?.find(({ pointer }) => pointer === '/value')?.message}
              />
            ),
          }
        : {})}
      isAtField={(pointer) => pointer === '/value'}
      result={({ id, coupon }) => (
        <>
          <Facts
            facts={[
              [t('helping.redeem.code'), coupon.code ?? t('orders.codeHidden')],
              [
                t('helping.redeem.validUntil'),
                coupon.validUntil === null ? t('customers.lots.never') : format.date(coupon.validUntil),
              ],
            ]}
          />
          <p>
            {coupon.code === null ? null : <CopyButton text={coupon.code} label={t('helping.redeem.copy')} />}{' '}
            <PageLink to={`/redemptions/${id}`}>{t('helping.redeem.see')}</PageLink>
          </p>
        </>
      )}
    />
  )
}
