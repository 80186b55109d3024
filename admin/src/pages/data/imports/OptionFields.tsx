import { Select } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FoldedGroup } from '../../../components/form/Form.tsx'
import { Warning } from '../../../components/notice/Notice.tsx'
import type { Import } from './import.ts'
import css from './imports.module.css'
import type { Save } from './use-saving.ts'

interface OptionFieldsProps {
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
export function OptionFields({ options, onSave }: OptionFieldsProps) {
  const { t } = useTranslation()
  // “Change” beside the webhooks of a dry run leads here.
  const asked = useSearch({ strict: false }) as { options?: unknown }
  const isUsual = (Object.keys(CHOICES) as Name[]).every((name) => options[name] === CHOICES[name][0])
  return (
    <div className={css.options} id="options">
      <FoldedGroup
        title={t('imports.options.title')}
        about={t('imports.options.about')}
        hasErrors={!isUsual || asked.options === 'open'}
      >
        {(Object.keys(CHOICES) as Name[]).map((name) => (
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
