import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import css from './console.module.css'
import type { Endpoint } from './endpoint.ts'
import { barsOf } from './health.ts'

/** One bar per two hours: high received, low and red nothing received, flat nothing to send. */
export function HealthStrip({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { sent, failed } = endpoint.last24Hours
  return (
    <span
      className={css.strip}
      role="img"
      aria-label={t('webhooks.health.label', { received: sent - failed, sent })}
    >
      {barsOf(endpoint.hours, Date.now()).map((bar) => (
        <i
          key={bar.at}
          className={css[bar.kind]}
          title={t('webhooks.health.bar', {
            when: format.moment(bar.at),
            received: format.number(bar.sent - bar.failed),
            sent: format.number(bar.sent),
          })}
        />
      ))}
    </span>
  )
}

/** What the strip comes to, in words. */
export function HealthWords({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { last24Hours, backlog, failingSince, state, stateSince } = endpoint
  const { sent, failed, p50Ms, p95Ms } = last24Hours
  const waiting = backlog.events + backlog.held
  const left =
    state !== 'active'
      ? t('webhooks.health.since', { when: format.date(stateSince) })
      : failingSince
        ? t('webhooks.health.nothingSince', { when: format.moment(failingSince) })
        : sent === 0
          ? t('webhooks.health.nothingSent')
          : t('webhooks.health.received', {
              received: format.number(sent - failed),
              sent: format.number(sent),
            })
  const counts = [
    waiting > 0 ? t('webhooks.health.waiting', { count: waiting }) : null,
    backlog.parked > 0 ? t('webhooks.health.parked', { count: backlog.parked }) : null,
  ].filter(Boolean)
  const times = p50Ms === null ? null : `${format.number(p50Ms)} ms, p95 ${format.number(p95Ms ?? p50Ms)} ms`
  return (
    <span className={css.words}>
      <span>{left}</span>
      <span>{counts.length > 0 ? counts.join(', ') : failingSince ? null : times}</span>
    </span>
  )
}
