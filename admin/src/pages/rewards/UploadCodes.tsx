import { Button, FileButton } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newKey } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { Icon } from '../../components/icon/Icon.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { Progress } from '../../components/progress/Progress.tsx'
import { useFormat } from '../../format/use-format.ts'
import { addFigures, type CodeFigures, type CodeFile, linesOf, NOTHING_SENT, partsOf } from './code-file.ts'
import { ReviewCodes } from './ReviewCodes.tsx'
import css from './rewards.module.css'
import type { Upload } from './UndoUpload.tsx'
import { UploadOutcome } from './UploadOutcome.tsx'

/** More would not be held by a page; then several files are sent. */
const FILE_MAX = 200 * 1024 * 1024

interface Chosen {
  readonly name: string
  readonly lines: readonly string[]
}

interface Sending {
  readonly name: string
  readonly file: CodeFile
  readonly figures: CodeFigures
  /** As the server knows it; null: no part has arrived. */
  readonly upload: Upload | null
  readonly isOver: boolean
}

/** A file of codes: it is read and shown first, then sent in parts. Sending it again adds nothing twice. */
export function UploadCodes({ listId }: { readonly listId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const addCodes = useChange('couponLists.addCodes')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const isSending = sending !== null && !sending.isOver

  const choose = (next: Chosen): void => {
    setProblem(null)
    setSending(null)
    setChosen(next)
  }
  const send = async (name: string, file: CodeFile): Promise<void> => {
    const query = { upload: newKey(), file: name.slice(0, 250) }
    let now: Sending = { name, file, figures: NOTHING_SENT, upload: null, isOver: false }
    setChosen(null)
    setSending(now)
    for (const part of partsOf(file.codes)) {
      const outcome = await addCodes({ params: { id: listId }, query, body: part.text })
      if (!outcome.isDone) {
        setProblem(outcome.problem)
        break
      }
      const { imported, upload, ...rest } = outcome.answer
      now = { ...now, upload, figures: addFigures(now.figures, { added: imported, ...rest }, part) }
      setSending(now)
    }
    setSending({ ...now, isOver: true })
  }
  return (
    <>
      {problem ? <ProblemNotice problem={problem} /> : null}
      {chosen ? (
        <ReviewCodes
          key={chosen.name}
          listId={listId}
          name={chosen.name}
          lines={chosen.lines}
          onCancel={() => setChosen(null)}
          onAdd={(file) => void send(chosen.name, file)}
        />
      ) : (
        <DropZone isBusy={isSending} onFile={choose} />
      )}
      {isSending ? (
        <Progress
          label={t('couponLists.upload.progress', {
            name: sending.name,
            sent: format.number(sending.figures.sent),
            total: format.number(sending.file.codes.length),
          })}
          done={sending.figures.sent}
          of={sending.file.codes.length}
        />
      ) : null}
      {sending?.isOver ? (
        <UploadOutcome listId={listId} {...sending} onUndone={() => setSending(null)} />
      ) : null}
    </>
  )
}

function DropZone(props: { readonly isBusy: boolean; readonly onFile: (chosen: Chosen) => void }) {
  const { t } = useTranslation()
  const [error, setError] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const reset = useRef<() => void>(null)
  const read = async (file: File): Promise<void> => {
    setError(null)
    // So that the same file can be chosen again once it was corrected.
    reset.current?.()
    if (file.size > FILE_MAX) return setError(t('couponLists.upload.tooLarge'))
    const lines = linesOf(await file.text())
    if (lines.length === 0) return setError(t('couponLists.upload.empty'))
    props.onFile({ name: file.name, lines })
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !props.isBusy) void read(file)
  }
  return (
    <section
      aria-label={t('couponLists.upload.title')}
      className={isOver ? `${css.drop} ${css.dropOver}` : css.drop}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{t('couponLists.upload.text')}</p>
      <FileButton
        accept="text/plain,text/csv,.txt,.csv"
        resetRef={reset}
        onChange={(file) => file && void read(file)}
        inputProps={{ 'aria-label': t('couponLists.upload.choose') }}
      >
        {(button) => (
          <Button {...button} loading={props.isBusy} leftSection={<Icon name="file" size={14} />}>
            {t('couponLists.upload.choose')}
          </Button>
        )}
      </FileButton>
      {error ? <p className="fail small">{error}</p> : null}
    </section>
  )
}
