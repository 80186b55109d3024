import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { NewListDialog } from './NewListDialog.tsx'
import type { Reward } from './reward-values.ts'
import css from './rewards.module.css'

/** Where its codes come from: lists of the merchant's, or made up. */
export function RewardCodes({ reward }: { readonly reward: Reward }) {
  const { t } = useTranslation()
  const mayWrite = useMay('rewards.write')
  const lists = useList('couponLists.list', { query: { reward: reward.id } })
  const [isAdding, setAdding] = useState(false)
  return (
    <section className={css.codes}>
      <h2>{t('rewards.codes.title')}</h2>
      {lists.items.length === 0 ? (
        <p className="muted small">{t('rewards.codes.about')}</p>
      ) : (
        <ul>
          {lists.items.map((list) => (
            <li key={list.id} className={css.codeList}>
              <PageLink to={`/coupon-lists/${list.id}`}>{list.name}</PageLink>
              <span className="muted">{t('rewards.codesLeft', { count: list.left })}</span>
            </li>
          ))}
        </ul>
      )}
      {mayWrite ? (
        <Button size="xs" onClick={() => setAdding(true)}>
          {t('rewards.codes.add')}
        </Button>
      ) : null}
      {isAdding ? <NewListDialog reward={reward} onClose={() => setAdding(false)} /> : null}
    </section>
  )
}
