import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon/Icon.tsx'
import { download } from '../../components/secret/download.ts'
import { CodeSum } from './CodeSum.tsx'
import type { CodeFigures, CodeFile } from './code-file.ts'
import css from './rewards.module.css'
import { UndoUpload, type Upload } from './UndoUpload.tsx'

interface UploadOutcomeProps {
  readonly listId: number
  readonly name: string
  readonly file: CodeFile
  readonly figures: CodeFigures
  readonly upload: Upload | null
  readonly onUndone: () => void
}

/** What came of a file. */
export function UploadOutcome({ listId, name, file, figures, upload, onUndone }: UploadOutcomeProps) {
  const { t } = useTranslation()
  const rest = file.codes.length - figures.sent
  const wrong = figures.invalidCodes.map(({ code, line }) => `${line}: ${code}`)
  return (
    <div className={css.outcome} role="status">
      <CodeSum name={name} file={file} figures={figures} label={t('couponLists.upload.imported')} />
      {rest > 0 ? <p className="muted small">{t('couponLists.upload.rest', { count: rest })}</p> : null}
      <div className={css.outcomeActions}>
        {upload && upload.codes > 0 ? (
          <UndoUpload listId={listId} upload={upload} onUndone={onUndone} />
        ) : null}
        {wrong.length > 0 ? (
          <Button
            size="xs"
            leftSection={<Icon name="download" size={14} />}
            onClick={() => download(`${name}.errors.txt`, wrong.join('\n'))}
          >
            {t('couponLists.upload.errors')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
