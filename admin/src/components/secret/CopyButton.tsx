import { Button, type ButtonProps } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon/Icon.tsx'

interface CopyButtonProps extends Pick<ButtonProps, 'size'> {
  readonly text: string
  /** Without it: to copy. */
  readonly label?: string
}

export function CopyButton({ text, label, ...rest }: CopyButtonProps) {
  const { t } = useTranslation()
  const clipboard = useClipboard()
  return (
    <Button
      {...rest}
      leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />}
      onClick={() => clipboard.copy(text)}
    >
      {clipboard.copied ? t('common.copied') : (label ?? t('common.copy'))}
    </Button>
  )
}
