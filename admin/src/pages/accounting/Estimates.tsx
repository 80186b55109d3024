import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { monthWords } from '../../components/report/bucket-words.ts'
import { FigureTable } from '../../components/report/FigureTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import { percentOf } from './shares.ts'

/** What was expected from which month on. */
export function Estimates({ estimates }: Pick<Answer<'accounting.get'>, 'estimates'>) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const hasWorth = estimates.some(({ pointWorth }) => pointWorth !== null)
  return (
    <FigureTable
      label={t('accounting.estimate.title')}
      name={{
        head: t('accounting.estimate.since'),
        text: ({ since }) => monthWords(since, i18n.language).name,
      }}
      columns={[
        {
          head: t('accounting.estimate.breakage'),
          text: ({ breakage }) => format.percent(percentOf(breakage)),
          isMain: true,
        },
        ...(hasWorth
          ? [
              {
                head: t('accounting.estimate.pointWorth'),
                text: ({ pointWorth }: (typeof estimates)[number]) =>
                  pointWorth === null ? '–' : `${format.points(pointWorth)} ${format.currency}`,
              },
            ]
          : []),
      ]}
      rows={estimates.toReversed()}
      keyOf={({ since }) => since}
      empty={t('accounting.estimate.none')}
    />
  )
}
