import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../api/session.tsx'
import { useDialogInAddress } from '../../components/dialog/use-dialog-in-address.ts'
import { Section } from '../../components/layout/Page.tsx'
import { Status } from '../../components/status/Status.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './console.module.css'
import type { Endpoint } from './endpoint.ts'
import { leftUntil } from './left-until.ts'

/** What it is told of, and its secret. */
export function EndpointSettings({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation()
  const [, openDialog] = useDialogInAddress(['edit', 'rotate'])
  const mayWrite = useMay('webhooks.write')
  const facts = [
    [t('webhooks.fields.url'), endpoint.url],
    [t('webhooks.fields.topics'), endpoint.topics.map((topic) => t(`webhooks.topics.${topic}`)).join(', ')],
    [t('webhooks.settings.headers'), endpoint.headerNames.join(', ') || '–'],
  ]
  return (
    <>
      <Section
        title={t('webhooks.settings.title')}
        actions={
          mayWrite ? <Button onClick={() => openDialog('edit')}>{t('webhooks.edit.action')}</Button> : null
        }
      >
        <dl className={css.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section
        title={t('webhooks.made.secret')}
        actions={
          mayWrite ? (
            <Button onClick={() => openDialog('rotate')}>{t('webhooks.rotate.action')}</Button>
          ) : null
        }
      >
        <p className="muted">{t('webhooks.settings.secret')}</p>
        {endpoint.previousSecretUntil ? <Countdown until={endpoint.previousSecretUntil} /> : null}
      </Section>
    </>
  )
}

/** How long the old secret goes on signing. */
function Countdown({ until }: { readonly until: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const left = leftUntil(until, now)
  if (left === null) return null
  return (
    <p>
      <Status kind="waiting">
        {t('webhooks.settings.twoSecrets', { left, when: format.moment(until) })}
      </Status>
    </p>
  )
}
