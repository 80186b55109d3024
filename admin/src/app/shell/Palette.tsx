import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMembership } from '../../api/session.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { usePageAddress } from '../../components/link/PageLink.tsx'
import { PAGES } from '../pages.ts'

const [store, palette] = createSpotlight()

/** Ctrl-K: goes to any page that one may see. Loaded when it is first asked for. */
export function Palette({ asked }: { readonly asked: number }) {
  const { t } = useTranslation()
  const { permissions } = useMembership()
  const navigate = useNavigate()
  const address = usePageAddress()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is asked for it opens
  useEffect(() => palette.open(), [asked])
  const actions = PAGES.flatMap(({ path, nav, palette: name, permission }) => {
    const shown = nav?.name ?? name
    if (!shown || (permission && !permissions.includes(permission))) return []
    return [
      {
        id: path,
        label: t(`shell.pages.${shown}`),
        leftSection: <Icon name={nav?.icon ?? 'right'} />,
        onClick: () => void navigate({ to: address(path) }),
      },
    ]
  })
  return (
    <Spotlight
      store={store}
      actions={actions}
      shortcut={null}
      nothingFound={t('shell.palette.nothing')}
      searchProps={{
        placeholder: t('shell.palette.placeholder'),
        'aria-label': t('shell.palette.placeholder'),
        leftSection: <Icon name="search" />,
      }}
    />
  )
}
