import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { Empty } from '../../components/empty/Empty.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './console.module.css'
import { DeveloperTabs } from './DeveloperTabs.tsx'

type FailedRequest = Answer<'requests.failed'>['items'][number]

/** Of one line; the search finds the others. */
const ORDERS_SHOWN = 5

/** “Why was my call refused?” */
export default function RequestsPage() {
  const { t } = useTranslation()
  const [id, setId] = useState('')
  const find = useDebouncedCallback((typed: string) => setId(typed.trim()), 250)
  const listed = useList('requests.failed', { query: id ? { id } : {} })
  const isEmpty = !listed.isLoading && !listed.problem && listed.items.length === 0
  return (
    <Page
      title={t('requests.title')}
      about={t('requests.about')}
      actions={
        <Button component="a" href="/docs" target="_blank" rel="noreferrer" variant="subtle">
          {t('keys.reference')}
        </Button>
      }
    >
      <DeveloperTabs />
      <search className={css.find}>
        <TextInput
          label={t('requests.search')}
          description={t('requests.searchAbout')}
          inputWrapperOrder={['label', 'input', 'description']}
          leftSection={<Icon name="search" />}
          type="search"
          maxLength={250}
          autoComplete="off"
          data-page-search
          onChange={(event) => find(event.currentTarget.value)}
        />
      </search>
      {listed.problem ? (
        <ProblemNotice problem={listed.problem} actions={<TryAgain onClick={listed.tryAgain} />} />
      ) : null}
      {listed.isLoading ? <SkeletonRows count={4} height={72} /> : null}
      {isEmpty && id ? <p className="muted">{t('requests.none')}</p> : null}
      {isEmpty && !id ? (
        <Empty
          title={t('requests.empty.title')}
          example={
            <pre className={css.code}>{'POST /v1/pvt/POS/orders\n7 General_FieldCannotBeNullOrBlank'}</pre>
          }
        >
          {t('requests.empty.text')}
        </Empty>
      ) : null}
      <ul className={css.requests}>
        {listed.items.map((request) => (
          <li key={request.id}>
            <RequestLine request={request} />
          </li>
        ))}
      </ul>
      {listed.more ? (
        <Button onClick={listed.more} loading={listed.isLoadingMore}>
          {t('common.showMore')}
        </Button>
      ) : null}
    </Page>
  )
}

function RequestLine({ request }: { readonly request: FailedRequest }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { operation, status, code, name, catalogue, message, count, at, requestId, orderIds, key } = request
  const isOther = operation === 'other'
  const isHint = status === 200 && code === null && !isOther
  const notes = [
    format.moment(at),
    count > 1 ? t('requests.times', { count }) : null,
    t('requests.key', { key: key.label || key.token }),
    t('requests.id', { id: requestId }),
    orderIds.length > 0
      ? t('requests.orders', { count: orderIds.length, ids: orderIds.slice(0, ORDERS_SHOWN).join(', ') })
      : null,
  ]
  return (
    <article className={css.request}>
      <h2>
        {isOther ? t('requests.other') : <code>{operation}</code>}
        {isHint ? (
          <span className="muted">{t('requests.hint')}</span>
        ) : (
          <span className={css.failed}>{name ? `${code} ${name}` : `HTTP ${status}`}</span>
        )}
      </h2>
      {isOther ? null : <p>{catalogue}</p>}
      {message ? <pre className={css.said}>{message}</pre> : null}
      <p className="muted small">{notes.filter(Boolean).join(' · ')}</p>
    </article>
  )
}
