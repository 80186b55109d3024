import { Select, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { Choices } from '../../components/form/Choices.tsx'
import { DateInput } from '../../components/form/DateInput.tsx'
import { DecimalInput } from '../../components/form/DecimalInput.tsx'
import { FieldGroup, FieldRow, Fields } from '../../components/form/Form.tsx'
import { WholeInput } from '../../components/form/WholeInput.tsx'
import { Warning } from '../../components/notice/Notice.tsx'
import { LANGUAGES } from '../../locales/i18n.ts'
import { type GeneralValues, isShort, LOCALES, type Settings } from './settings-values.ts'

interface GeneralFormProps {
  readonly form: UseFormReturnType<GeneralValues>
  readonly stored: Settings
}

export function GeneralForm({ form, stored }: GeneralFormProps) {
  const { t } = useTranslation()
  return (
    <Fields>
      <TextInput label={t('settings.fields.name')} maxLength={250} {...form.getInputProps('name')} />
      <Place form={form} stored={stored} />
      <FieldGroup title={t('settings.fields.pointsName')} about={t('settings.pointsNameAbout')}>
        {LOCALES.map((locale) => (
          <FieldRow key={locale}>
            <TextInput
              label={t('settings.one', { language: LANGUAGES[locale] })}
              maxLength={40}
              {...form.getInputProps(`pointsName.${locale}.one`)}
            />
            <TextInput
              label={t('settings.many', { language: LANGUAGES[locale] })}
              maxLength={40}
              {...form.getInputProps(`pointsName.${locale}.many`)}
            />
          </FieldRow>
        ))}
      </FieldGroup>
      <FieldGroup title={t('settings.fields.takeBack')} about={t('settings.takeBackAbout')}>
        <Choices
          label={t('settings.fields.takeBack')}
          name="takeBack"
          value={form.values.takeBack}
          onChange={(value) => form.setFieldValue('takeBack', value)}
          choices={(['debt', 'clamp'] as const).map((value) => ({
            value,
            label: t(`settings.takeBack.${value}`),
            about: t(`settings.takeBackAbouts.${value}`),
          }))}
        />
        <Switch
          label={t('settings.fields.returnsPoints')}
          {...form.getInputProps('returnsPointsOfExpiredCoupon', { type: 'checkbox' })}
        />
        <Switch
          label={t('settings.fields.refundsRedeem')}
          {...form.getInputProps('refundsRedeemOnReturn', { type: 'checkbox' })}
        />
      </FieldGroup>
      <FieldGroup title={t('settings.matching')} about={t('settings.matchingAbout')}>
        <Switch
          label={t('settings.fields.matchesCustomers')}
          {...form.getInputProps('matchesCustomers', { type: 'checkbox' })}
        />
      </FieldGroup>
      <FieldGroup title={t('settings.fields.claims')} about={t('settings.claimsAbout')}>
        <Choices
          label={t('settings.fields.claims')}
          name="claims"
          value={form.values.claims}
          onChange={(value) => form.setFieldValue('claims', value)}
          choices={(['automatic', 'review'] as const).map((value) => ({
            value,
            label: t(`settings.claims.${value}`),
            about: t(`settings.claimsAbouts.${value}`),
          }))}
        />
      </FieldGroup>
      <NotUsed form={form} />
      <Limits form={form} />
    </Fields>
  )
}

function Place({ form, stored }: GeneralFormProps) {
  const { t, i18n } = useTranslation()
  const names = new Intl.DisplayNames(i18n.language, { type: 'currency' })
  const currencies = Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${value} · ${names.of(value) ?? ''}`,
  }))
  return (
    <>
      <Select
        label={t('settings.fields.currency')}
        description={stored.isCurrencyFixed ? t('settings.currencyFixed') : t('settings.currencyAbout')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={withStored(currencies, stored.currency)}
        disabled={stored.isCurrencyFixed}
        searchable
        limit={60}
        allowDeselect={false}
        {...form.getInputProps('currency')}
      />
      <div>
        <Select
          label={t('settings.fields.timeZone')}
          data={withStored(
            Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') })),
            stored.timeZone,
          )}
          searchable
          limit={60}
          allowDeselect={false}
          {...form.getInputProps('timeZone')}
        />
        {form.values.timeZone === stored.timeZone ? null : <Warning>{t('settings.timeZoneChanges')}</Warning>}
      </div>
      <Select
        label={t('settings.fields.locale')}
        data={LOCALES.map((value) => ({ value, label: LANGUAGES[value] }))}
        allowDeselect={false}
        {...form.getInputProps('locale')}
      />
    </>
  )
}

/** What is stored can be chosen, also where this browser does not know it. */
function withStored(
  known: readonly { readonly value: string; readonly label: string }[],
  stored: string,
): { value: string; label: string }[] {
  return known.some(({ value }) => value === stored)
    ? [...known]
    : [{ value: stored, label: stored }, ...known]
}

/** When points end because nothing happens. */
function NotUsed({ form }: Pick<GeneralFormProps, 'form'>) {
  const { t } = useTranslation()
  const { inactivity } = form.values
  return (
    <FieldGroup title={t('settings.inactivity')} about={t('settings.inactivityAbout')}>
      <Switch
        label={t('settings.fields.inactivity')}
        {...form.getInputProps('inactivity.isOn', { type: 'checkbox' })}
      />
      {inactivity.isOn ? (
        <>
          <FieldRow>
            <WholeInput
              label={t('settings.fields.inactivityMonths')}
              unit={t('settings.months')}
              {...form.getInputProps('inactivity.months')}
            />
            <WholeInput
              label={t('settings.fields.inactivityNotice')}
              unit={t('common.days')}
              {...form.getInputProps('inactivity.noticeDays')}
            />
          </FieldRow>
          <p className="faint small">{t('settings.inactivityNoticeAbout')}</p>
          <DateInput
            label={t('settings.fields.inactivityStarts')}
            description={t('settings.inactivityStartsAbout')}
            local={inactivity.startsOn}
            withTime={false}
            error={form.errors['inactivity.startsOn']}
            onChange={(startsOn) => form.setFieldValue('inactivity.startsOn', startsOn)}
            isClearable
          />
          {isShort(inactivity) ? <Warning>{t('settings.inactivityShort')}</Warning> : null}
        </>
      ) : null}
    </FieldGroup>
  )
}

function Limits({ form }: Pick<GeneralFormProps, 'form'>) {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('settings.limits')}>
      <WholeInput
        label={t('settings.fields.tierGraceDays')}
        description={t('settings.tierGraceDaysAbout')}
        unit={t('common.days')}
        {...form.getInputProps('tierGraceDays')}
      />
      <WholeInput
        label={t('settings.fields.reservationMinutes')}
        description={t('settings.reservationMinutesAbout')}
        {...form.getInputProps('reservationMinutes')}
      />
      <FieldRow>
        <DecimalInput
          label={t('settings.fields.rewardValue')}
          unit={form.values.currency}
          {...form.getInputProps('limits.rewardValue')}
        />
        <DecimalInput
          label={t('settings.fields.rewardPoints')}
          {...form.getInputProps('limits.rewardPoints')}
        />
      </FieldRow>
    </FieldGroup>
  )
}
