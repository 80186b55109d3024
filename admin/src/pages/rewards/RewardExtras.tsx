import { Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FoldedGroup, hasErrorIn } from '../../components/form/Form.tsx'
import type { RewardFormState } from './reward-values.ts'

/** What few rewards need, folded away. */
export function RewardExtras({ form }: { readonly form: RewardFormState }) {
  const { t } = useTranslation()
  return (
    <div>
      <FoldedGroup
        title={t('rewards.groups.words')}
        about={t('rewards.groups.wordsAbout')}
        hasErrors={hasErrorIn(
          form.errors,
          'preTitle',
          'longDescription',
          'customTitle',
          'usageInstructions',
          'icons',
        )}
      >
        <TextInput label={t('rewards.fields.preTitle')} maxLength={250} {...form.getInputProps('preTitle')} />
        <TextInput
          label={t('rewards.fields.customTitle')}
          maxLength={250}
          {...form.getInputProps('customTitle')}
        />
        <TextInput
          label={t('rewards.fields.picture')}
          type="url"
          placeholder="https://"
          maxLength={2048}
          {...form.getInputProps('icons.url')}
        />
        <Textarea
          label={t('rewards.fields.longDescription')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={4000}
          {...form.getInputProps('longDescription')}
        />
        <Textarea
          label={t('rewards.fields.usageInstructions')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={4000}
          {...form.getInputProps('usageInstructions')}
        />
        <Switch
          label={t('rewards.fields.usesCustomInstruction')}
          {...form.getInputProps('usesCustomInstruction', { type: 'checkbox' })}
        />
      </FoldedGroup>
      <ProductsAndCoupons form={form} />
    </div>
  )
}

function ProductsAndCoupons({ form }: { readonly form: RewardFormState }) {
  const { t } = useTranslation()
  const { collections } = form.values
  return (
    <FoldedGroup
      title={t('rewards.groups.products')}
      about={t('rewards.groups.productsAbout')}
      hasErrors={hasErrorIn(form.errors, 'collections')}
    >
      <Select
        label={t('rewards.fields.which')}
        data={(['all', 'only', 'except'] as const).map((value) => ({
          value,
          label: t(`rewards.which.${value}`),
        }))}
        allowDeselect={false}
        {...form.getInputProps('collections.which')}
      />
      {collections.which === 'all' ? null : (
        <TagsInput
          label={t('rewards.fields.collections')}
          description={t('rewards.fields.collectionsAbout')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxTags={500}
          value={[...collections.ids]}
          onChange={(ids) => form.setFieldValue('collections.ids', ids)}
          error={firstError(form.errors, 'collections.ids')}
        />
      )}
      <Switch
        label={t('rewards.fields.byHand')}
        {...form.getInputProps('coupon.byHand', { type: 'checkbox' })}
      />
      <Switch
        label={t('rewards.fields.expiresMissing')}
        {...form.getInputProps('coupon.expiresMissingInPlatform', { type: 'checkbox' })}
      />
    </FoldedGroup>
  )
}

/** Of a list that is one field: what is wrong with it, or with the first of its items. */
function firstError(errors: RewardFormState['errors'], field: string) {
  return Object.entries(errors).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1]
}
