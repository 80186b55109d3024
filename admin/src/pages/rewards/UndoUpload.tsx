import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { type Outcome, useChange } from '../../api/hooks.ts'
import { Question } from '../../components/dialog/Question.tsx'
import { toast } from '../../components/toast/toast.tsx'
import { useFormat } from '../../format/use-format.ts'

export type Upload = Answer<'couponLists.listUploads'>['items'][number]

interface UndoUploadProps {
  readonly listId: number
  readonly upload: Upload
  readonly onUndone?: () => void
}

/** Takes the codes of an upload out of the list again, while customers have none of them. */
export function UndoUpload({ listId, upload, onUndone }: UndoUploadProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const undo = useChange('couponLists.undoUpload')
  const [isAsking, setAsking] = useState(false)
  const name = upload.file ?? format.moment(upload.createdAt)
  const left = upload.codes - upload.removed
  /** A large one goes in portions. */
  const run = async (): Promise<Outcome<'couponLists.undoUpload'>> => {
    for (;;) {
      const outcome = await undo({ params: { id: listId, upload: upload.id } })
      if (!outcome.isDone || outcome.answer.isDone) return outcome
    }
  }
  return (
    <>
      <Button size="xs" onClick={() => setAsking(true)}>
        {t('couponLists.undo.open')}
      </Button>
      {isAsking ? (
        <Question
          title={t('couponLists.undo.title', { name })}
          cancel={t('common.cancel')}
          submit={t('couponLists.undo.submit', { count: left })}
          isDestructive
          run={run}
          onDone={({ answer }) => {
            setAsking(false)
            onUndone?.()
            toast(t('couponLists.undo.done', { count: answer.upload.removed }))
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('couponLists.undo.text', { count: left })}</p>
        </Question>
      ) : null}
    </>
  )
}
