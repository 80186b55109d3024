import { Button, FileButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Answered } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import { useSending } from '../../components/form/use-sending.ts'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { useFormat } from '../../format/use-format.ts'
import { serverOfShops } from './address.ts'
import css from './storefront.module.css'

interface LogoFieldProps {
  readonly found: Answered<'storefront.get'>
  readonly mayWrite: boolean
}

const TYPES = 'image/png,image/jpeg,image/webp'

/** A picture is kept as soon as it is chosen. */
export function LogoField({ found, mayWrite }: LogoFieldProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useChange('storefront.changeLogo')
  const remove = useChange('storefront.removeLogo')
  const { problem, isBusy, send } = useSending()
  const { etag, answer } = found
  const { logo } = answer
  const choose = async (file: File | null): Promise<void> => {
    if (!file) return
    const body = new Uint8Array(await file.arrayBuffer())
    await send(change({ etag, body }), () => undefined)
  }
  return (
    <div>
      <p className={css.label}>{t('storefront.logo.title')}</p>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <div className={css.logo}>
        {logo?.url ? <img src={serverOfShops() + logo.url} alt="" /> : null}
        <p className="small">
          {logo
            ? t('storefront.logo.size', {
                width: format.number(logo.width),
                height: format.number(logo.height),
              })
            : t('storefront.logo.none')}
          <span className="faint"> {t('storefront.logo.about')}</span>
        </p>
        {mayWrite ? (
          <div className={css.logoActions}>
            <FileButton accept={TYPES} onChange={(file) => void choose(file)}>
              {(props) => (
                <Button {...props} size="xs" loading={isBusy}>
                  {t(logo ? 'storefront.logo.replace' : 'storefront.logo.choose')}
                </Button>
              )}
            </FileButton>
            {logo ? (
              <Button size="xs" variant="subtle" onClick={() => void send(remove({ etag }), () => undefined)}>
                {t('common.remove')}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
    </div>
  )
}
