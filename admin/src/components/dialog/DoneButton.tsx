import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Closes a dialog that has told what was done. */
export function DoneButton() {
  const { t } = useTranslation()
  return (
    <Button type="submit" variant="filled" data-autofocus>
      {t('common.done')}
    </Button>
  )
}
