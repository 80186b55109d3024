import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/dialog/Dialog.tsx'

interface RenameDialogProps {
  readonly name: string
  readonly onClose: () => void
  readonly onRename: (name: string) => void
}

export function RenameDialog({ name, onClose, onRename }: RenameDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(name)
  return (
    <Dialog
      title={t('program.rename.title')}
      isOpen
      onClose={onClose}
      onSubmit={() => onRename(typed.trim())}
      actions={
        <>
          <Button onClick={onClose}>{t('program.rename.cancel')}</Button>
          <Button type="submit" variant="filled">
            {t('program.rename.submit')}
          </Button>
        </>
      }
    >
      <TextInput
        label={t('program.rename.label')}
        description={t('program.rename.about')}
        value={typed}
        maxLength={250}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  )
}
