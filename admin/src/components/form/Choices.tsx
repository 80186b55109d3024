import type { ReactNode } from 'react'
import css from './form.module.css'

interface Choice<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  readonly about?: ReactNode
}

interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly name: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly choices: readonly Choice<Value>[]
  /** Below the chosen one. */
  readonly children?: ReactNode
}

/** A few alternatives that one reads before choosing. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, name, value, onChange, choices, children } = props
  return (
    <fieldset aria-label={label}>
      {choices.map((choice) => {
        const isChosen = choice.value === value
        return (
          <label key={choice.value} className={isChosen ? `${css.choice} ${css.chosen}` : css.choice}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={isChosen}
              onChange={() => onChange(choice.value)}
            />
            <span className={css.choiceBody}>
              {choice.label}
              {choice.about ? <span className={css.choiceAbout}>{choice.about}</span> : null}
              {isChosen ? children : null}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
