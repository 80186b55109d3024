import { Anchor, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/hooks.ts'
import { Choices } from '../../../components/form/Choices.tsx'
import { DateTimeInput } from '../../../components/form/DateTimeInput.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { type ImportKind, KINDS, type Preset } from './import.ts'
import css from './imports.module.css'

export interface FileChosen {
  readonly kind: ImportKind
  readonly preset: string | null
  readonly asOf: string | null
}

interface FileFieldsProps {
  readonly chosen: FileChosen
  readonly onChange: (chosen: FileChosen) => void
  /** What a file has in it is said once: its lines would be other lines. */
  readonly isKindFixed?: boolean
}

const OTHER = 'other'

/** What is in the file, where it comes from, and of which moment it tells. */
export function FileFields({ chosen, onChange, isKindFixed = false }: FileFieldsProps) {
  const { t } = useTranslation()
  const presets = useRead('imports.presets', {}).data?.answer.items ?? []
  const preset = presets.find(({ name }) => name === chosen.preset)
  const offered = isKindFixed ? presets.filter(({ kind }) => kind === chosen.kind) : presets
  return (
    <>
      <Select
        label={t('imports.file.preset')}
        data={[
          { value: OTHER, label: t('imports.file.otherSystem') },
          ...offered.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        value={chosen.preset ?? OTHER}
        onChange={(value) => {
          const found = presets.find(({ name }) => name === value)
          onChange({ ...chosen, preset: found?.name ?? null, kind: found?.kind ?? chosen.kind })
        }}
        allowDeselect={false}
      />
      {preset ? (
        <AboutPreset preset={preset} />
      ) : (
        <>
          <p className={css.hint}>{t('imports.file.aboutOther')}</p>
          {isKindFixed ? null : (
            <div>
              <p className={css.label}>{t('imports.file.kind')}</p>
              <Choices
                label={t('imports.file.kind')}
                name="kind"
                value={chosen.kind}
                onChange={(kind) => onChange({ ...chosen, kind })}
                choices={KINDS.map((value) => ({
                  value: value as ImportKind,
                  label: t(`imports.kinds.${value}`),
                  about: t(`imports.aboutKind.${value}`),
                }))}
              />
            </div>
          )}
        </>
      )}
      <DateTimeInput
        label={t('imports.file.asOf')}
        description={t('imports.file.aboutAsOf')}
        value={chosen.asOf}
        onChange={(asOf) => onChange({ ...chosen, asOf })}
        isClearable
      />
    </>
  )
}

/** Where its columns are known from, as honestly as we know it. */
function AboutPreset({ preset: { source, checkedOn, links, notes } }: { readonly preset: Preset }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={css.hint}>
      <p>
        {t('imports.file.presetAbout', { source, date: format.date(`${checkedOn}T12:00:00Z`) })}{' '}
        {links.map((link) => (
          <Anchor key={link} href={link} target="_blank" rel="noreferrer" inherit>
            {new URL(link).hostname}
          </Anchor>
        ))}
      </p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}
