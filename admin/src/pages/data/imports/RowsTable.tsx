import { useTranslation } from 'react-i18next'
import type { Columns } from './import.ts'
import css from './imports.module.css'
import { useMemberName } from './use-member-name.ts'

const ROWS = 20

/** The first lines as they are understood: ignored columns are pale, and what can't be read is red. */
export function RowsTable({ columns: { columns, rows, questions } }: { readonly columns: Columns }) {
  const { t } = useTranslation()
  const nameOf = useMemberName()
  const asked = new Set(questions.filter(({ answer }) => answer === null).map(({ column }) => column))
  const shown = columns
    .map((column, index) => ({ ...column, index }))
    .toSorted((one, other) => Number(one.member === null) - Number(other.member === null))
  return (
    // What is wider than the page is scrolled, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={css.wide} aria-label={t('imports.map.rows')} tabIndex={0}>
      <table className={css.rows}>
        <thead>
          <tr>
            {shown.map(({ name, member }) => (
              <th key={name} scope="col" data-ignored={member === null || undefined}>
                {member === null ? t('imports.map.ignored') : nameOf(member)}
                <small>{name}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS).map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
            <tr key={line}>
              {shown.map(({ name, index, member }) => {
                const value = row[index]
                return (
                  <td key={name} data-ignored={member === null || undefined}>
                    {value !== null ? (
                      value
                    ) : (
                      <span className={css.unread}>
                        {t(asked.has(name) ? 'imports.map.asked' : 'imports.map.unread')}
                      </span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
