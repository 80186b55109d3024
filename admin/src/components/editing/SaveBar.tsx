import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import css from './editing.module.css'

interface SaveBarProps {
  readonly isDirty: boolean
  readonly isBusy: boolean
  readonly savedAt: string | null
  /** Named by what it does. */
  readonly label: string
  /** What becomes of what was saved. */
  readonly savedNote?: string | undefined
  readonly onDiscard: () => void
}

/** At the foot of a long form, always in sight: what is not saved yet, and the way to save it. */
export function SaveBar({ isDirty, isBusy, savedAt, label, savedNote, onDiscard }: SaveBarProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={css.bar}>
      <p className={css.state} aria-live="polite">
        {isDirty
          ? t('common.notSaved')
          : savedAt
            ? [t('common.savedAt', { time: format.time(savedAt) }), savedNote].filter(Boolean).join('. ')
            : t('common.allSaved')}
      </p>
      <Button onClick={onDiscard} disabled={!isDirty || isBusy} variant="subtle">
        {t('common.discard')}
      </Button>
      <Button type="submit" variant="filled" loading={isBusy} disabled={!isDirty}>
        {label}
      </Button>
    </div>
  )
}
