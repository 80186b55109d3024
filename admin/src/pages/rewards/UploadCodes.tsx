import { Button, FileButton } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { Icon } from '../../components/icon/Icon.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { Progress } from '../../components/progress/Progress.tsx'
import { useFormat } from '../../format/use-format.ts'
import { addResult, linesOf, NOTHING_SENT, partsOf, type UploadResult } from './code-file.ts'
import css from './rewards.module.css'
import { UploadOutcome } from './UploadOutcome.tsx'

/** More would not be held by a page; then several files are sent. */
const FILE_MAX = 200 * 1024 * 1024

interface Upload {
  readonly name: string
  readonly lines: readonly string[]
  readonly sent: number
  readonly result: UploadResult
  readonly isOver: boolean
}

/** A file of codes, one per line, sent in parts: what arrived counts, and sending it again adds nothing twice. */
export function UploadCodes({ listId }: { readonly listId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const addCodes = useChange('couponLists.addCodes')
  const [upload, setUpload] = useState<Upload | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const reset = useRef<() => void>(null)

  const send = async (file: File): Promise<void> => {
    setProblem(null)
    setError(null)
    if (file.size > FILE_MAX) return setError(t('couponLists.upload.tooLarge'))
    const lines = linesOf(await file.text())
    if (lines.length === 0) return setError(t('couponLists.upload.empty'))
    let now: Upload = { name: file.name, lines, sent: 0, result: NOTHING_SENT, isOver: false }
    setUpload(now)
    for (const part of partsOf(lines)) {
      const outcome = await addCodes({ params: { id: listId }, body: part.text })
      if (!outcome.isDone) {
        setProblem(outcome.problem)
        break
      }
      const result = addResult(now.result, outcome.answer, part.linesBefore)
      now = { ...now, sent: now.sent + part.lines, result }
      setUpload(now)
    }
    setUpload({ ...now, isOver: true })
    reset.current?.()
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) void send(file)
  }
  const isSending = upload !== null && !upload.isOver
  return (
    <>
      {problem ? <ProblemNotice problem={problem} /> : null}
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
          onChange={(file) => file && void send(file)}
          inputProps={{ 'aria-label': t('couponLists.upload.choose') }}
        >
          {(props) => (
            <Button {...props} loading={isSending} leftSection={<Icon name="file" size={14} />}>
              {t('couponLists.upload.choose')}
            </Button>
          )}
        </FileButton>
        {error ? <p className="fail small">{error}</p> : null}
      </section>
      {upload && !upload.isOver ? (
        <Progress
          label={t('couponLists.upload.progress', {
            name: upload.name,
            sent: format.number(upload.sent),
            total: format.number(upload.lines.length),
          })}
          done={upload.sent}
          of={upload.lines.length}
        />
      ) : null}
      {upload?.isOver ? (
        <UploadOutcome name={upload.name} lines={upload.lines} sent={upload.sent} result={upload.result} />
      ) : null}
    </>
  )
}
