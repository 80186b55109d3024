import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/hooks.ts'
import { Form } from '../../../components/form/Form.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { type FileChosen, FileFields } from './FileFields.tsx'
import type { StepProps } from './import.ts'

/** The file is there already; where it comes from can still be said otherwise. */
export function FileStep({ imported, etag }: StepProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const change = useChange('imports.change')
  const { problem, isBusy, send } = useSending()
  const [chosen, setChosen] = useState<FileChosen>({
    kind: imported.kind,
    preset: imported.preset,
    asOf: imported.options.asOf,
  })
  const { asOf, preset } = chosen
  const toColumns = () => void navigate({ to: '.', search: { step: 'columns' } as never })
  const submit = (): void => {
    const isOther = preset !== imported.preset
    if (!isOther && asOf === imported.options.asOf) {
      toColumns()
      return
    }
    // Another system has other columns: what was said about the columns of the former one is no answer any more.
    const body = { options: { asOf }, ...(isOther ? { preset, mapping: null } : {}) }
    void send(change({ params: { id: imported.id }, etag, body }), toColumns)
  }
  return (
    <Form
      onSubmit={submit}
      actions={
        <Button type="submit" variant="filled" loading={isBusy}>
          {t('imports.continue')}
        </Button>
      }
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
      <p>
        {imported.file.name} · {format.size(imported.file.bytes)}
      </p>
      <FileFields chosen={chosen} onChange={setChosen} isKindFixed />
    </Form>
  )
}
