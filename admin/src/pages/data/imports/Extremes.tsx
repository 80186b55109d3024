import { useTranslation } from 'react-i18next'
import { FoldedGroup } from '../../../components/form/Form.tsx'
import { type Column, DataTable } from '../../../components/table/DataTable.tsx'
import { useFormat } from '../../../format/use-format.ts'
import type { Plan } from './import.ts'
import css from './imports.module.css'
import { useMemberName } from './use-member-name.ts'

type Extreme = Plan['extremes'][number]

/** Where a wrong decimal mark or year is seen at a glance. */
export function Extremes({ extremes }: Pick<Plan, 'extremes'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useMemberName()
  if (extremes.length === 0) return null
  const shown = ({ kind, value }: Extreme): string => {
    if (kind === 'largest' || kind === 'smallest') return format.points(value)
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? format.date(`${value}T12:00:00Z`) : format.moment(value)
  }
  const columns: readonly Column<Extreme>[] = [
    {
      head: t('imports.dry.extremeColumns.member'),
      onPhone: 'subject',
      cell: ({ member, kind }) => `${nameOf(member)}, ${t(`imports.dry.extremeKinds.${kind}`)}`,
    },
    { head: t('imports.dry.extremeColumns.value'), onPhone: 'figure', isNumber: true, cell: shown },
    {
      head: t('imports.dry.extremeColumns.line'),
      onPhone: 'note',
      isNumber: true,
      cell: ({ line }) => format.number(line),
    },
  ]
  return (
    <div className={css.folded}>
      <FoldedGroup title={t('imports.dry.extremes')} about={t('imports.dry.aboutExtremes')} hasErrors={false}>
        <DataTable
          label={t('imports.dry.extremes')}
          columns={columns}
          rows={extremes}
          keyOf={({ member, kind }) => `${member} ${kind}`}
        />
      </FoldedGroup>
    </div>
  )
}
