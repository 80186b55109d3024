import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { DoneButton } from '../../components/dialog/DoneButton.tsx'
import { Segments } from '../../components/form/Segments.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { Warning } from '../../components/notice/Notice.tsx'
import { CopyButton } from '../../components/secret/CopyButton.tsx'
import { serverOfShops } from './address.ts'
import { headCode, metaCode, otherCode, PLACES, ROUTE_CODE, ROUTES } from './shop-code.ts'
import css from './storefront.module.css'

interface CodeDialogProps {
  readonly storefront: Answer<'storefront.get'>
  readonly onClose: () => void
}

/** What is pasted into the shop, with the merchant's own values: what visitors need first, then what customers do. */
export function CodeDialog({ storefront, onClose }: CodeDialogProps) {
  const { t } = useTranslation()
  const [route, setRoute] = useState<(typeof ROUTES)[number]>('express')
  const [version, setVersion] = useState<'pinned' | 'present'>('pinned')
  const { slug, origins, switches, elements } = storefront
  const files = elements?.files ?? null
  const own = { server: serverOfShops(), slug: slug ?? '…' }
  return (
    <Dialog
      title={t('storefront.code.title')}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={onClose}
      consequence={t('storefront.code.consequence')}
      actions={<DoneButton />}
    >
      <ol className={css.codeSteps}>
        <Step title={t('storefront.code.head')} about={t('storefront.code.headAbout')}>
          {files ? (
            <Segments
              label={t('storefront.code.version')}
              options={(['pinned', 'present'] as const).map((value) => ({
                value,
                label: t(`storefront.code.versions.${value}`),
              }))}
              value={version}
              onChange={setVersion}
            />
          ) : null}
          <Code text={headCode(own, version === 'pinned' ? files : null)} />
          {files ? <p className="faint small">{t(`storefront.code.versionAbout.${version}`)}</p> : null}
        </Step>
        <Step title={t('storefront.code.places')} about={t('storefront.code.placesAbout')}>
          {PLACES.filter((place) => !('needs' in place) || switches[place.needs]).map(({ place, code }) => (
            <div key={place}>
              <p className="small">{t(`storefront.code.place.${place}`)}</p>
              <Code text={`${code}\n`} />
            </div>
          ))}
        </Step>
        <Step title={t('storefront.code.route')} about={t('storefront.code.routeAbout')}>
          {origins.length === 0 ? (
            <Warning>
              {t('storefront.code.noOrigin')}{' '}
              <PageLink to="/storefront/domains">{t('storefront.part.domains')}</PageLink>
            </Warning>
          ) : null}
          <Segments
            label={t('storefront.code.language')}
            options={ROUTES.map((value) => ({ value, label: t(`storefront.code.languages.${value}`) }))}
            value={route}
            onChange={setRoute}
          />
          <Code text={route === 'other' ? otherCode(location.origin) : ROUTE_CODE[route]} />
          <p className="faint small">
            {t(`storefront.code.routeNote.${route}`)} {t('storefront.code.keys')}{' '}
            <PageLink to="/developers/keys">{t('shell.pages.keys')}</PageLink>
          </p>
          <p className="small">{t('storefront.code.meta')}</p>
          <Code text={metaCode(own)} />
        </Step>
      </ol>
    </Dialog>
  )
}

interface StepProps {
  readonly title: string
  readonly about: string
  readonly children: ReactNode
}

function Step({ title, about, children }: StepProps) {
  return (
    <li>
      <h3>{title}</h3>
      <p className="muted small">{about}</p>
      {children}
    </li>
  )
}

function Code({ text }: { readonly text: string }) {
  return (
    <div className={css.pasted}>
      {/* Scrolled by the keyboard too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <pre tabIndex={0}>{text.trimEnd()}</pre>
      <CopyButton size="xs" text={text} />
    </div>
  )
}
