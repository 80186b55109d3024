import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useChange, useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { Question } from '../../../components/dialog/Question.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { toast } from '../../../components/toast/toast.tsx'
import type { Columns, ImportKind } from './import.ts'
import css from './imports.module.css'
import type { Save } from './use-saving.ts'

type Saved = Answer<'imports.mappings'>['items'][number]
const NAME_MAX = 100

interface SavedMappingsProps {
  readonly kind: ImportKind
  readonly columns: Columns
  readonly onSave: Save
}

/** What the columns of a file of the same system were taken for, to be chosen again. */
export function SavedMappings({ kind, columns, onSave }: SavedMappingsProps) {
  const { t } = useTranslation()
  const found = useRead('imports.mappings', {})
  const saved = (found.data?.answer.items ?? []).filter((one) => one.kind === kind)
  const [name, setName] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const mayWrite = useMay('imports.write')
  const chosen = saved.find((one) => one.name === name) ?? null
  const reread = () => void found.refetch()
  if (!mayWrite) return null
  return (
    <div className={css.saved}>
      <Select
        label={t('imports.saved.label')}
        description={t('imports.saved.about')}
        inputWrapperOrder={['label', 'input', 'description']}
        placeholder={t(saved.length === 0 ? 'imports.saved.none' : 'imports.saved.placeholder')}
        data={saved.map((one) => one.name)}
        value={chosen?.name ?? null}
        onChange={(next) => {
          const one = saved.find((other) => other.name === next)
          setName(one?.name ?? null)
          if (one) void onSave({ mapping: one.mapping })
        }}
        disabled={saved.length === 0}
        allowDeselect={false}
      />
      <div className={css.savedActions}>
        <Button onClick={() => setSaving(true)} disabled={columns.mapping === null}>
          {t('imports.saved.save')}
        </Button>
        {chosen ? <DeleteSaved saved={chosen} onDeleted={reread} /> : null}
      </div>
      {isSaving ? (
        <SaveDialog
          kind={kind}
          mapping={columns.mapping}
          first={chosen?.name ?? ''}
          onDone={(next) => {
            setName(next)
            setSaving(false)
            reread()
          }}
          onClose={() => setSaving(false)}
        />
      ) : null}
    </div>
  )
}

function DeleteSaved({ saved, onDeleted }: { readonly saved: Saved; readonly onDeleted: () => void }) {
  const { t } = useTranslation()
  const remove = useChange('imports.deleteMapping')
  const { problem, isBusy, send } = useSending()
  const { name } = saved
  const run = () =>
    void send(remove({ params: { name } }), () => {
      toast(t('imports.saved.deleted', { name }))
      onDeleted()
    })
  return (
    <>
      <Button
        variant="subtle"
        aria-label={t('imports.saved.deleteNamed', { name })}
        onClick={run}
        loading={isBusy}
      >
        {t('imports.saved.delete')}
      </Button>
      {problem ? <ProblemNotice problem={problem} /> : null}
    </>
  )
}

interface SaveDialogProps {
  readonly kind: ImportKind
  readonly mapping: Columns['mapping']
  readonly first: string
  readonly onDone: (name: string) => void
  readonly onClose: () => void
}

function SaveDialog({ kind, mapping, first, onDone, onClose }: SaveDialogProps) {
  const { t } = useTranslation()
  const save = useChange('imports.saveMapping')
  const [name, setName] = useState(first)
  const wanted = name.trim()
  return (
    <Question
      title={t('imports.saved.title')}
      cancel={t('common.cancel')}
      submit={t('imports.saved.submit')}
      isIdle={wanted === '' || mapping === null}
      run={() => save({ params: { name: wanted }, body: { kind, mapping: mapping ?? { columns: {} } } })}
      onDone={() => {
        toast(t('imports.saved.done', { name: wanted }))
        onDone(wanted)
      }}
      onClose={onClose}
    >
      <TextInput
        label={t('imports.saved.name')}
        description={t('imports.saved.nameAbout')}
        inputWrapperOrder={['label', 'input', 'description']}
        maxLength={NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </Question>
  )
}
