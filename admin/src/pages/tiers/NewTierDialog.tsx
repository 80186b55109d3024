import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/dialog/Dialog.tsx'

interface NewTierDialogProps {
  readonly onClose: () => void
  readonly onAdd: (name: string) => void
}

export function NewTierDialog({ onClose, onAdd }: NewTierDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  return (
    <Dialog
      title={t('tiers.create.title')}
      isOpen
      onClose={onClose}
      onSubmit={() => {
        if (name.trim() !== '') onAdd(name.trim())
      }}
      consequence={t('tiers.create.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('tiers.create.cancel')}</Button>
          <Button type="submit" variant="filled" disabled={name.trim() === ''}>
            {t('tiers.create.submit')}
          </Button>
        </>
      }
    >
      <TextInput
        label={t('tiers.fields.name')}
        placeholder={t('tiers.example.gold')}
        value={name}
        maxLength={250}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  )
}
