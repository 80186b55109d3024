import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon/Icon.tsx'
import css from './chart.module.css'

interface ChartFrameProps {
  readonly title: string
  readonly about?: ReactNode
  readonly legend?: ReactNode
  /** Beside “Table”. */
  readonly actions?: ReactNode
  readonly table: (isShown: boolean) => ReactNode
  readonly children: ReactNode
}

/**
 * A chart and its table: one of both is seen, both are printed. A screen reader meets the table first, also where the
 * chart is shown.
 */
export function ChartFrame({ title, about, legend, actions, table, children }: ChartFrameProps) {
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-labelledby={id} className={css.frame}>
      <div className={css.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {about ? <p className={css.about}>{about}</p> : null}
        </div>
        <div className={css.actions}>
          {actions}
          <Button
            variant="subtle"
            size="xs"
            leftSection={<Icon name="table" />}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {t('common.table')}
          </Button>
        </div>
      </div>
      {isTable ? null : legend}
      <div className={isTable ? css.shown : css.unseen}>{table(isTable)}</div>
      <div className={isTable ? css.printed : undefined}>{children}</div>
    </div>
  )
}
