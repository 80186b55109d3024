import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon/Icon.tsx'
import { download } from './download.ts'
import css from './secret.module.css'

interface SecretOnceProps {
  /** What it is, and that it is shown only now. */
  readonly label: string
  readonly secret: string
  /** Offers it as a file of this name. */
  readonly fileName?: string
}

/** A secret that is shown once, with copy and download. */
export function SecretOnce({ label, secret, fileName }: SecretOnceProps) {
  const { t } = useTranslation()
  const clipboard = useClipboard()
  return (
    <div className={css.secret}>
      <p className={css.label}>{label}</p>
      <pre className={css.text}>{secret}</pre>
      <div className={css.actions}>
        <Button
          size="xs"
          leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />}
          onClick={() => clipboard.copy(secret)}
        >
          {clipboard.copied ? t('common.copied') : t('common.copy')}
        </Button>
        {fileName === undefined ? null : (
          <Button
            size="xs"
            leftSection={<Icon name="download" size={14} />}
            onClick={() => download(fileName, secret)}
          >
            {t('common.download')}
          </Button>
        )}
      </div>
    </div>
  )
}
