import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
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
  /** undefined: nothing changes; null: never. `staysHere`: ended by a key, so that the focus belongs to the slot. */
  readonly onDone: (value: string | null | undefined, staysHere: boolean) => void
}

/** A number, typed where it stands: Enter and Tab keep it, Esc restores. */
export function TypedSlot({ initial, isWhole, unit, never, onDone }: TypedSlotProps) {
  const { t, i18n } = useTranslation()
  const [typed, setTyped] = useState(initial)
  const isOver = useRef(false)
  const whole = useRef<HTMLSpanElement>(null)
  const read = readDecimal(typed, i18n.language)
  // Where there need not be a value, an empty field says that there is none.
  const isNone = never !== null && typed.trim() === ''
  const isWrong = !isNone && (read === null || (isWhole && !/^\d{1,9}$/.test(read)))
  const finish = (value: string | null | undefined, staysHere: boolean): void => {
    if (isOver.current) return
    isOver.current = true
    onDone(value, staysHere)
  }
  const keep = (staysHere: boolean): void =>
    finish(isWrong || typed === initial ? undefined : isNone ? null : (read ?? undefined), staysHere)
  // From the number to “never” and back one is still in the slot.
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (!whole.current?.contains(relatedTarget)) keep(false)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') finish(undefined, true)
    if (event.key !== 'Enter' || !(event.currentTarget instanceof HTMLInputElement)) return
    // The focus goes to the slot's button, which the same key would press.
    event.preventDefault()
    keep(true)
  }
  return (
    <span ref={whole} className={css.editing}>
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
        onBlur={leave}
        onKeyDown={press}
      />
      {unit ? <span className={css.unit}>{unit}</span> : null}
      {never ? (
        <button type="button" data-slot="open" className={css.never} onClick={() => finish(null, true)}>
          {never}
        </button>
      ) : null}
    </span>
  )
}
