import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { BeforeAfter } from '../diff/Changes.tsx'
import { Icon } from '../icon/Icon.tsx'
import { ProblemNotice } from '../notice/Notice.tsx'
import { SkeletonRows } from '../skeleton/Skeleton.tsx'
import type { Listed } from '../table/ListedTable.tsx'
import css from './audit.module.css'

type Members = Readonly<Record<string, unknown>> | null

interface Entry {
  readonly id: string
  readonly at: string
  readonly actor: { readonly label: string }
  readonly action: string
  readonly target: { readonly kind: string; readonly id: string; readonly label: string }
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
          <AuditEntry key={entry.id} entry={entry} targetName={targetName ?? entry.target.label} />
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
function AuditEntry({ entry, targetName }: { readonly entry: Entry; readonly targetName: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const did = useDid()
  const members = membersOf(entry)
  const { actor, target, note, address, via, requestId } = entry
  return (
    <li>
      <details className={css.entry}>
        <summary>
          <Icon name="right" size={14} />
          <span className={css.sentence}>
            <b>{actor.label}</b> {did(entry.action)} {targetName ? <b>{targetName}</b> : null}
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
    </li>
  )
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
