import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../dialog/Dialog.tsx'
import { Fields } from '../form/Form.tsx'

interface MadeDialogProps {
  readonly title: string
  /** That it is shown only now, and where to keep it. */
  readonly once: string
  /** The one button; without it: that it is kept. */
  readonly done?: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Something secret was made: it is shown once. */
export function MadeDialog({ title, once, done, onClose, children }: MadeDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      onSubmit={onClose}
      consequence={once}
      actions={
        <Button type="submit" variant="filled">
          {done ?? t('common.kept')}
        </Button>
      }
    >
      <Fields>{children}</Fields>
    </Dialog>
  )
}
