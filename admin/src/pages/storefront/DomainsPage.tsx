import { ActionIcon, Button, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answer, type Answered, call } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import { useMay, useMembership } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import { Question } from '../../components/dialog/Question.tsx'
import { useDialogInAddress } from '../../components/dialog/use-dialog-in-address.ts'
import type { Member } from '../../components/editing/ChangedDialog.tsx'
import { EditingForm } from '../../components/editing/EditingForm.tsx'
import { useEditing } from '../../components/editing/use-editing.ts'
import { FieldGroup, Fields } from '../../components/form/Form.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Warning } from '../../components/notice/Notice.tsx'
import { toast } from '../../components/toast/toast.tsx'
import { useFormat } from '../../format/use-format.ts'
import { addressOfPage, originOf, withScheme } from './address.ts'
import { StorefrontFrame } from './StorefrontFrame.tsx'
import css from './storefront.module.css'

type Storefront = Answer<'storefront.get'>

const LINKS = ['page', 'signIn', 'privacy'] as const
const ORIGINS_MAX = 20

interface DomainsValues {
  /** Empty: none is chosen yet. */
  readonly slug: string
  readonly origins: readonly string[]
  readonly links: Readonly<Record<(typeof LINKS)[number], string>>
}

function valuesOf({ slug, origins, links }: Storefront): DomainsValues {
  const { page, signIn, privacy } = links
  return {
    slug: slug ?? '',
    origins,
    links: { page: page ?? '', signIn: signIn ?? '', privacy: privacy ?? '' },
  }
}

export default function DomainsPage() {
  return <StorefrontFrame>{(found) => <Editor first={found} />}</StorefrontFrame>
}

function Editor({ first }: { readonly first: Answered<'storefront.get'> }) {
  const { t } = useTranslation()
  const tenant = useTenant()
  const mayWrite = useMay('storefront.domains')
  const change = useChange('storefront.changeDomains')
  const stored = first.answer.slug
  const editing = useEditing<DomainsValues>({
    first: { values: valuesOf(first.answer), etag: first.etag },
    fields: ['slug', 'origins', 'links'],
    async save({ slug, origins, links }, etag) {
      const outcome = await change({
        etag,
        body: {
          ...(slug === '' ? {} : { slug }),
          origins: [...origins],
          links: { page: links.page || null, signIn: links.signIn || null, privacy: links.privacy || null },
        },
      })
      // Which of the fields it is about is told by its code alone.
      if (outcome.isDone || outcome.problem.code !== 'slugTaken') return outcome
      const errors = [{ pointer: '/slug', message: outcome.problem.detail }]
      return { isDone: false, problem: { ...outcome.problem, errors } }
    },
    async reread() {
      const theirs = await call('storefront.get', tenant, {})
      return { values: valuesOf(theirs.answer), etag: theirs.etag }
    },
  })
  const { form } = editing
  const members: readonly Member<DomainsValues>[] = [
    { path: 'slug', label: t('storefront.domains.address'), show: ({ slug }) => slug },
    {
      path: 'origins',
      label: t('storefront.domains.origins'),
      show: ({ origins }) => origins.join(', '),
    },
    ...LINKS.map((name) => ({
      path: `links.${name}`,
      label: t(`storefront.domains.${name}`),
      show: ({ links }: DomainsValues) => links[name],
    })),
  ]
  const { slug } = form.values
  return (
    <EditingForm
      editing={editing}
      members={members}
      mayWrite={mayWrite}
      label={t('storefront.domains.save')}
      savedNote={first.answer.isOn ? t('storefront.visible') : undefined}
    >
      <Fields>
        <FieldGroup title={t('storefront.domains.address')} about={t('storefront.domains.addressAbout')}>
          <div>
            <TextInput
              label={t('storefront.slug')}
              description={t('storefront.slugAbout', { address: addressOfPage(slug || '…') })}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              maxLength={40}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('slug')}
              onChange={(event) => form.setFieldValue('slug', event.currentTarget.value.toLowerCase())}
            />
            {stored !== null && slug !== stored ? <Warning>{t('storefront.slugChanges')}</Warning> : null}
          </div>
        </FieldGroup>
        <Origins form={form} mayWrite={mayWrite} refused={first.answer.refusedOrigins} />
        <FieldGroup title={t('storefront.domains.links')} about={t('storefront.domains.linksAbout')}>
          {LINKS.map((name) => (
            <TextInput
              key={name}
              type="url"
              label={t(`storefront.domains.${name}`)}
              {...(name === 'privacy' ? {} : { description: t(`storefront.domains.${name}About`) })}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              placeholder="https://"
              maxLength={2_048}
              {...form.getInputProps(`links.${name}`)}
              onBlur={(event) => form.setFieldValue(`links.${name}`, withScheme(event.currentTarget.value))}
            />
          ))}
        </FieldGroup>
        {first.answer.isOn ? <Use storefront={first.answer} mayWrite={mayWrite} /> : null}
        {mayWrite ? <p className="faint small">{t('storefront.domains.confirms')}</p> : null}
      </Fields>
    </EditingForm>
  )
}

interface OriginsProps {
  readonly form: UseFormReturnType<DomainsValues>
  readonly mayWrite: boolean
  /** Browsers hide from a shop’s developer why they were refused: it is told here. */
  readonly refused: Storefront['refusedOrigins']
}

function Origins({ form, mayWrite, refused }: OriginsProps) {
  const { t } = useTranslation()
  const { tenant } = useMembership()
  const { origins } = form.values
  const set = (next: readonly string[]): void => form.setFieldValue('origins', [...next])
  return (
    <FieldGroup title={t('storefront.domains.origins')} about={t('storefront.domains.originsAbout')}>
      {origins.length === 0 ? <p className="muted small">{t('storefront.domains.none')}</p> : null}
      {origins.map((origin, index) => (
        // Two may be the same while they are typed, so their place is what tells them apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className={css.origin}>
          <TextInput
            type="url"
            aria-label={t('storefront.domains.origin', { number: index + 1 })}
            placeholder="https://shop.example"
            maxLength={300}
            autoFocus={origin === ''}
            value={origin}
            onChange={(event) => set(origins.with(index, event.currentTarget.value))}
            onBlur={(event) => set(origins.with(index, originOf(event.currentTarget.value)))}
            error={form.errors[`origins.${index}`]}
          />
          {mayWrite ? (
            <ActionIcon
              aria-label={t('storefront.domains.removeOrigin', { number: index + 1 })}
              onClick={() => set(origins.toSpliced(index, 1))}
            >
              <Icon name="x" />
            </ActionIcon>
          ) : null}
        </div>
      ))}
      {mayWrite && origins.length < ORIGINS_MAX ? (
        <div>
          <Button leftSection={<Icon name="plus" size={14} />} onClick={() => set([...origins, ''])}>
            {t('storefront.domains.addOrigin')}
          </Button>
        </div>
      ) : null}
      {refused
        .filter(({ origin }) => !origins.includes(origin))
        .map(({ origin, count }) => (
          <Warning key={origin}>
            {t('storefront.domains.refused', { origin, count })}{' '}
            {mayWrite && origins.length < ORIGINS_MAX ? (
              <button type="button" className={css.plain} onClick={() => set([...origins, origin])}>
                {t('storefront.domains.addRefused', { origin })}
              </button>
            ) : null}
          </Warning>
        ))}
      {tenant.isSandbox ? <p className="faint small">{t('storefront.domains.localhost')}</p> : null}
    </FieldGroup>
  )
}

interface UseProps {
  readonly storefront: Storefront
  readonly mayWrite: boolean
}

/** What browsers asked for in a day, what that says of the shop’s pages, and the key of their tokens. */
function Use({ storefront: { use }, mayWrite }: UseProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [dialog, setDialog] = useDialogInAddress(['rotateKey'])
  return (
    <FieldGroup title={t('storefront.use.title')} about={t('storefront.use.about')}>
      <p className="small">
        {t('storefront.use.figures', {
          requests: format.number(use.requests),
          mints: format.number(use.mints),
          visits: format.number(use.visits),
        })}
      </p>
      {(use.mintsPerVisit ?? 0) > MINTS_PER_VISIT_MAX ? <Warning>{t('storefront.use.noWho')}</Warning> : null}
      {mayWrite ? (
        <div>
          <Button onClick={() => setDialog('rotateKey')}>{t('storefront.rotate.action')}</Button>
        </div>
      ) : null}
      {dialog === 'rotateKey' ? <RotateKeyDialog onClose={() => setDialog(null)} /> : null}
    </FieldGroup>
  )
}

/** More, and pages ask for a token on every view. */
const MINTS_PER_VISIT_MAX = 2

function RotateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const rotate = useChange('storefront.rotateKey')
  const [isNow, setNow] = useState(false)
  return (
    <Question
      title={t('storefront.rotate.title')}
      consequence={t(isNow ? 'storefront.rotate.now' : 'storefront.rotate.later')}
      cancel={t('storefront.rotate.cancel')}
      submit={t('storefront.rotate.submit')}
      isDestructive={isNow}
      run={() => rotate({ body: { now: isNow } })}
      onDone={() => {
        toast(t('storefront.rotate.done'))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('storefront.rotate.text')}</p>
      <Switch
        label={t('storefront.rotate.endAll')}
        checked={isNow}
        onChange={(event) => setNow(event.currentTarget.checked)}
      />
    </Question>
  )
}
