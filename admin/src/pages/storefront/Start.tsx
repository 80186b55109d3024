import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useMay } from '../../api/session.tsx'
import css from './storefront.module.css'

interface StartProps {
  readonly storefront: Answer<'storefront.get'>
  readonly onSwitchOn: () => void
}

/** While it is off: what a merchant gets, and the three steps to it. */
export function Start({ storefront, onSwitchOn }: StartProps) {
  const { t } = useTranslation()
  const mayWrite = useMay('storefront.write')
  const mayName = useMay('storefront.domains')
  const isNamed = storefront.slug !== null
  return (
    <section className={css.start} aria-labelledby="storefront-start">
      <div>
        <h2 id="storefront-start">{t('storefront.start.title')}</h2>
        <p className="muted">{t('storefront.start.text')}</p>
      </div>
      <ol className={css.steps}>
        <li>{t('storefront.start.step1')}</li>
        <li>{t('storefront.start.step2')}</li>
        <li>{t('storefront.start.step3')}</li>
      </ol>
      {mayWrite && (isNamed || mayName) ? (
        <Button variant="filled" onClick={onSwitchOn}>
          {t('storefront.switchOn.action')}
        </Button>
      ) : (
        <p className="muted small">
          {t(mayWrite ? 'storefront.start.needsDomains' : 'storefront.start.readOnly')}
        </p>
      )}
    </section>
  )
}
