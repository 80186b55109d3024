import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDecimal } from '../../format/format.ts'
import css from './sentence.module.css'

interface TypedSlotProps {
  readonly initial: string
  /** Whole numbers only. */
  readonly isWhole: boolean
  readonly unit: string | null
  /** The word for no value at all; null: there must be one. */
  readonly never: string | null
  /** undefined: nothing changes; null: never. */
  readonly onDone: (value: string | null | undefined) => void
}

/** A number, typed where it stands: Enter and Tab keep it, Esc restores. */
export function TypedSlot({ initial, isWhole, unit, never, onDone }: TypedSlotProps) {
  const { t, i18n } = useTranslation()
  const [typed, setTyped] = useState(initial)
  const isOver = useRef(false)
  const read = readDecimal(typed, i18n.language)
  const isWrong = read === null || (isWhole && !/^\d{1,9}$/.test(read))
  const finish = (value: string | null | undefined): void => {
    if (isOver.current) return
    isOver.current = true
    onDone(value)
  }
  const keep = (): void => finish(isWrong || read === null || typed === initial ? undefined : read)
  return (
    <span className={css.editing}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it was opened by a click or a key, to type at once
        autoFocus
        data-slot="open"
        className={css.input}
        value={typed}
        aria-invalid={isWrong}
        aria-label={t('common.value')}
        inputMode={isWhole ? 'numeric' : 'decimal'}
        style={{ width: `${Math.max(typed.length, 1) + 1}ch` }}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep()
          if (event.key === 'Escape') finish(undefined)
        }}
      />
      {unit ? <span className={css.unit}>{unit}</span> : null}
      {never ? (
        <button
          type="button"
          className={css.never}
          // Before the field loses the focus, which would close it.
          onMouseDown={(event) => {
            event.preventDefault()
            finish(null)
          }}
          onClick={() => finish(null)}
        >
          {never}
        </button>
      ) : null}
    </span>
  )
}
