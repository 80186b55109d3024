import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon/Icon.tsx'
import { CopyButton } from './CopyButton.tsx'
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
  return (
    <div className={css.secret}>
      <p className={css.label}>{label}</p>
      <pre className={css.text}>{secret}</pre>
      <div className={css.actions}>
        <CopyButton size="xs" text={secret} />
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
