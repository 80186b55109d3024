import { ActionIcon, Drawer } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMembership } from '../../api/session.tsx'
import { Icon, Mark } from '../../components/icon/Icon.tsx'
import { Banners } from './Banners.tsx'
import { KeysHelp } from './KeysHelp.tsx'
import { Rail } from './Rail.tsx'
import css from './shell.module.css'
import { useGoKeys } from './use-go-keys.ts'

const loadPalette = async () => ({ default: (await import('./Palette.tsx')).Palette })
const Palette = lazy(loadPalette)
/** When the page itself is there: what is typed right after Ctrl-K would be lost while it loads. */
const PALETTE_AFTER_MS = 1_500

/** The rail, the bar of phones, the palette, and the page. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const { tenant } = useMembership()
  const [isMenuOpen, menu] = useDisclosure(false)
  const [paletteAsked, setPaletteAsked] = useState(0)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const openPalette = (): void => setPaletteAsked((count) => count + 1)
  useHotkeys([['mod+K', openPalette]], [])
  const [isHelpOpen, help] = useDisclosure(false)
  useGoKeys(help.open)
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette(), PALETTE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu of phones
  useEffect(() => menu.close(), [path])
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#page">
        {t('shell.skip')}
      </a>
      <nav className={css.rail} aria-label={t('shell.main')}>
        <Rail onSearch={openPalette} />
      </nav>
      <header className={css.topbar}>
        <Mark className={css.mark} />
        <strong>{tenant.name}</strong>
        <ActionIcon size={40} aria-label={t('shell.search')} onClick={openPalette}>
          <Icon name="search" />
        </ActionIcon>
        <ActionIcon size={40} aria-label={t('shell.menu')} onClick={menu.open}>
          <Icon name="menu" />
        </ActionIcon>
      </header>
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        position="right"
        size={300}
        title={tenant.name}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <nav className={css.drawer} aria-label={t('shell.main')}>
          <Rail onSearch={openPalette} />
        </nav>
      </Drawer>
      <main id="page" className={css.main} tabIndex={-1}>
        {tenant.isSandbox ? <p className={css.sandbox}>{t('shell.sandboxBar')}</p> : null}
        <Banners />
        {children}
      </main>
      <KeysHelp isOpen={isHelpOpen} onClose={help.close} />
      {paletteAsked > 0 ? (
        <Suspense>
          <Palette asked={paletteAsked} />
        </Suspense>
      ) : null}
    </div>
  )
}
