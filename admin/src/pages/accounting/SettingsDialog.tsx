import { Button, Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { FieldRow, Fields } from '../../components/form/Form.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { WholeInput } from '../../components/form/WholeInput.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { monthWords } from '../../components/report/bucket-words.ts'
import { useFormat } from '../../format/use-format.ts'
import { toLocal } from '../../format/zone.ts'
import { lastMonths } from './last-months.ts'

interface SettingsDialogProps {
  readonly settings: Answer<'accounting.get'>
  readonly etag: string | null
  readonly onClose: () => void
}

const ACCOUNTS = ['revenue', 'deferredRevenue', 'marketingExpense', 'provision', 'opening'] as const

/** Since when, by itself or by hand, and how the accounts are called in the merchant's own books. */
export function SettingsDialog({ settings, etag, onClose }: SettingsDialogProps) {
  const { t, i18n } = useTranslation()
  const { timeZone } = useFormat()
  const change = useChange('accounting.change')
  const { problem, isBusy, send } = useSending()
  const months = lastMonths(toLocal(new Date().toISOString(), timeZone).slice(0, 7), settings.startsIn)
  const [isOn, setOn] = useState(true)
  const [startsIn, setStartsIn] = useState(settings.startsIn ?? months[0] ?? null)
  const [closeDay, setCloseDay] = useState(settings.closeDay === null ? '' : String(settings.closeDay))
  const [accounts, setAccounts] = useState(settings.accounts)
  const submit = (): void => {
    const body = {
      isOn,
      ...(startsIn === null ? {} : { startsIn }),
      closeDay: closeDay === '' ? null : Number(closeDay),
      accounts,
    }
    void send(change({ etag, body }), onClose)
  }
  return (
    <Dialog
      title={t('accounting.settings.title')}
      isOpen
      onClose={onClose}
      onSubmit={submit}
      consequence={t('accounting.settings.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('accounting.settings.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <Switch
          label={t('accounting.settings.isOn')}
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
        <Select
          label={t('accounting.settings.startsIn')}
          description={t('accounting.settings.startsInAbout')}
          data={months.map((value) => ({ value, label: monthWords(value, i18n.language).name }))}
          value={startsIn}
          onChange={setStartsIn}
          allowDeselect={false}
        />
        <WholeInput
          label={t('accounting.settings.closeDay')}
          description={t('accounting.settings.closeDayAbout')}
          value={closeDay}
          onChange={setCloseDay}
        />
        {ACCOUNTS.map((account) => (
          <FieldRow key={account} isWide>
            <TextInput
              label={t(`accounting.accounts.${account}`)}
              maxLength={100}
              value={accounts[account].name}
              onChange={(event) =>
                setAccounts({
                  ...accounts,
                  [account]: { ...accounts[account], name: event.currentTarget.value },
                })
              }
            />
            <TextInput
              label={`${t('accounting.code')}: ${t(`accounting.accounts.${account}`)}`}
              maxLength={30}
              value={accounts[account].code}
              onChange={(event) =>
                setAccounts({
                  ...accounts,
                  [account]: { ...accounts[account], code: event.currentTarget.value },
                })
              }
            />
          </FieldRow>
        ))}
      </Fields>
    </Dialog>
  )
}
