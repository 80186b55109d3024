import { useTranslation } from 'react-i18next'
import css from './tiers.module.css'

/** Three steps, as Café Aurora has them. */
export function TierExample() {
  const { t } = useTranslation()
  return (
    <ol className={css.example}>
      {(['bronze', 'silver', 'gold'] as const).map((name) => (
        <li key={name}>
          <b>{t(`tiers.example.${name}`)}</b> <span>{t(`tiers.example.${name}Goal`)}</span>
        </li>
      ))}
    </ol>
  )
}
