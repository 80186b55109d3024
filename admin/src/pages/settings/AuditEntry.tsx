import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { BeforeAfter } from '../../components/diff/Changes.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './settings.module.css'

type Entry = Answer<'audit.list'>['items'][number]

/** A sentence; opened, what it was before and after. */
export function AuditEntry({ entry }: { readonly entry: Entry }) {
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
            <b>{actor.label}</b> {did(entry.action)} {target.label ? <b>{target.label}</b> : null}
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
  return typeof value === 'string' ? value : JSON.stringify(value)
}
