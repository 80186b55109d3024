import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePointsName } from '../../api/points-name.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import type { RewardValues } from './reward-values.ts'

interface Asked {
  readonly title: string
  readonly answer: (isFree: boolean) => void
}

/** How a save ends that its person has called off: the form stays as it is, without a message. */
export const CALLED_OFF = {
  isDone: false,
  problem: { name: 'cancelled', title: '', detail: '' },
} as const

/** An empty price is rarely meant as free: it is asked about. Who types 0 has said it. */
export function useFreeQuestion(): {
  readonly mayBeSaved: (values: RewardValues) => Promise<boolean>
  readonly question: ReactNode
} {
  const { t } = useTranslation()
  const pointsName = usePointsName()
  const [asked, setAsked] = useState<Asked | null>(null)
  const answer = (isFree: boolean): void => {
    asked?.answer(isFree)
    setAsked(null)
  }
  return {
    mayBeSaved({ type, prizeOnly, points, title }) {
      if (type === 'cashback' || prizeOnly || points.trim() !== '') return Promise.resolve(true)
      return new Promise((resolve) => setAsked({ title, answer: resolve }))
    },
    question: asked ? (
      <Dialog
        title={t('rewards.isFree.title')}
        isOpen
        onClose={() => answer(false)}
        onSubmit={() => answer(true)}
        actions={
          <>
            <Button onClick={() => answer(false)} data-autofocus>
              {t('rewards.isFree.back')}
            </Button>
            <Button type="submit" variant="filled">
              {t('rewards.isFree.submit')}
            </Button>
          </>
        }
      >
        <p>
          {t('rewards.isFree.text', {
            field: t('rewards.fields.points'),
            points: pointsName('2'),
            name: asked.title.trim() || t('rewards.isFree.unnamed'),
          })}
        </p>
      </Dialog>
    ) : null,
  }
}
