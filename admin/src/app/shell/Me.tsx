import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Locale } from '../../../../server/src/contract/locale.ts'
import { useChange } from '../../api/hooks.ts'
import { useMembership, useSession } from '../../api/session.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { usePageAddress } from '../../components/link/PageLink.tsx'
import { LANGUAGES, speak } from '../../locales/i18n.ts'
import css from './shell.module.css'

/** At the foot of the rail: who one is, language, colours, the way out. */
export function Me() {
  const { t, i18n } = useTranslation()
  const { person } = useSession()
  const { role } = useMembership()
  const navigate = useNavigate()
  const address = usePageAddress()
  const client = useQueryClient()
  const updateMe = useChange('me.update')
  const endSession = useChange('session.end')
  const { setColorScheme } = useMantineColorScheme()

  const chooseTheme = (theme: 'light' | 'dark' | 'system'): void => {
    setColorScheme(theme === 'system' ? 'auto' : theme)
    void save({ theme })
  }
  const chooseLanguage = async (locale: Locale): Promise<void> => {
    await speak(locale)
    await save({ locale })
  }
  const save = async (body: { theme?: 'light' | 'dark' | 'system'; locale?: Locale }): Promise<void> => {
    await updateMe({ body })
    await client.invalidateQueries({ queryKey: [null, 'session'] })
  }
  const signOut = async (): Promise<void> => {
    await endSession({})
    client.clear()
    await navigate({ to: '/sign-in', search: {} })
  }
  return (
    <Menu position="top-start" width={216}>
      <Menu.Target>
        <UnstyledButton className={css.me ?? ''}>
          <span className={css.avatar} aria-hidden="true">
            {initialsOf(person.name)}
          </span>
          <span className={css.name}>
            {person.name}
            <small>{t(`shell.roles.${role}`)}</small>
          </span>
          <Icon name="dots" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void navigate({ to: address('/account') })}>
          {t('shell.me.account')}
        </Menu.Item>
        {person.isOperator ? (
          <Menu.Item onClick={() => void navigate({ to: '/platform/merchants' })}>
            {t('shell.me.merchants')}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Label>{t('shell.me.language')}</Menu.Label>
        {Object.entries(LANGUAGES).map(([locale, name]) => (
          <Menu.Item
            key={locale}
            onClick={() => void chooseLanguage(locale as Locale)}
            rightSection={locale === i18n.language ? <Icon name="check" size={14} /> : null}
            lang={locale}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Label>{t('shell.me.theme')}</Menu.Label>
        {(['light', 'dark', 'system'] as const).map((theme) => (
          <Menu.Item
            key={theme}
            onClick={() => chooseTheme(theme)}
            rightSection={theme === person.theme ? <Icon name="check" size={14} /> : null}
          >
            {t(`shell.me.${theme}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{t('shell.me.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase() ?? '')
    .join('')
}
