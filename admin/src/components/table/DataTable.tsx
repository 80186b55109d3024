import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon/Icon.tsx'
import { PageLink } from '../link/PageLink.tsx'
import { SkeletonRows } from '../skeleton/Skeleton.tsx'
import { keepSelection, openRow } from './row-click.ts'
import css from './table.module.css'

export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  readonly isNumber?: boolean
  /** Where it stands on a phone: each row is two lines, subject and figure, then note and date. */
  readonly onPhone: 'subject' | 'figure' | 'note' | 'date' | 'hidden'
}

interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** Where a row leads, below the merchant. */
  readonly to?: (row: Row) => string
  /** At the end of a row. */
  readonly actions?: (row: Row) => ReactNode
  readonly isLoading?: boolean
  /** Shows the next page; null: there is none. */
  readonly more?: (() => void) | null
  readonly isLoadingMore?: boolean
  readonly empty?: ReactNode
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { t } = useTranslation()
  const { label, columns, rows, keyOf, to, actions, isLoading = false, more = null, empty } = props
  const id = useId()
  if (isLoading) return <SkeletonRows count={6} />
  if (rows.length === 0) return empty ?? null
  return (
    <>
      <table className={css.table} aria-label={label} id={id}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={column.isNumber ? css.number : undefined}>
                {column.head}
              </th>
            ))}
            {to || actions ? (
              <th>
                <span className="visually-hidden">{t('common.actions')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              {...(to ? { className: css.opens, onClickCapture: keepSelection, onClick: openRow } : {})}
            >
              {columns.map((column) => (
                <td
                  key={column.head}
                  data-phone={column.onPhone}
                  className={column.isNumber ? css.number : undefined}
                >
                  {to && column.onPhone === 'subject' ? (
                    <PageLink to={to(row)} className={css.link} draggable={false} data-opens-row>
                      {column.cell(row)}
                    </PageLink>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
              {to || actions ? (
                <td className={css.end} data-phone="end">
                  {actions ? <div className={css.actions}>{actions(row)}</div> : null}
                  {to && !actions ? <Icon name="right" /> : null}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {more ? (
        <Button className={css.more} onClick={more} loading={props.isLoadingMore ?? false}>
          {t('common.showMore')}
        </Button>
      ) : null}
    </>
  )
}
