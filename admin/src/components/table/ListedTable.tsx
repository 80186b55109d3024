import type { ReactNode } from 'react'
import { ProblemNotice, TryAgain } from '../notice/Notice.tsx'
import { type Column, DataTable } from './DataTable.tsx'

/** As the server lists it, page by page. */
export interface Listed<Row> {
  readonly items: readonly Row[]
  readonly isLoading: boolean
  readonly problem: Parameters<typeof ProblemNotice>[0]['problem'] | null
  readonly more: (() => void) | null
  readonly isLoadingMore: boolean
  readonly tryAgain: () => void
}

interface ListedTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly listed: Listed<Row>
  readonly keyOf: (row: Row) => string | number
  readonly to?: (row: Row) => string
  readonly actions?: (row: Row) => ReactNode
  readonly empty?: ReactNode
}

/** A table of what the server lists; what can't be listed is not said to be empty. */
export function ListedTable<Row>({ listed, empty, ...rest }: ListedTableProps<Row>) {
  const { items, problem, isLoading, more, isLoadingMore } = listed
  return (
    <>
      {problem ? <ProblemNotice problem={problem} actions={<TryAgain onClick={listed.tryAgain} />} /> : null}
      <DataTable
        {...rest}
        rows={items}
        isLoading={isLoading}
        more={more}
        isLoadingMore={isLoadingMore}
        empty={problem ? null : empty}
      />
    </>
  )
}
