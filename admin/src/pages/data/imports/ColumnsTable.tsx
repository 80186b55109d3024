import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../components/status/Status.tsx'
import { type Column, DataTable } from '../../../components/table/DataTable.tsx'
import type { Columns } from './import.ts'
import css from './imports.module.css'
import { useMemberName } from './use-member-name.ts'
import type { Save } from './use-saving.ts'

type One = Columns['columns'][number]

interface ColumnsTableProps {
  readonly columns: Columns
  readonly onSave: Save
}

const NOTHING = 'nothing'
const EXAMPLES = 3

/** Each column of the file, and what it is taken for. */
export function ColumnsTable({ columns, onSave }: ColumnsTableProps) {
  const { t } = useTranslation()
  const used = columns.columns.filter(({ member }) => member !== null)
  const ignored = columns.columns.filter(({ member }) => member === null)
  const choose = (name: string, member: string | null): void => {
    const mapping = columns.mapping ?? { columns: {} }
    const others = Object.entries(mapping.columns).filter(
      ([one, column]) => column !== name && one !== member,
    )
    const chosen = member === null ? others : [...others, [member, name] as const]
    void onSave({ mapping: { ...mapping, columns: Object.fromEntries(chosen) } })
  }
  const table = useTable({ columns, choose })
  return (
    <>
      <div className={css.scrolled}>
        <DataTable
          label={t('imports.map.title')}
          columns={table}
          rows={columns.columns}
          keyOf={({ name }) => name}
        />
      </div>
      <p className={css.hint}>
        {t('imports.map.used', { used: used.length, all: columns.columns.length })}{' '}
        {ignored.length > 0
          ? t('imports.map.ignoredAre', { names: ignored.map(({ name }) => name).join(', ') })
          : null}
      </p>
    </>
  )
}

interface TableOf {
  readonly columns: Columns
  readonly choose: (name: string, member: string | null) => void
}

function useTable({ columns: { members, isGuessed }, choose }: TableOf): readonly Column<One>[] {
  const { t } = useTranslation()
  const nameOf = useMemberName()
  const data = [
    { value: NOTHING, label: t('imports.map.ignored') },
    ...members.map((member) => ({ value: member, label: nameOf(member) })),
  ]
  return [
    {
      head: t('imports.map.column'),
      onPhone: 'subject',
      cell: ({ name }) => <code className={css.cell}>{name}</code>,
    },
    {
      head: t('imports.map.examples'),
      onPhone: 'note',
      cell: ({ examples }) => <span className={css.examples}>{examples.slice(0, EXAMPLES).join(' · ')}</span>,
    },
    {
      head: t('imports.map.member'),
      onPhone: 'figure',
      cell: ({ name, member }) => (
        <span className={css.member}>
          <Select
            aria-label={t('imports.map.memberOf', { column: name })}
            data={data}
            value={member ?? NOTHING}
            onChange={(value) => choose(name, value === NOTHING ? null : value)}
            allowDeselect={false}
            data-ignored={member === null || undefined}
            searchable
          />
          {isGuessed && member !== null ? <Tag>{t('imports.map.guess')}</Tag> : null}
        </span>
      ),
    },
  ]
}
