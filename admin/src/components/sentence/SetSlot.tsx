import { NoCondition } from './NoCondition.tsx'
import { SlotPopover } from './SlotPopover.tsx'
import css from './sentence.module.css'
import type { OpenedSlotProps } from './types.ts'
import { useChosen } from './use-chosen.ts'
import { useOpened } from './use-opened.ts'

/** A few things to switch on and off; one at least stays, unless there may be none. */
export function SetSlot({ part, className, never, isAdded, onChange, onKeyDown }: OpenedSlotProps) {
  const [isOpen, setOpen] = useOpened(isAdded)
  const [values, setValues] = useChosen(part.value as readonly string[], isOpen)
  const options = part.options ?? []
  const toggle = (value: string): void => {
    const isOn = (one: string): boolean => values.includes(one) !== (one === value)
    // In the order in which they are offered, however they were clicked.
    const next = options.flatMap((option) => (isOn(option.value) ? [option.value] : []))
    if (next.length === 0) return
    setValues(next)
    onChange(next)
  }
  return (
    <SlotPopover
      className={className}
      display={part.display}
      isOpen={isOpen}
      onOpen={setOpen}
      onKeyDown={onKeyDown}
      dropdownClassName={css.choosing}
    >
      <div className={css.days}>
        {options.map(({ value, display }) => (
          <button
            key={value}
            type="button"
            className={css.day}
            aria-pressed={values.includes(value)}
            onClick={() => toggle(value)}
          >
            {display}
          </button>
        ))}
      </div>
      <NoCondition word={never} onClick={() => onChange(null)} />
    </SlotPopover>
  )
}
