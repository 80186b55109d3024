import { useTranslation } from 'react-i18next'
import css from './console.module.css'

/** The status of an answer; red where it was not received. */
export function AnswerLine({ status, isReceived }: { status: number | null; isReceived: boolean }) {
  const { t } = useTranslation()
  return <code className={isReceived ? undefined : css.failed}>{status ?? t('webhooks.noAnswer')}</code>
}
