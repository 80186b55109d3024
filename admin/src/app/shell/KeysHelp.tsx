import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMembership } from '../../api/session.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { PAGES } from '../pages.ts'
import css from './shell.module.css'
import { PLACES } from './use-go-keys.ts'

/** `?`: the keys that there are. */
export function KeysHelp({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { permissions } = useMembership()
  const places = Object.entries(PLACES).flatMap(([key, path]) => {
    const page = PAGES.find((one) => one.path === path)
    if (!page?.nav || (page.permission && !permissions.includes(page.permission))) return []
    return [{ key, label: t(`shell.pages.${page.nav.name}`) }]
  })
  return (
    <Dialog
      title={t('shell.keys.title')}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={onClose}
      actions={
        <Button type="submit" variant="filled">
          {t('common.close')}
        </Button>
      }
    >
      <dl className={css.keys}>
        <dt>
          <kbd>Ctrl K</kbd>
        </dt>
        <dd>{t('shell.keys.palette')}</dd>
        <dt>
          <kbd>/</kbd>
        </dt>
        <dd>{t('shell.keys.search')}</dd>
        {places.map(({ key, label }) => (
          <div key={key}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
