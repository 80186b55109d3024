import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWidth } from '../../components/chart/use-width.ts'
import { Segments } from '../../components/form/Segments.tsx'
import { type PreviewMessage, type PreviewShop, READY } from '../../preview/message.ts'
import css from './storefront.module.css'

const VIEWS = ['balance', 'product', 'page', 'checkout'] as const
const SCREENS = { desktop: { width: 1_080, height: 760 }, phone: { width: 390, height: 760 } } as const
const SCHEMES = ['light', 'dark'] as const
const PERSONS = ['customer', 'visitor'] as const

/** The elements that shops load, with an example customer, as they would be after saving. */
export function Preview({ shop }: { readonly shop: PreviewShop }) {
  const { t } = useTranslation()
  const [view, setView] = useState<PreviewMessage['view']>('page')
  const [screen, setScreen] = useState<keyof typeof SCREENS>('phone')
  const [scheme, setScheme] = useState<PreviewMessage['scheme']>('light')
  const [person, setPerson] = useState<PreviewMessage['person']>('customer')
  const [stage, width] = useWidth<HTMLDivElement>()
  const frame = useTold({ view, scheme, person, shop })
  const size = SCREENS[screen]
  const scale = Math.min(1, width / size.width)
  const isNarrowPhone = screen === 'phone' && scale < 1
  return (
    <section className={css.preview} aria-label={t('storefront.preview.title')}>
      <div className={css.controls}>
        <Segments
          label={t('storefront.preview.view')}
          options={VIEWS.map((value) => ({ value, label: t(`storefront.preview.views.${value}`) }))}
          value={view}
          onChange={setView}
        />
        <Segments
          label={t('storefront.preview.who')}
          options={PERSONS.map((value) => ({ value, label: t(`storefront.preview.persons.${value}`) }))}
          value={person}
          onChange={setPerson}
        />
        <Segments
          label={t('storefront.preview.screen')}
          options={(['desktop', 'phone'] as const).map((value) => ({
            value,
            label: t(`storefront.preview.screens.${value}`),
          }))}
          value={screen}
          onChange={setScreen}
        />
        <Segments
          label={t('storefront.preview.scheme')}
          options={SCHEMES.map((value) => ({ value, label: t(`storefront.preview.schemes.${value}`) }))}
          value={scheme}
          onChange={setScheme}
        />
      </div>
      <div className={css.stage} data-screen={screen}>
        <div
          ref={stage}
          className={css.screen}
          style={{ height: isNarrowPhone ? size.height : size.height * scale }}
        >
          <iframe
            ref={frame}
            title={t('storefront.preview.frame', { view: t(`storefront.preview.views.${view}`) })}
            src="/panel/preview"
            sandbox="allow-scripts"
            style={
              isNarrowPhone
                ? { width, height: size.height }
                : { width: size.width, height: size.height, transform: `scale(${scale})` }
            }
          />
        </div>
      </div>
      <p className="faint small">{t('storefront.preview.about')}</p>
    </section>
  )
}

/** Tells the page what there is to show, now and whenever that changes. */
function useTold(message: PreviewMessage) {
  const frame = useRef<HTMLIFrameElement>(null)
  const last = useRef(message)
  // It has no origin that could be named; what it is told is no secret.
  const tell = (): void => frame.current?.contentWindow?.postMessage(last.current, '*')
  const text = JSON.stringify(message)
  // Before the panel itself is painted: the preview follows each key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when something in it is another one
  useLayoutEffect(() => {
    last.current = message
    tell()
  }, [text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads what is there when the page is ready
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent): void => {
      if (data === READY && source !== null && source === frame.current?.contentWindow) tell()
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [])
  return frame
}
