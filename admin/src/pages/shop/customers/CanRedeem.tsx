import { Button, Select } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useList, useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { Section } from '../../../components/layout/Page.tsx'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { Status } from '../../../components/status/Status.tsx'
import { RedeemDialog } from '../help/RedeemDialog.tsx'
import { textIn } from '../read-search.ts'
import css from '../shop.module.css'
import type { Customer } from './types.ts'

/** “Can she redeem this, and why not?”: the reward that is asked for is in the address. */
export function CanRedeem({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const name = useCustomerName()(customer)
  const mayRedeem = useMay('redemptions.create') && customer.erasedAt === null && customer.mergedInto === null
  // Kept apart from the answer: it stays open when that changes, because it shows what was recorded.
  const [isRedeeming, setRedeeming] = useState(false)
  const address = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const rewards = useList('rewards.list', { query: { limit: 100 } })
  const chosen = rewards.items.find(({ id }) => String(id) === textIn(address, 'reward'))
  const choose = (reward: string | null): void => {
    const { reward: _before, ...rest } = address
    void navigate({
      to: '.',
      search: (reward === null ? rest : { ...rest, reward: Number(reward) }) as never,
      replace: true,
    })
  }
  return (
    <Section title={t('care.redeem.title', { name })}>
      <div className={css.asked}>
        <Select
          label={t('care.redeem.reward')}
          placeholder={t('care.redeem.choose')}
          data={rewards.items.map(({ id, title }) => ({ value: String(id), label: title }))}
          value={chosen ? String(chosen.id) : null}
          onChange={choose}
          searchable
          clearable
        />
        <div className={css.answer} aria-live="polite">
          {rewards.problem ? <ProblemNotice problem={rewards.problem} /> : null}
          {chosen ? (
            <Answer
              rewardId={chosen.id}
              customerId={customer.id}
              onRedeem={mayRedeem ? () => setRedeeming(true) : null}
            />
          ) : null}
        </div>
      </div>
      {chosen && isRedeeming ? (
        <RedeemDialog
          customerId={customer.id}
          name={name}
          reward={chosen}
          onClose={() => setRedeeming(false)}
        />
      ) : null}
    </Section>
  )
}

interface AnswerProps {
  readonly rewardId: number
  readonly customerId: number
  /** null: this person may not. */
  readonly onRedeem: (() => void) | null
}

function Answer({ rewardId, customerId, onRedeem }: AnswerProps) {
  const { t } = useTranslation()
  const checked = useRead('rewards.check', { params: { id: rewardId }, body: { customerId } })
  if (checked.error) return <ProblemNotice problem={checked.error.problem} />
  if (!checked.data) return <SkeletonRows count={1} />
  const { enabled, sentence } = checked.data.answer
  return (
    <>
      <Status kind={enabled ? 'well' : 'off'}>
        {t(enabled ? 'care.redeem.possible' : 'care.redeem.impossible')}
      </Status>
      <p>{sentence}</p>
      {enabled && onRedeem ? (
        <Button variant="filled" onClick={onRedeem}>
          {t('care.redeem.action')}
        </Button>
      ) : null}
    </>
  )
}
