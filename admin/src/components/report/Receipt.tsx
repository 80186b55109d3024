import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import type { Target } from '../chart/types.ts'
import { PageLink } from '../link/PageLink.tsx'
import { Notice } from '../notice/Notice.tsx'
import { addsUp, type Change } from './adds-up.ts'
import css from './report.module.css'

interface Labelled {
  readonly label: string
  readonly opens?: Target
}

export interface ReceiptChange extends Labelled, Change {
  readonly key: string
}

export interface ReceiptNote extends Labelled {
  readonly key: string
  readonly text: string
  /** Not in the total yet. */
  readonly isPending?: boolean
}

interface ReceiptProps {
  readonly label: string
  readonly start: Labelled & { readonly amount: string }
  readonly changes: readonly ReceiptChange[]
  readonly end: Labelled & { readonly amount: string }
  /** Below the total: what it is worth, what of it expires soon. */
  readonly notes?: readonly ReceiptNote[]
}

/** From what was there to what is there. A sum that does not add up is not shown; that it does not is. */
export function Receipt({ label, start, changes, end, notes = [] }: ReceiptProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!addsUp(start.amount, changes, end.amount)) {
    return <Notice what={t('reports.differ.what')}>{t('reports.differ.text')}</Notice>
  }
  return (
    <table className={css.receipt} aria-label={label}>
      <tbody>
        <Row sign="" of={start} text={format.points(start.amount)} />
        {changes.map((change) => (
          <Row
            key={change.key}
            sign={change.isTaken ? '−' : '+'}
            of={change}
            text={format.points(change.amount)}
          />
        ))}
        <Row sign="=" of={end} text={format.points(end.amount)} className={css.total} />
        {notes.map(({ isPending = false, ...note }) => (
          <Row
            key={note.key}
            sign=""
            of={note}
            text={note.text}
            className={isPending ? css.pending : css.quiet}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly sign: string
  readonly of: Labelled
  readonly text: string
  readonly className?: string | undefined
}

function Row({ sign, of: { label, opens }, text, className }: RowProps) {
  return (
    <tr className={className}>
      <td className={css.sign}>{sign}</td>
      <th scope="row">
        {opens ? (
          <PageLink to={opens.to} search={opens.search ?? {}} isExact hasViews>
            {label}
          </PageLink>
        ) : (
          label
        )}
      </th>
      <td>{text}</td>
    </tr>
  )
}
