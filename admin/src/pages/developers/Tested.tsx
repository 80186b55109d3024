import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { Status } from '../../components/status/Status.tsx'
import css from './console.module.css'

/** What came back from a test. */
export function Tested({ result }: { readonly result: Answer<'webhooks.test'> }) {
  const { t } = useTranslation()
  const { isReceived, status, durationMs, text } = result
  const values = { status: status ?? t('webhooks.noAnswer'), ms: durationMs }
  return (
    <div className={css.tested} role="status">
      <Status kind={isReceived ? 'well' : 'bad'}>
        {isReceived ? t('webhooks.test.received', values) : t('webhooks.test.failed', values)}
      </Status>
      {text ? <pre className={css.code}>{text}</pre> : null}
    </div>
  )
}
