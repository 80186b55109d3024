import { Button, FileButton } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange, useRead } from '../../../api/hooks.ts'
import type { Problem } from '../../../api/problems.ts'
import { Form } from '../../../components/form/Form.tsx'
import { Page } from '../../../components/layout/Page.tsx'
import { PageLink, usePageAddress } from '../../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../../components/notice/Notice.tsx'
import { Progress } from '../../../components/progress/Progress.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { type FileChosen, FileFields } from './FileFields.tsx'
import type { Import } from './import.ts'
import css from './imports.module.css'
import { Steps } from './Steps.tsx'
import { useUpload } from './use-upload.ts'

const TYPES = '.csv,.tsv,.txt,.ndjson,.jsonl,.gz,text/csv,application/x-ndjson,application/gzip'
const BYTES_MAX = 2_000_000_000

/** The first step: a file, where it comes from, and as of when. */
export default function NewImportPage() {
  const { t } = useTranslation()
  const { from } = useSearch({ strict: false }) as { from?: unknown }
  const earlier = Number.isSafeInteger(Number(from)) && from !== undefined ? Number(from) : null
  const found = useRead('imports.get', { params: { id: earlier ?? 0 } }, { isOff: earlier === null })
  const model = found.data?.answer ?? null
  return (
    <Page
      title={t('imports.new')}
      back={<PageLink to="/data">{t('data.title')}</PageLink>}
      actions={<Steps current="file" reached="file" id={null} open={[]} />}
    >
      {found.error ? (
        <ProblemNotice
          problem={found.error.problem}
          actions={<TryAgain onClick={() => void found.refetch()} />}
        />
      ) : earlier !== null && !model ? (
        <SkeletonRows count={4} />
      ) : (
        <FileForm model={model} />
      )}
    </Page>
  )
}

type Creating = ReturnType<typeof useCreating>

/** `model`: an import whose refused lines were corrected. They are read as it was. */
function useCreating(model: Import | null) {
  const create = useChange('imports.create')
  const change = useChange('imports.change')
  const { progress, upload } = useUpload()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (file: File, { kind, preset, asOf }: FileChosen): Promise<number | null> => {
    setBusy(true)
    setProblem(null)
    const fail = (refused: Problem): null => {
      setProblem(refused)
      setBusy(false)
      return null
    }
    const sent = await upload(file)
    if (!sent.isDone) return fail(sent.problem)
    const options = { ...model?.options, asOf }
    const read = model ? { format: model.format, mapping: model.mapping } : {}
    const made = await create({ body: { kind, fileId: sent.fileId, preset, options, ...read } })
    if (!made.isDone) return fail(made.problem)
    const { id } = made.answer
    if (model && Object.keys(model.answers).length > 0) {
      const answered = await change({ params: { id }, etag: made.etag, body: { answers: model.answers } })
      if (!answered.isDone) return fail(answered.problem)
    }
    return id
  }
  return { progress, problem, isBusy, run }
}

function FileForm({ model }: { readonly model: Import | null }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const address = usePageAddress()
  const [file, setFile] = useState<File | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [chosen, setChosen] = useState<FileChosen>({
    kind: model?.kind ?? 'customers',
    preset: model?.preset ?? null,
    asOf: model?.options.asOf ?? null,
  })
  const creating = useCreating(model)
  const choose = (next: File | null): void => {
    if (!next) return
    setFile(next)
    setWrong(next.size === 0 ? 'empty' : next.size > BYTES_MAX ? 'tooLarge' : null)
  }
  const submit = async (): Promise<void> => {
    if (!file) return setWrong('missing')
    if (wrong !== null) return
    const id = await creating.run(file, chosen)
    if (id !== null) await navigate({ to: address(`/data/imports/${id}`) })
  }
  return (
    <Form
      onSubmit={() => void submit()}
      actions={
        <Button type="submit" variant="filled" loading={creating.isBusy}>
          {t('imports.file.upload')}
        </Button>
      }
    >
      <p className="muted">
        {model ? t('imports.file.corrected', { file: model.file.name }) : t('imports.file.about')}
      </p>
      {creating.problem ? <ProblemNotice problem={creating.problem} /> : null}
      {model ? null : <FileFields chosen={chosen} onChange={setChosen} />}
      <FileField file={file} wrong={wrong} onChoose={choose} creating={creating} />
    </Form>
  )
}

interface FileFieldProps {
  readonly file: File | null
  readonly wrong: string | null
  readonly onChoose: (file: File | null) => void
  readonly creating: Creating
}

function FileField({ file, wrong, onChoose, creating: { progress, isBusy } }: FileFieldProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const errors: Readonly<Record<string, string>> = {
    empty: t('imports.file.empty'),
    tooLarge: t('imports.file.tooLarge'),
    missing: t('imports.file.missing'),
  }
  return (
    <div>
      <div className={css.fileRow}>
        <FileButton accept={TYPES} onChange={onChoose} disabled={isBusy}>
          {(props) => (
            <Button {...props} disabled={isBusy}>
              {t(file ? 'imports.file.other' : 'imports.file.choose')}
            </Button>
          )}
        </FileButton>
        <span className="muted small">
          {file ? `${file.name} · ${format.size(file.size)}` : t('imports.file.formats')}
        </span>
      </div>
      {wrong === null ? null : (
        <p className={css.wrong} role="alert">
          {errors[wrong]}
        </p>
      )}
      {progress && file ? (
        <div className={css.uploading}>
          <Progress
            label={t('imports.file.uploading', {
              name: file.name,
              done: format.size(progress.done),
              total: format.size(progress.total),
            })}
            done={progress.done}
            of={progress.total}
          />
          <p className={css.hint}>{t('imports.file.stays')}</p>
        </div>
      ) : null}
    </div>
  )
}
