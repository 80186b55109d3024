import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { BeforeAfter } from '../diff/Changes.tsx'
import { Icon } from '../icon/Icon.tsx'
import { PageLink } from '../link/PageLink.tsx'
import { ProblemNotice } from '../notice/Notice.tsx'
import { SkeletonRows } from '../skeleton/Skeleton.tsx'
import type { Listed } from '../table/ListedTable.tsx'
import css from './audit.module.css'
import { useSettingsWords } from './use-settings-words.ts'

type Members = Readonly<Record<string, unknown>> | null

interface Entry {
  readonly id: string
  readonly at: string
  readonly actor: { readonly label: string }
  readonly action: string
  readonly target: {
    readonly kind: string
    readonly id: string
    readonly label: string
    readonly name: string | null
    readonly erasedAt: string | null
  }
  readonly before: Members
  readonly after: Members
  readonly note: string | null
  readonly requestId: string | null
  readonly address: string | null
  readonly via: 'panel' | 'token' | 'cli' | 'job'
}

interface AuditEntriesProps {
  readonly listed: Listed<Entry>
  readonly empty: ReactNode
  /** What everything here was done to, where the page knows a better name than the log. */
  readonly targetName?: string
}

/** Who did what, newest first. */
export function AuditEntries({ listed, empty, targetName }: AuditEntriesProps) {
  const { t } = useTranslation()
  const { items, isLoading, problem, more, isLoadingMore } = listed
  if (problem) return <ProblemNotice problem={problem} />
  if (isLoading) return <SkeletonRows count={8} />
  if (items.length === 0) return empty
  return (
    <>
      <ul className={css.entries} aria-label={t('audit.title')}>
        {items.map((entry) => (
          <AuditEntry key={entry.id} entry={entry} targetName={targetName} />
        ))}
      </ul>
      {more ? (
        <Button onClick={more} loading={isLoadingMore}>
          {t('common.showMore')}
        </Button>
      ) : null}
    </>
  )
}

/** A sentence; opened, what it was before and after. */
function AuditEntry({
  entry,
  targetName,
}: {
  readonly entry: Entry
  readonly targetName: string | undefined
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const did = useDid()
  const settings = useSettingsWords()
  const nameOf = useTargetName()
  const called = targetName ?? nameOf(entry.target)
  // The page that knows a better name is that of the target itself.
  const page = targetName === undefined ? pageOf(entry.target) : null
  const members = membersOf(entry)
  const { actor, target, note, address, via, requestId } = entry
  return (
    <li className={css.row}>
      <details className={css.entry}>
        <summary>
          <Icon name="right" size={14} />
          <span className={css.sentence}>
            <b>{actor.label}</b>{' '}
            {entry.target.kind === 'settings' ? (
              (settings(entry.before, entry.after) ?? did(entry.action))
            ) : (
              <>
                {did(entry.action)} {called ? <b>{called}</b> : null}
              </>
            )}
            {note ? <span className="faint"> · {note}</span> : null}
          </span>
          <time className={css.when} dateTime={entry.at}>
            {format.moment(entry.at)}
          </time>
        </summary>
        <div className={css.details}>
          {members.length > 0 ? (
            <table className={css.members}>
              <thead>
                <tr>
                  <th scope="col">{t('audit.member')}</th>
                  <th scope="col">{t('audit.change')}</th>
                </tr>
              </thead>
              <tbody>
                {members.map(({ name, before, after }) => (
                  <tr key={name}>
                    <th scope="row">
                      <code>{name}</code>
                    </th>
                    <td>
                      <BeforeAfter before={before} after={after} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : null}
          <p className="faint small">
            {[
              t(`audit.via.${via}`),
              address,
              `${target.kind} ${target.id}`,
              entry.action,
              requestId ? t('audit.request', { id: requestId }) : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </details>
      {page ? (
        <PageLink {...page} className={css.open ?? ''} aria-label={t('audit.openNamed', { name: called })}>
          {t('audit.open')}
        </PageLink>
      ) : null}
    </li>
  )
}

/** What it was done to, as it is called now; a customer who was erased is called nothing else. */
function useTargetName(): (target: Entry['target']) => string {
  const { t } = useTranslation()
  return ({ name, label, erasedAt }) => (erasedAt === null ? name || label : t('customers.erased'))
}

/** An order is found by its id in the shop: its page is below its customer's. */
function pageOf({
  kind,
  id,
  label,
}: Entry['target']): { to: string; search?: Record<string, string> } | null {
  switch (kind) {
    case 'customer':
      return { to: `/customers/${id}` }
    case 'order':
      return { to: '/orders', search: { id: label } }
    case 'redemption':
      return { to: `/redemptions/${id}` }
    case 'reward':
      return { to: `/rewards/${id}` }
    case 'couponList':
      return { to: `/coupon-lists/${id}` }
    case 'quiz':
      return { to: `/quizzes/${id}` }
    case 'storefront':
      return { to: '/storefront' }
    default:
      return null
  }
}

/** What an action is in words; one that has none yet is shown as it is called. */
function useDid(): (action: string) => string {
  const { t, i18n } = useTranslation()
  return (action) => {
    const key = `audit.actions.${action}`
    return i18n.exists(key) ? t(key as 'audit.actions.reward.create') : action
  }
}

function membersOf({ before, after }: Entry) {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map((name) => ({
    name,
    before: textOf(before?.[name]),
    after: textOf(after?.[name]),
  }))
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  const isPlainList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  return isPlainList ? value.join(', ') : JSON.stringify(value)
}
