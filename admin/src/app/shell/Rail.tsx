import { Menu, UnstyledButton } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useMembership, useSession } from '../../api/session.tsx'
import { useNeeds } from '../../api/use-needs.ts'
import { Icon, Mark as Logo } from '../../components/icon/Icon.tsx'
import { usePageAddress } from '../../components/link/PageLink.tsx'
import { PAGES, type PageEntry } from '../pages.ts'
import { usePresentPage } from '../use-present-page.ts'
import { Me } from './Me.tsx'
import css from './shell.module.css'

const GROUPS = ['top', 'program', 'shop', 'reporting', 'developers', 'settings'] as const

/** Nouns, in groups; only what the person may see. */
export function Rail({ onSearch }: { readonly onSearch: () => void }) {
  const { t } = useTranslation()
  const { permissions } = useMembership()
  const address = usePageAddress()
  const needs = useNeeds().data?.answer
  const present = usePresentPage()
  const shown = PAGES.filter(
    ({ nav, permission }) => nav && (!permission || permissions.includes(permission)),
  )
  return (
    <>
      <MerchantSwitch />
      <button type="button" className={css.finder} onClick={onSearch}>
        <Icon name="search" />
        {t('shell.search')}
        <kbd className={css.kbd}>Ctrl K</kbd>
      </button>
      {GROUPS.map((group) => {
        const pages = shown.filter(({ nav }) => nav?.group === group)
        if (pages.length === 0) return null
        return (
          <div key={group}>
            {group === 'top' ? null : <h2 className={css.group}>{t(`shell.groups.${group}`)}</h2>}
            <ul className={css.links}>
              {pages.map(({ path, nav }) =>
                nav ? (
                  <li key={path}>
                    <Link
                      to={address(path)}
                      className={css.link}
                      // What is below it is marked here, and not by the link: an order belongs to Orders.
                      activeOptions={{ exact: true, includeSearch: false }}
                      {...(present && isBelow(present, path) ? { 'aria-current': 'page' } : {})}
                    >
                      <Icon name={nav.icon} />
                      {t(`shell.pages.${nav.name}`)}
                      {needs ? <Mark name={nav.name} needs={needs} /> : null}
                    </Link>
                  </li>
                ) : null,
              )}
            </ul>
          </div>
        )
      })}
      <Me />
    </>
  )
}

function isBelow({ path, under = path }: PageEntry, railPath: string): boolean {
  return under === railPath || (railPath !== '/' && under.startsWith(`${railPath}/`))
}

/** How much waits there, or that something fails. */
function Mark({ name, needs }: { readonly name: string; readonly needs: Answer<'needs.get'> }) {
  const { t } = useTranslation()
  if (name === 'approvals' && needs.approvals.count > 0) {
    return (
      <span className={css.count}>
        {needs.approvals.count}
        <span className="visually-hidden"> {t('shell.marks.waiting')}</span>
      </span>
    )
  }
  const isFailing = needs.endpoints.some(({ trouble }) => trouble !== 'parked')
  if (name === 'webhooks' && isFailing) {
    return (
      <span className={css.failing}>
        <span className="visually-hidden">{t('shell.marks.failing')}</span>
      </span>
    )
  }
  return null
}

function MerchantSwitch() {
  const { t } = useTranslation()
  const { memberships } = useSession()
  const { tenant } = useMembership()
  const navigate = useNavigate()
  const name = (
    <>
      <Logo className={css.mark} />
      <span className={css.name}>
        <strong>{tenant.name}</strong>
        <small>{tenant.isSandbox ? t('shell.sandbox') : t('shell.live')}</small>
      </span>
    </>
  )
  if (memberships.length < 2) return <div className={css.merchant}>{name}</div>
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <UnstyledButton className={css.merchant ?? ''} aria-label={t('shell.switchMerchant')}>
          {name}
          <Icon name="sort" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {memberships.map(({ tenant: one }) => (
          <Menu.Item key={one.id} onClick={() => void navigate({ to: `/t/${one.id}` })}>
            {one.name}
            {one.isSandbox ? <span className="faint small"> {t('shell.sandbox')}</span> : null}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
