import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../dialog/Dialog.tsx'

/** Asks before a page with unsaved text is left, also by closing the tab. */
export function UnsavedGuard({ isDirty }: { readonly isDirty: boolean }) {
  const { t } = useTranslation()
  const blocker = useBlocker({
    // Filters and tabs of the same page lose nothing.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog
      title={t('common.unsaved.title')}
      isOpen
      onClose={blocker.reset}
      onSubmit={blocker.proceed}
      actions={
        <>
          <Button onClick={blocker.reset}>{t('common.unsaved.stay')}</Button>
          <Button type="submit" variant="filled">
            {t('common.unsaved.leave')}
          </Button>
        </>
      }
    >
      <p>{t('common.unsaved.text')}</p>
    </Dialog>
  )
}
