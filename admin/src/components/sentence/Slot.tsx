import { Menu } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { typedDecimal } from '../../format/format.ts'
import { useFormat } from '../../format/use-format.ts'
import { DateSlot } from './DateSlot.tsx'
import { ExpirySlot } from './ExpirySlot.tsx'
import { HoursSlot } from './HoursSlot.tsx'
import { PickerSlot } from './PickerSlot.tsx'
import { SetSlot } from './SetSlot.tsx'
import css from './sentence.module.css'
import { TypedSlot } from './TypedSlot.tsx'
import type { Part, SentenceEditing } from './types.ts'
import { useOpened } from './use-opened.ts'
import { WeekdaysSlot } from './WeekdaysSlot.tsx'

interface SlotProps {
  readonly part: Part
  readonly isChanged: boolean
  readonly editing: SentenceEditing | null
}

/** A button until it is opened; then it is edited in place. */
export function Slot({ part, isChanged, editing }: SlotProps) {
  const isAdded = part.slot !== undefined && editing?.added === part.slot
  const [isOpen, setOpen] = useOpened(isAdded)
  const takesFocus = useRef(false)
  const className = [css.slot, isChanged ? css.changed : '', isPick(part) ? css.pick : ''].join(' ')
  if (!editing || part.slot === undefined) return <span className={className}>{part.display}</span>
  const { slot } = part
  const change = (value: Parameters<SentenceEditing['onChange']>[1]): void => editing.onChange(slot, value)
  if (part.kind === 'choice') {
    return (
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button" className={className}>
            {part.display}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {(part.options ?? []).map(({ value, display }) => (
            <Menu.Item key={value} onClick={() => change(value)}>
              {display}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )
  }
  const never = editing.neverOf(slot)
  const removeByKey = (event: KeyboardEvent): void => {
    if (never === null || !isClause(slot) || (event.key !== 'Backspace' && event.key !== 'Delete')) return
    event.preventDefault()
    change(null)
  }
  const shared = { part, className, never, isAdded, onChange: change, onKeyDown: removeByKey }
  if (part.kind === 'picker') return <PickerSlot {...shared} findChoices={editing.findChoices} />
  if (part.kind === 'date') return <DateSlot {...shared} />
  if (part.kind === 'weekdays') return <WeekdaysSlot {...shared} />
  if (part.kind === 'hours') return <HoursSlot {...shared} />
  if (part.kind === 'set') return <SetSlot {...shared} />
  if (part.kind === 'expiry' || slot === '/validityDays') return <ExpirySlot {...shared} />
  if (isOpen) {
    return (
      <OpenSlot
        part={part}
        never={never}
        onChange={change}
        onClose={(staysHere) => {
          takesFocus.current = staysHere
          setOpen(false)
        }}
      />
    )
  }
  return (
    <button
      type="button"
      // The field that had the focus is gone: without this one would begin again at the top of the page.
      ref={(button) => {
        if (button && takesFocus.current) button.focus()
        takesFocus.current = false
      }}
      className={className}
      onClick={() => setOpen(true)}
      onFocus={openByTab(setOpen)}
      onKeyDown={removeByKey}
    >
      {part.display}
    </button>
  )
}

/** Tab from an open slot opens the next one; a click opens by itself. */
function openByTab(setOpen: (isOpen: boolean) => void) {
  return (event: React.FocusEvent<HTMLButtonElement>): void => {
    const before = event.relatedTarget
    if (before instanceof HTMLElement && before.dataset.slot === 'open') setOpen(true)
  }
}

function OpenSlot(props: {
  readonly part: Part
  readonly never: string | null
  readonly onChange: (value: string | number | null) => void
  readonly onClose: (staysHere: boolean) => void
}) {
  const { t, i18n } = useTranslation()
  const { currency } = useFormat()
  const { part, never, onChange, onClose } = props
  const isDays = part.kind === 'days'
  // A limit is a number of times: whole, and a number in the rule too.
  const isWhole = isDays || typeof part.value === 'number' || (part.value === null && never !== null)
  const value = part.value === null || part.value === undefined ? '' : String(part.value)
  return (
    <TypedSlot
      initial={typedDecimal(value, i18n.language)}
      isWhole={isWhole}
      unit={isDays ? t('common.days') : part.kind === 'money' ? currency : null}
      never={never}
      onDone={(next, staysHere) => {
        onClose(staysHere)
        if (next === undefined) return
        onChange(isWhole && next !== null ? Number(next) : next)
      }}
    />
  )
}

/** Conditions, limits and prizes leave the sentence with their value; points that never expire still say so. */
function isClause(slot: string): boolean {
  return /^\/((when|limit|stampLimit)\/|reward$|points$)/.test(slot)
}

function isPick({ kind, options }: Part): boolean {
  return (
    kind === 'choice' ||
    kind === 'picker' ||
    kind === 'weekdays' ||
    kind === 'expiry' ||
    (options?.length ?? 0) > 0
  )
}
