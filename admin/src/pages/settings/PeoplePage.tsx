import { ActionIcon, Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../api/hooks.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { MadeDialog } from '../../components/secret/MadeDialog.tsx'
import { SecretOnce } from '../../components/secret/SecretOnce.tsx'
import { Status, Tag } from '../../components/status/Status.tsx'
import type { Column } from '../../components/table/DataTable.tsx'
import { ListedTable } from '../../components/table/ListedTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import { Invitations } from './Invitations.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { RemoveDialog, ResetDialog, RoleDialog } from './PersonDialogs.tsx'
import type { Person } from './person.ts'
import { SettingsTabs } from './SettingsTabs.tsx'

type Doing =
  | { readonly what: 'invite' }
  | { readonly what: 'role' | 'reset' | 'remove'; readonly person: Person }

export default function PeoplePage() {
  const { t } = useTranslation()
  const mayWrite = useMay('people.write')
  const listed = useList('people.list', {})
  const columns = useColumns()
  const [doing, setDoing] = useState<Doing | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const close = (): void => setDoing(null)
  const show = (made: string): void => {
    close()
    setLink(made)
  }
  return (
    <Page
      title={t('settings.title')}
      actions={
        mayWrite ? (
          <Button variant="filled" onClick={() => setDoing({ what: 'invite' })}>
            {t('people.invite.action')}
          </Button>
        ) : null
      }
    >
      <SettingsTabs />
      <ListedTable
        label={t('people.title')}
        columns={columns}
        listed={listed}
        keyOf={({ id }) => id}
        {...(mayWrite ? { actions: (person: Person) => <PersonMenu person={person} onDo={setDoing} /> } : {})}
      />
      <Invitations onLink={show} />
      {doing?.what === 'invite' ? <InviteDialog onClose={close} onMade={show} /> : null}
      {doing?.what === 'role' ? <RoleDialog person={doing.person} onClose={close} /> : null}
      {doing?.what === 'remove' ? <RemoveDialog person={doing.person} onClose={close} /> : null}
      {doing?.what === 'reset' ? <ResetDialog person={doing.person} onClose={close} onMade={show} /> : null}
      {link ? (
        <MadeDialog
          title={t('people.link.title')}
          once={t('people.link.once')}
          done={t('people.link.done')}
          onClose={() => setLink(null)}
        >
          <SecretOnce label={t('people.link.label')} secret={link} />
        </MadeDialog>
      ) : null}
    </Page>
  )
}

function useColumns(): readonly Column<Person>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { person: me } = useSession()
  return [
    {
      head: t('people.name'),
      onPhone: 'subject',
      cell: ({ id, name }) => (
        <>
          {name} {id === me.id ? <Tag>{t('people.you')}</Tag> : null}
        </>
      ),
    },
    { head: t('people.email'), onPhone: 'note', cell: ({ email }) => email },
    { head: t('people.role'), onPhone: 'figure', cell: ({ role }) => t(`shell.roles.${role}`) },
    {
      head: t('people.secondFactor'),
      onPhone: 'hidden',
      cell: ({ hasSecondFactor }) => (
        <Status kind={hasSecondFactor ? 'well' : 'off'}>
          {hasSecondFactor ? t('people.on') : t('people.off')}
        </Status>
      ),
    },
    {
      head: t('people.lastSeen'),
      onPhone: 'date',
      cell: ({ lastSeenAt }) => (lastSeenAt ? format.ago(lastSeenAt) : t('people.notForLong')),
    },
  ]
}

function PersonMenu({ person, onDo }: { readonly person: Person; readonly onDo: (doing: Doing) => void }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('common.moreAbout', { name: person.name })}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onDo({ what: 'role', person })}>{t('people.changeRole.action')}</Menu.Item>
        <Menu.Item onClick={() => onDo({ what: 'reset', person })}>{t('people.reset.action')}</Menu.Item>
        <Menu.Item data-danger onClick={() => onDo({ what: 'remove', person })}>
          {t('people.remove.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
