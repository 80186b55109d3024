import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../form/DateInput.tsx'
import { addDays, type Chosen, presetsOn, type Step, stepsOf, usualStep, withDay } from './period.ts'
import css from './report.module.css'
import { usePresetName } from './use-preset-name.ts'

interface ControlsProps {
  readonly chosen: Chosen
  /** The merchant's. */
  readonly today: string
  readonly onChoose: (chosen: Chosen) => void
  /** Whether the report goes through the days step by step. */
  readonly hasSteps?: boolean
}

/** Which days, and by which step: all of it stands in the address, so a report can be kept and sent. */
export function Controls({ chosen, today, onChoose, hasSteps = true }: ControlsProps) {
  const { t } = useTranslation()
  const nameOf = usePresetName()
  const { period, preset, step } = chosen
  const choose = (changed: Partial<Chosen>): void => {
    const next = { ...chosen, ...changed }
    const isPossible = stepsOf(next.period).includes(next.step)
    onChoose(changed.step || isPossible ? next : { ...next, step: usualStep(next.period) })
  }
  const presets = presetsOn(today)
  return (
    <search className={css.controls}>
      <Select
        label={t('reports.period')}
        data={[
          ...presets.map((one) => ({ value: String(one.preset), label: nameOf(one.preset) })),
          { value: 'typed', label: t('reports.otherDays') },
        ]}
        value={preset === null ? 'typed' : String(preset)}
        onChange={(value) => {
          const wanted = presets.find((one) => String(one.preset) === value)
          if (wanted) onChoose(wanted.chosen)
          else choose({ preset: null })
        }}
        allowDeselect={false}
      />
      {preset === null
        ? (['from', 'to'] as const).map((end) => (
            <DateInput
              key={end}
              label={t(`reports.${end}`)}
              local={period[end]}
              withTime={false}
              max={addDays(today, -1)}
              onChange={(day) => {
                const next = withDay(period, end, day, today)
                if (next) choose({ period: next })
              }}
            />
          ))
        : null}
      {hasSteps ? (
        <Select
          label={t('reports.step')}
          data={stepsOf(period).map((one) => ({ value: one, label: t(`reports.steps.${one}`) }))}
          value={step}
          onChange={(value) => choose({ step: (value ?? step) as Step })}
          allowDeselect={false}
        />
      ) : null}
    </search>
  )
}
