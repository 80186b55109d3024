import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePointsName } from '../../api/points-name.ts'
import { DateTimeInput } from '../../components/form/DateTimeInput.tsx'
import { DecimalInput } from '../../components/form/DecimalInput.tsx'
import { FieldGroup, FieldRow, Fields } from '../../components/form/Form.tsx'
import { WholeInput } from '../../components/form/WholeInput.tsx'
import { useFormat } from '../../format/use-format.ts'
import { RewardExtras } from './RewardExtras.tsx'
import type { RewardFormState } from './reward-values.ts'

interface RewardFormProps {
  readonly form: RewardFormState
  /** By their keys. */
  readonly tierNames: ReadonlyMap<string, string>
}

/** What every reward of this type can have; nothing of the other types. */
export function RewardForm({ form, tierNames }: RewardFormProps) {
  const { t } = useTranslation()
  const isCashback = form.values.type === 'cashback'
  return (
    <Fields>
      <Basics form={form} />
      {isCashback ? <CashbackTerms form={form} /> : null}
      <CouponTerms form={form} />
      <FieldGroup title={t('rewards.groups.who')}>
        <MultiSelect
          label={t('rewards.fields.tiers')}
          placeholder={form.values.tiers.length === 0 ? t('rewards.fields.tiersAll') : ''}
          data={[...tierNames].map(([value, label]) => ({ value, label }))}
          value={[...form.values.tiers]}
          onChange={(keys) => form.setFieldValue('tiers', keys)}
          error={form.errors.tiers ?? form.errors['tiers.0']}
        />
        <FieldRow>
          <WholeInput
            label={t('rewards.fields.perCustomer')}
            placeholder={t('rewards.fields.unlimited')}
            {...form.getInputProps('limits.perCustomer')}
          />
          <WholeInput
            label={t('rewards.fields.total')}
            placeholder={t('rewards.fields.unlimited')}
            {...form.getInputProps('limits.total')}
          />
        </FieldRow>
        <Select
          label={t('rewards.fields.channel')}
          data={(['all', 'online', 'pointOfSale'] as const).map((value) => ({
            value,
            label: t(`rewards.channels.${value}`),
          }))}
          allowDeselect={false}
          {...form.getInputProps('channel')}
        />
      </FieldGroup>
      <Dates form={form} />
      <RewardExtras form={form} />
    </Fields>
  )
}

function Basics({ form }: { readonly form: RewardFormState }) {
  const { t } = useTranslation()
  const { currency } = useFormat()
  const pointsName = usePointsName()
  const { type, prizeOnly } = form.values
  const isWorth = type === 'fixedValue' || type === 'percent'
  return (
    <>
      <TextInput
        label={t('rewards.fields.title')}
        placeholder={t(`rewards.fields.titlePlaceholders.${type}`)}
        maxLength={250}
        {...form.getInputProps('title')}
      />
      <FieldRow>
        {isWorth ? (
          <DecimalInput
            label={t('rewards.fields.value')}
            unit={type === 'percent' ? '%' : currency}
            {...form.getInputProps('value')}
          />
        ) : null}
        {type === 'cashback' || prizeOnly ? null : (
          <DecimalInput
            label={t('rewards.fields.points')}
            unit={pointsName('2')}
            {...form.getInputProps('points')}
          />
        )}
      </FieldRow>
      <Textarea
        label={t('rewards.fields.description')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={4000}
        {...form.getInputProps('description')}
      />
      {type === 'cashback' ? null : (
        <Switch
          label={t('rewards.fields.prizeOnly')}
          description={t('rewards.fields.prizeOnlyAbout')}
          {...form.getInputProps('prizeOnly', { type: 'checkbox' })}
        />
      )}
      <Switch
        label={t(prizeOnly ? 'rewards.fields.isGiven' : 'rewards.fields.isActive')}
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
    </>
  )
}

function CashbackTerms({ form }: { readonly form: RewardFormState }) {
  const { t } = useTranslation()
  const { currency } = useFormat()
  return (
    <FieldGroup title={t('rewards.groups.cashback')}>
      <FieldRow>
        <DecimalInput
          label={t('rewards.fields.cashbackMaximum')}
          description={t('rewards.fields.cashbackMaximumAbout')}
          unit={currency}
          {...form.getInputProps('cashback.maximum')}
        />
        <DecimalInput
          label={t('rewards.fields.percentOfPurchase')}
          unit="%"
          {...form.getInputProps('cashback.percentOfPurchase')}
        />
      </FieldRow>
      <Switch
        label={t('rewards.fields.informativeOnly')}
        {...form.getInputProps('cashback.informativeOnly', { type: 'checkbox' })}
      />
      {form.values.cashback.informativeOnly ? (
        <Textarea
          label={t('rewards.fields.informativeText')}
          autosize
          minRows={2}
          maxLength={4000}
          {...form.getInputProps('cashback.informativeText')}
        />
      ) : null}
      <Textarea
        label={t('rewards.fields.rules')}
        autosize
        minRows={2}
        maxLength={4000}
        {...form.getInputProps('cashback.rules')}
      />
    </FieldGroup>
  )
}

function CouponTerms({ form }: { readonly form: RewardFormState }) {
  const { t } = useTranslation()
  const { currency } = useFormat()
  return (
    <FieldGroup title={t('rewards.groups.coupon')}>
      <TextInput
        label={t('rewards.fields.prefix')}
        description={t('rewards.fields.prefixAbout')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={40}
        {...form.getInputProps('coupon.prefix')}
      />
      <FieldRow>
        <WholeInput
          label={t('rewards.fields.validDays')}
          description={t('rewards.fields.validDaysAbout')}
          unit={t('common.days')}
          {...form.getInputProps('coupon.validDays')}
        />
        <DecimalInput
          label={t('rewards.fields.minimumPurchase')}
          unit={currency}
          {...form.getInputProps('coupon.minimumPurchase')}
        />
      </FieldRow>
      <Switch
        label={t('rewards.fields.cumulative')}
        {...form.getInputProps('coupon.cumulative', { type: 'checkbox' })}
      />
    </FieldGroup>
  )
}

function Dates({ form }: { readonly form: RewardFormState }) {
  const { t } = useTranslation()
  const { zone } = useFormat()
  return (
    <FieldGroup title={t('rewards.groups.when')} about={t('common.clockOf', { zone })}>
      <FieldRow>
        <DateTimeInput
          label={t('rewards.fields.validFrom')}
          isClearable
          {...form.getInputProps('validFrom')}
        />
        <DateTimeInput
          label={t('rewards.fields.validUntil')}
          isClearable
          isEnd
          {...form.getInputProps('validUntil')}
        />
      </FieldRow>
    </FieldGroup>
  )
}
