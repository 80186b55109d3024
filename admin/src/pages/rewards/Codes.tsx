import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { FieldRow } from '../../components/form/Form.tsx'
import { Section } from '../../components/layout/Page.tsx'
import { Status } from '../../components/status/Status.tsx'
import type { Column } from '../../components/table/DataTable.tsx'
import { ListedTable } from '../../components/table/ListedTable.tsx'
import { useFormat } from '../../format/use-format.ts'

type Code = Answer<'couponLists.listCodes'>['items'][number]
const STATES = ['all', 'free', 'given'] as const

/** The codes themselves are worth money: they are read only when one asks, and that is written into the audit. */
export function Codes({ listId }: { readonly listId: number }) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  return (
    <Section title={t('couponLists.codesTitle')} about={t('couponLists.codesAbout')}>
      {isShown ? (
        <CodeTable listId={listId} />
      ) : (
        <Button onClick={() => setShown(true)}>{t('couponLists.showCodes')}</Button>
      )}
    </Section>
  )
}

function CodeTable({ listId }: { readonly listId: number }) {
  const { t } = useTranslation()
  const [state, setState] = useState<(typeof STATES)[number]>('all')
  const [typed, setTyped] = useState('')
  const [prefix] = useDebouncedValue(typed.trim(), 300)
  const listed = useList('couponLists.listCodes', {
    params: { id: listId },
    query: { state, ...(prefix ? { prefix } : {}) },
  })
  const columns = useColumns()
  return (
    <>
      <FieldRow>
        <TextInput
          label={t('couponLists.beginsWith')}
          value={typed}
          maxLength={250}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Select
          label={t('common.state')}
          data={STATES.map((value) => ({ value, label: t(`couponLists.codeStates.${value}`) }))}
          value={state}
          onChange={(value) => setState(STATES.find((one) => one === value) ?? 'all')}
          allowDeselect={false}
        />
      </FieldRow>
      <ListedTable
        label={t('couponLists.codesTitle')}
        columns={columns}
        listed={listed}
        keyOf={({ id }) => id}
        empty={<p className="muted">{t('rewards.none')}</p>}
      />
    </>
  )
}

function useColumns(): readonly Column<Code>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    { head: t('couponLists.code'), onPhone: 'subject', cell: ({ code }) => <code>{code}</code> },
    {
      head: t('couponLists.added'),
      onPhone: 'note',
      cell: ({ createdAt }) => format.moment(createdAt),
    },
    {
      head: t('common.state'),
      onPhone: 'figure',
      cell: ({ isGiven }) => (
        <Status kind={isGiven ? 'off' : 'well'}>
          {t(isGiven ? 'couponLists.codeStates.given' : 'couponLists.codeStates.free')}
        </Status>
      ),
    },
  ]
}
