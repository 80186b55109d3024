import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMembership } from '../../api/session.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { usePageAddress } from '../../components/link/PageLink.tsx'
import { PAGES } from '../pages.ts'
import { useFound } from './use-found.ts'

const [store, palette] = createSpotlight()

/** Ctrl-K: finds anything that the merchant has, and goes to any page that one may see. Loaded when first asked for. */
export function Palette({ asked }: { readonly asked: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const address = usePageAddress()
  const [query, setQuery] = useState('')
  const pages = usePages(query)
  const found = useFound(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is asked for it opens
  useEffect(() => palette.open(), [asked])
  const [isAwaited, setAwaited] = useState(false)
  const things = found.things.map(({ key, label, about, icon, to, search = {} }) => ({
    id: key,
    label,
    description: about,
    leftSection: <Icon name={icon} />,
    onClick: () => void navigate({ to: address(to), search: search as never }),
  }))
  const first = things[0] ?? pages[0]
  // Enter with nothing chosen: the first result opens, as it arrives if it has not yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the search has ended
  useEffect(() => {
    if (!isAwaited || found.isLooking) return
    setAwaited(false)
    if (!first) return
    palette.close()
    first.onClick()
  }, [isAwaited, found.isLooking])
  return (
    <Spotlight
      store={store}
      actions={[...pages, ...things]}
      query={query}
      onQueryChange={(next) => {
        setQuery(next)
        setAwaited(false)
      }}
      // The server has chosen the things, and the pages are chosen already.
      filter={(_, actions) => actions}
      attributes={{ content: { 'aria-label': t('shell.search') } }}
      shortcut={null}
      // Below what asks for a password or a sign-in.
      zIndex={320}
      overlayProps={{ backgroundOpacity: 0.42, blur: 0 }}
      nothingFound={t(found.isLooking ? 'shell.palette.looking' : 'shell.palette.nothing')}
      scrollable
      maxHeight="60dvh"
      searchProps={{
        placeholder: t('shell.palette.placeholder'),
        'aria-label': t('shell.palette.placeholder'),
        leftSection: <Icon name="search" />,
        maxLength: 100,
        onKeyDown: ({ key }) => {
          if (key !== 'Enter' || query.trim() === '') return
          if (found.isLooking ? pages.length === 0 : !isOneChosen()) setAwaited(true)
        },
      }}
    />
  )
}

function isOneChosen(): boolean {
  const { listId } = store.getState()
  return document.querySelector(`#${CSS.escape(listId)} [data-selected]`) !== null
}

/** The pages that one may see and whose name has these words in it. */
function usePages(query: string) {
  const { t } = useTranslation()
  const { permissions } = useMembership()
  const navigate = useNavigate()
  const address = usePageAddress()
  const wanted = query.trim().toLowerCase()
  return PAGES.flatMap(({ path, nav, palette: name, permission }) => {
    const shown = nav?.name ?? name
    if (!shown || (permission && !permissions.includes(permission))) return []
    const label = t(`shell.pages.${shown}`)
    if (!label.toLowerCase().includes(wanted)) return []
    return [
      {
        id: path,
        label,
        leftSection: <Icon name={nav?.icon ?? 'right'} />,
        onClick: () => void navigate({ to: address(path) }),
      },
    ]
  })
}
