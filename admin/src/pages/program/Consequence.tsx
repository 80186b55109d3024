import { useTranslation } from 'react-i18next'
import { listed } from '../../format/listed.ts'

/** Beside the button: what still keeps a rule from being added, else what adding it does. */
export function Consequence({ missing }: { readonly missing: readonly string[] }) {
  const { t, i18n } = useTranslation()
  return (
    <span aria-live="polite">
      {missing.length === 0
        ? t('program.add.consequence')
        : t('program.add.missing', { list: listed(missing, i18n.language) })}
    </span>
  )
}
