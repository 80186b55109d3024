import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon/Icon.tsx'
import { download } from '../../components/secret/download.ts'
import { Sum } from '../../components/sum/Sum.tsx'
import { useFormat } from '../../format/use-format.ts'
import type { UploadResult } from './code-file.ts'
import css from './rewards.module.css'

interface UploadOutcomeProps {
  readonly name: string
  readonly lines: readonly string[]
  readonly sent: number
  readonly result: UploadResult
}

/** What came of a file: added + there already + no codes + blank = the lines that were sent. */
export function UploadOutcome({ name, lines, sent, result }: UploadOutcomeProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { imported, duplicates, invalid, duplicateCodes, invalidLines } = result
  const blank = sent - imported - duplicates - invalid
  const wrong = invalidLines.map((line) => `${line}: ${lines[line - 1] ?? ''}`)
  const line = (key: 'imported' | 'duplicates' | 'invalid' | 'blank', count: number) => ({
    key,
    label: t(`couponLists.upload.${key}`),
    about: key === 'duplicates' ? duplicateCodes.slice(0, 5).join(', ') : wrong5(key, wrong),
    figures: [format.number(count)],
  })
  return (
    <div className={css.outcome} role="status">
      <Sum
        label={t('couponLists.upload.done', { name })}
        heads={[t('couponLists.upload.done', { name }), t('couponLists.upload.lines')]}
        lines={[
          line('imported', imported),
          line('duplicates', duplicates),
          line('invalid', invalid),
          ...(blank > 0 ? [line('blank', blank)] : []),
        ]}
        total={{ key: 'total', label: t('couponLists.upload.total'), figures: [format.number(sent)] }}
      />
      {sent < lines.length ? (
        <p className="muted small">{t('couponLists.upload.rest', { count: lines.length - sent })}</p>
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
  )
}

function wrong5(key: string, wrong: readonly string[]): string {
  return key === 'invalid' ? wrong.slice(0, 5).join(' · ') : ''
}
