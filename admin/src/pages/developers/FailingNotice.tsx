import { useTranslation } from 'react-i18next'
import { useList } from '../../api/hooks.ts'
import { Notice } from '../../components/notice/Notice.tsx'
import { useFormat } from '../../format/use-format.ts'
import { type Attempt, type Endpoint, nameOfEndpoint, switchedOffAt } from './endpoint.ts'

/** What is wrong with an endpoint, what it answers, what to do and what happens by itself. */
export function FailingNotice({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, failingSince } = endpoint
  const isFailing = state !== 'paused' && failingSince !== null
  const failed = useList(
    'webhooks.attempts',
    { params: { id: endpoint.id }, query: { outcome: 'failed', limit: 1 } },
    { isOff: !isFailing },
  )
  const newest = useList(
    'webhooks.attempts',
    { params: { id: endpoint.id }, query: { limit: 1 } },
    { isOff: !isFailing },
  )
  const [last] = failed.items
  if (!isFailing) return null
  const name = nameOfEndpoint(endpoint)
  const what = t('webhooks.failing.what', { name, when: format.moment(failingSince) })
  const works = newest.items.find(({ isReceived }) => isReceived)
  // A test was received since: what it answered before is no longer to be mended.
  if (works && state === 'active') {
    return <Notice what={what}>{t('webhooks.failing.works', { when: format.moment(works.at) })}</Notice>
  }
  return (
    <Notice what={what}>
      {last ? `${t(adviceOf(last), { status: last.status ?? '', text: last.text })} ` : null}
      {state === 'disabled'
        ? t('webhooks.failing.isOff')
        : t('webhooks.failing.untilOff', { when: format.moment(switchedOffAt(failingSince)) })}
    </Notice>
  )
}

/** The usual cause of an answer, by what a receiver means with it. */
function adviceOf({ status }: Attempt) {
  if (status === null) return 'webhooks.failing.unanswered' as const
  if (status === 401 || status === 403) return 'webhooks.failing.refused' as const
  if (status === 404 || status === 405) return 'webhooks.failing.missing' as const
  if (status >= 300 && status < 400) return 'webhooks.failing.moved' as const
  return 'webhooks.failing.answers' as const
}
