import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answered } from '../../api/client.ts'
import { type Outcome, useChange } from '../../api/hooks.ts'
import { useMembership } from '../../api/session.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { toast } from '../../components/toast/toast.tsx'
import { addressOfPage, SLUG, slugOf } from './address.ts'

interface SwitchOnDialogProps {
  readonly found: Answered<'storefront.get'>
  readonly onClose: () => void
}

/** The name in addresses comes first, where there is none: with it the program has a page at once. */
export function SwitchOnDialog({ found, onClose }: SwitchOnDialogProps) {
  const { t } = useTranslation()
  const { tenant } = useMembership()
  const change = useChange('storefront.change')
  const changeDomains = useChange('storefront.changeDomains')
  const { problem, isBusy, send } = useSending()
  const [slug, setSlug] = useState(found.answer.slug ?? slugOf(tenant.name))
  const [isWrong, setWrong] = useState(false)
  const isNamed = found.answer.slug !== null
  const switchOn = async (): Promise<Outcome<'storefront.change'> | Outcome<'storefront.changeDomains'>> => {
    let { etag } = found
    if (!isNamed) {
      const named = await changeDomains({ etag, body: { slug } })
      if (!named.isDone) return named
      etag = named.etag
    }
    return change({ etag, body: { isOn: true } })
  }
  const submit = (): void => {
    setWrong(!SLUG.test(slug))
    if (!SLUG.test(slug)) return
    void send(switchOn(), () => {
      toast(t('storefront.switchOn.done'))
      onClose()
    })
  }
  return (
    <Dialog
      title={t('storefront.switchOn.title')}
      isOpen
      onClose={onClose}
      onSubmit={submit}
      consequence={t('storefront.switchOn.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('storefront.switchOn.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('storefront.switchOn.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <p>{t('storefront.switchOn.text')}</p>
        {isNamed ? (
          <p className="muted">{t('storefront.slugAbout', { address: addressOfPage(slug) })}</p>
        ) : (
          <TextInput
            label={t('storefront.slug')}
            description={t('storefront.slugAbout', { address: addressOfPage(slug || '…') })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={slug}
            onChange={(event) => {
              setSlug(event.currentTarget.value.toLowerCase())
              setWrong(false)
            }}
            error={isWrong ? t('storefront.slugWrong') : null}
            data-autofocus
          />
        )}
      </Fields>
    </Dialog>
  )
}
