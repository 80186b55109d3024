import { Button, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/hooks.ts'
import { Deliveries } from '../../components/deliveries/Deliveries.tsx'
import { Section } from '../../components/layout/Page.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import css from './console.module.css'

const LOOK_EVERY_MS = 5_000

/** “Did my ERP get it?”: what is looked for is in the address, so that the answer can be passed on. */
export function FindDelivery() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { find } = useSearch({ strict: false }) as { find?: unknown }
  const asked = typeof find === 'string' || typeof find === 'number' ? String(find) : ''
  const [typed, setTyped] = useState(asked)
  const ask = (event: FormEvent): void => {
    event.preventDefault()
    void navigate({ to: '.', search: (typed.trim() ? { find: typed.trim() } : {}) as never, replace: true })
  }
  return (
    <Section title={t('webhooks.deliveries.find')}>
      <form onSubmit={ask} className={css.find} noValidate>
        <TextInput
          label={t('webhooks.deliveries.search')}
          maxLength={250}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">{t('webhooks.deliveries.submit')}</Button>
      </form>
      {asked === '' ? null : <Found asked={asked} />}
    </Section>
  )
}

function Found({ asked }: { readonly asked: string }) {
  const { t } = useTranslation()
  const found = useRead('webhooks.deliveries', { query: { search: asked } }, { everyMs: LOOK_EVERY_MS })
  if (found.error) return <ProblemNotice problem={found.error.problem} />
  if (!found.data) return <SkeletonRows count={3} />
  const { answer } = found.data
  if (answer.found === null) return <p className="muted">{t('webhooks.deliveries.unknown')}</p>
  return (
    <>
      <p>{t(`webhooks.deliveries.of.${answer.found}`, { what: asked })}</p>
      <Deliveries deliveries={answer} />
    </>
  )
}
