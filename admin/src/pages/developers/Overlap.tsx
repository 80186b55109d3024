import { useTranslation } from 'react-i18next'
import { Choices } from '../../components/form/Choices.tsx'
import css from './keys.module.css'

const OVERLAPS = ['1', '24', '72', '0'] as const
/** How many hours the old one goes on working. */
export type Hours = (typeof OVERLAPS)[number]

interface OverlapProps {
  readonly label: string
  readonly value: Hours
  readonly onChange: (hours: Hours) => void
}

export function Overlap({ label, value, onChange }: OverlapProps) {
  const { t } = useTranslation()
  return (
    <div>
      <h3 className={css.overlap}>{label}</h3>
      <Choices
        label={label}
        name="overlap"
        value={value}
        onChange={onChange}
        choices={OVERLAPS.map((hours) => ({
          value: hours,
          label: hours === '0' ? t('keys.rotate.none') : t('keys.rotate.hours', { count: Number(hours) }),
        }))}
      />
    </div>
  )
}
