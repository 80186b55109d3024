import { TextInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Warning } from '../../components/notice/Notice.tsx'
import { type Check, colourOf } from './appearance-values.ts'
import css from './storefront.module.css'

/** A colour that was chosen and can't be read, and what is behind it. */
export interface Unreadable {
  readonly colour: string
  readonly ratio: number
}

interface ColourFieldProps {
  readonly label: string
  /** As it is typed. */
  readonly value: string
  /** As it is shown now: while one types, the last one that is a colour. */
  readonly colour: string
  readonly readings: readonly Check[]
  /** What was typed and is replaced by the nearest shade. */
  readonly instead: Unreadable | null
  readonly isChanged: boolean
  readonly error: ReactNode
  readonly onChange: (typed: string) => void
  readonly onLeave: () => void
  /** Lets it follow from the accent again; null: it does, or is the accent. */
  readonly onFollow: (() => void) | null
}

export function ColourField(props: ColourFieldProps) {
  const { label, value, colour, readings, instead, isChanged, error, onChange, onLeave, onFollow } = props
  const { t, i18n } = useTranslation()
  const id = useId()
  const twoDigits = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2 })
  const ratio = (of: number): string => `${twoDigits.format(of)} : 1`
  return (
    <div>
      <div className={css.colour}>
        <span className={css.swatch} style={{ background: colour }}>
          <input
            type="color"
            aria-label={t('storefront.colours.pick', { label })}
            value={colour}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </span>
        <TextInput
          id={id}
          className={css.code}
          data-changed={isChanged || undefined}
          maxLength={9}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onLeave}
          error={value !== '' && colourOf(value) === null ? true : Boolean(error)}
        />
        <div className={css.reading}>
          <label htmlFor={id}>{label}</label>
          {readings.map(({ colour: written, on, ratio: read }) => (
            <span key={written} className="faint">
              {t(`storefront.colours.on.${onName(on)}`, { ratio: ratio(read) })}
            </span>
          ))}
        </div>
      </div>
      {value !== '' && colourOf(value) === null ? <Warning>{t('storefront.colours.wrong')}</Warning> : null}
      {error ? <Warning>{error}</Warning> : null}
      {instead ? (
        <Warning>
          {t('storefront.colours.instead', { colour: instead.colour, ratio: ratio(instead.ratio) })}{' '}
          <button type="button" className={css.plain} onClick={() => document.getElementById(id)?.focus()}>
            {t('storefront.colours.another')}
          </button>
        </Warning>
      ) : null}
      {onFollow ? (
        <button type="button" className={css.plain} onClick={onFollow}>
          {t('storefront.colours.follow')}
        </button>
      ) : null}
    </div>
  )
}

/** On a page, or as the ground of what is written on it. */
function onName(on: Check['on']): 'surface' | 'darkSurface' | 'written' {
  return on === 'surface' || on === 'darkSurface' ? on : 'written'
}
