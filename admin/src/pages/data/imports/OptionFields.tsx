import { Select } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useList } from '../../../api/hooks.ts'
import { FoldedGroup } from '../../../components/form/Form.tsx'
import { Warning } from '../../../components/notice/Notice.tsx'
import { bringsNoPoints, type Import, type ImportKind } from './import.ts'
import css from './imports.module.css'
import type { Save } from './use-saving.ts'

interface OptionFieldsProps {
  readonly kind: ImportKind
  readonly options: Import['options']
  readonly onSave: Save
}

const CHOICES = {
  existing: ['keep', 'fillEmpty', 'replace'],
  expired: ['refuse', 'skip'],
  negative: ['refuse', 'debt'],
  webhooks: ['silent', 'send'],
} as const
type Name = keyof typeof CHOICES

/** How lines are done, where the usual way is not meant. */
export function OptionFields({ kind, options, onSave }: OptionFieldsProps) {
  const { t } = useTranslation()
  // “Change” beside the webhooks of a dry run leads here.
  const asked = useSearch({ strict: false }) as { options?: unknown }
  const names = (Object.keys(CHOICES) as Name[]).filter(
    (name) => !bringsNoPoints(kind) || (kind !== 'orders' && name === 'expired'),
  )
  const isUsual = names.every((name) => options[name] === CHOICES[name][0])
  // Orders bring no points that could expire or be owed, and change no profile.
  if (names.length === 0) return null
  return (
    <div className={css.options} id="options">
      <FoldedGroup
        title={t('imports.options.title')}
        about={t('imports.options.about')}
        hasErrors={!isUsual || kind === 'couponCodes' || asked.options === 'open'}
      >
        {kind === 'couponCodes' ? <RewardOfCodes reward={options.reward} onSave={onSave} /> : null}
        {names.map((name) => (
          <div key={name}>
            <Select
              label={t(`imports.options.${name}`)}
              data={CHOICES[name].map((value) => ({ value, label: t(`imports.options.${value}`) }))}
              value={options[name]}
              onChange={(value) => void onSave({ options: { [name]: value } })}
              allowDeselect={false}
            />
            {name === 'webhooks' && options.webhooks === 'send' ? (
              <Warning>{t('imports.options.aboutSend')}</Warning>
            ) : null}
          </div>
        ))}
      </FoldedGroup>
    </div>
  )
}

/** Whose codes they are, where the lines do not say it. */
function RewardOfCodes({ reward, onSave }: { readonly reward: string | null; readonly onSave: Save }) {
  const { t } = useTranslation()
  const rewards = useList('rewards.list', { query: { limit: 100 } })
  return (
    <Select
      label={t('imports.options.reward')}
      data={rewards.items.map(({ id, title }) => ({ value: String(id), label: title }))}
      value={reward}
      onChange={(value) => void onSave({ options: { reward: value } })}
      searchable
      clearable
    />
  )
}
