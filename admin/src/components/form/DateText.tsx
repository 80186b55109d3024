import { CloseButton, TextInput } from '@mantine/core'
import { type ComponentProps, type FocusEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readLocal, typedLocal } from '../../format/local-date.ts'

export interface DateTextProps {
  readonly label: string
  readonly description?: ReactNode
  readonly error?: ReactNode
  /** `2026-12-01T09:30`, or the day alone; null: none is chosen. */
  readonly local: string | null
  readonly withTime: boolean
  /** It ends something: a day without a time counts whole. */
  readonly isEnd?: boolean
  /** What is no date comes as it was typed, when the field is left: the server says what is wrong. */
  readonly onChange: (local: string | null) => void
  readonly isClearable?: boolean
  readonly disabled?: boolean
  /** Counts what was chosen in the calendar: each choice takes the place of what was typed before. */
  readonly choice?: number
  /** Where the focus goes next; null: nowhere. */
  readonly onLeave?: (to: Element | null) => void
  readonly 'data-mantine-stop-propagation'?: boolean | undefined
}

const EXAMPLE = '2026-12-01T09:30'

/** A date that is typed, in the words in which it is shown. */
export function DateText(
  props: DateTextProps & Pick<ComponentProps<'input'>, 'onClick' | 'onKeyDown' | 'ref'>,
) {
  const { local, withTime, isEnd, onChange, isClearable = false, error, choice, onLeave, ...rest } = props
  const { t, i18n } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const [seen, setSeen] = useState(choice)
  if (choice !== seen) {
    setSeen(choice)
    setTyped(null)
  }
  const read = (text: string): string | null => readLocal(text, i18n.language, withTime, isEnd)
  const isWrong = typed !== null && typed.trim() !== '' && read(typed) === null
  const shown = typed ?? (local === null ? '' : typedLocal(local, i18n.language))
  const example = typedLocal(withTime ? EXAMPLE : EXAMPLE.slice(0, 10), i18n.language)
  const type = (text: string): void => {
    setTyped(text)
    setLeft(false)
    const date = read(text)
    if (date !== null) onChange(date)
    else if (text.trim() === '') onChange(null)
  }
  const leave = ({ relatedTarget }: FocusEvent): void => {
    onLeave?.(relatedTarget)
    setLeft(true)
    if (isWrong) onChange(typed)
    else setTyped(null)
  }
  return (
    <TextInput
      {...rest}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data-end={isEnd || undefined}
      value={shown}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      error={isWrong && isLeft ? t('common.date.wrong', { example }) : error}
      autoComplete="off"
      rightSection={
        isClearable && shown !== '' ? (
          <CloseButton
            size="sm"
            aria-label={t('common.date.clear')}
            onClick={() => {
              setTyped(null)
              onChange(null)
            }}
          />
        ) : null
      }
    />
  )
}
