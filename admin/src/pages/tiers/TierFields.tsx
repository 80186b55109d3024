import { ActionIcon, Button, Select, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useList } from '../../api/hooks.ts'
import { DecimalInput } from '../../components/form/DecimalInput.tsx'
import { FieldRow, Fields, FoldedGroup, hasErrorIn } from '../../components/form/Form.tsx'
import { WholeInput } from '../../components/form/WholeInput.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { useFormat } from '../../format/use-format.ts'
import type { BenefitValues, LadderValues, TierValues } from './tier-values.ts'
import css from './tiers.module.css'

interface TierFieldsProps {
  readonly form: UseFormReturnType<LadderValues>
  readonly tier: TierValues
}

export function TierFields({ form, tier }: TierFieldsProps) {
  const { t } = useTranslation()
  const at = `byKey.${tier.key}`
  return (
    <Fields>
      <TextInput label={t('tiers.fields.name')} maxLength={250} {...form.getInputProps(`${at}.name`)} />
      <Switch
        label={t('tiers.fields.base')}
        checked={tier.base}
        onChange={(event) => chooseBase(form, tier.key, event.currentTarget.checked)}
        error={form.errors[`${at}.base`]}
      />
      <Goals form={form} tier={tier} />
      <Benefits form={form} tier={tier} />
      <FoldedGroup
        title={t('tiers.look')}
        about={t('tiers.lookAbout')}
        hasErrors={hasErrorIn(
          form.errors,
          `${at}.color`,
          `${at}.caption`,
          `${at}.iconUrl`,
          `${at}.identifier`,
        )}
      >
        <TextInput
          label={t('tiers.fields.caption')}
          maxLength={250}
          {...form.getInputProps(`${at}.caption`)}
        />
        <FieldRow>
          <TextInput
            label={t('tiers.fields.color')}
            placeholder="#d4af37"
            maxLength={7}
            {...form.getInputProps(`${at}.color`)}
          />
          <TextInput
            label={t('tiers.fields.identifier')}
            maxLength={250}
            {...form.getInputProps(`${at}.identifier`)}
          />
        </FieldRow>
        <TextInput
          label={t('tiers.fields.iconUrl')}
          placeholder="https://"
          maxLength={2048}
          {...form.getInputProps(`${at}.iconUrl`)}
        />
        <Switch
          label={t('tiers.fields.isActive')}
          {...form.getInputProps(`${at}.isActive`, { type: 'checkbox' })}
        />
      </FoldedGroup>
    </Fields>
  )
}

/** All customers begin in one tier: choosing another one takes it from the one before. */
function chooseBase(form: UseFormReturnType<LadderValues>, key: string, isBase: boolean): void {
  const byKey = Object.fromEntries(
    Object.entries(form.values.byKey).map(([one, tier]) => [
      one,
      { ...tier, base: one === key ? isBase : isBase ? false : tier.base },
    ]),
  )
  form.setFieldValue('byKey', byKey)
}

function Goals({ form, tier }: TierFieldsProps) {
  const { t } = useTranslation()
  const { currency } = useFormat()
  const at = `byKey.${tier.key}.goals`
  return (
    <fieldset className={css.list}>
      <legend>{t('tiers.goals')}</legend>
      <p className="faint small">{t('tiers.goalsAbout')}</p>
      {tier.goals.map((goal, index) => (
        // Goals have no ids: their place is all that tells one from another.
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <div key={index} className={css.item}>
          <Select
            label={t('tiers.fields.measure')}
            data={(['spend', 'orders', 'points'] as const).map((value) => ({
              value,
              label: t(`tiers.measure.${value}`),
            }))}
            allowDeselect={false}
            {...form.getInputProps(`${at}.${index}.measure`)}
          />
          <DecimalInput
            label={t('tiers.fields.value')}
            unit={goal.measure === 'spend' ? currency : ''}
            {...form.getInputProps(`${at}.${index}.value`)}
          />
          <WholeInput label={t('tiers.fields.months')} {...form.getInputProps(`${at}.${index}.months`)} />
          <ActionIcon
            aria-label={t('tiers.removeGoal', { number: index + 1 })}
            onClick={() => form.removeListItem(at, index)}
          >
            <Icon name="x" />
          </ActionIcon>
        </div>
      ))}
      {tier.goals.length < 10 ? (
        <Button
          size="xs"
          onClick={() => form.insertListItem(at, { name: '', measure: 'spend', value: '', months: '12' })}
        >
          {t('tiers.addGoal')}
        </Button>
      ) : null}
    </fieldset>
  )
}

const NEW_BENEFIT: BenefitValues = { text: '', kind: 'words', reward: null, multiplier: '' }

function Benefits({ form, tier }: TierFieldsProps) {
  const { t } = useTranslation()
  const rewards = useList('rewards.list', { query: { limit: 100 } })
  const at = `byKey.${tier.key}.benefits`
  return (
    <fieldset className={css.list}>
      <legend>{t('tiers.benefits')}</legend>
      {tier.benefits.map(({ kind }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: benefits have no ids either
        <div key={index} className={css.item}>
          <TextInput
            label={t('tiers.fields.benefit')}
            maxLength={250}
            {...form.getInputProps(`${at}.${index}.text`)}
          />
          <Select
            label={t('tiers.fields.kind')}
            data={(['words', 'reward', 'multiplier'] as const).map((value) => ({
              value,
              label: t(`tiers.kind.${value}`),
            }))}
            allowDeselect={false}
            {...form.getInputProps(`${at}.${index}.kind`)}
          />
          {kind === 'reward' ? (
            <Select
              label={t('tiers.kind.reward')}
              searchable
              data={rewards.items.map(({ key, title }) => ({ value: key, label: title }))}
              {...form.getInputProps(`${at}.${index}.reward`)}
            />
          ) : null}
          {kind === 'multiplier' ? (
            <DecimalInput
              label={t('tiers.fields.times')}
              unit="×"
              {...form.getInputProps(`${at}.${index}.multiplier`)}
            />
          ) : null}
          <ActionIcon
            aria-label={t('tiers.removeBenefit', { number: index + 1 })}
            onClick={() => form.removeListItem(at, index)}
          >
            <Icon name="x" />
          </ActionIcon>
        </div>
      ))}
      {tier.benefits.length < 30 ? (
        <Button size="xs" onClick={() => form.insertListItem(at, NEW_BENEFIT)}>
          {t('tiers.addBenefit')}
        </Button>
      ) : null}
    </fieldset>
  )
}
