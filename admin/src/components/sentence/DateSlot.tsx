import { Button, Popover } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { Skeleton } from '../skeleton/Skeleton.tsx'
import css from './sentence.module.css'
import type { Part, SlotValue } from './types.ts'

const DateTimeInput = lazy(async () => ({
  default: (await import('../form/DateTimeInput.tsx')).DateTimeInput,
}))

interface DateSlotProps {
  readonly part: Part
  readonly className: string
  readonly onChange: (value: SlotValue) => void
}

/** A moment in the merchant's zone. */
export function DateSlot({ part, className, onChange }: DateSlotProps) {
  const { t } = useTranslation()
  const { zone } = useFormat()
  const [chosen, setChosen] = useState<string | null | undefined>(undefined)
  const isOpen = chosen !== undefined
  const current = typeof part.value === 'string' ? part.value : null
  const keep = (): void => {
    if (chosen) onChange(chosen)
    setChosen(undefined)
  }
  return (
    <Popover opened={isOpen} onChange={() => setChosen(undefined)} position="bottom-start" trapFocus>
      <Popover.Target>
        <button type="button" className={className} onClick={() => setChosen(current)}>
          {part.display || t('common.choose')}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={css.date ?? ''}>
        <Suspense fallback={<Skeleton height={52} />}>
          <DateTimeInput
            label={t('common.clockOf', { zone })}
            value={chosen ?? null}
            onChange={(moment) => setChosen(moment)}
          />
        </Suspense>
        <Button variant="filled" onClick={keep}>
          {t('common.use')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
