import { useTranslation } from 'react-i18next'
import { Sum } from '../../components/sum/Sum.tsx'
import { useFormat } from '../../format/use-format.ts'
import type { CodeFigures, CodeFile, FileCode } from './code-file.ts'

const EXAMPLES_MAX = 5

interface CodeSumProps {
  readonly name: string
  readonly file: CodeFile
  readonly figures: CodeFigures
  /** Of the codes that are new: whether they are added, or will be. */
  readonly label: string
}

/** Every line of a file: new + twice in it + there already + no codes + blank + header = its lines. */
export function CodeSum({ name, file, figures, label }: CodeSumProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { codes, repeated, blank, lines } = file
  const header = lines - codes.length - repeated.length - blank
  const rest = codes.length - figures.sent
  const line = (key: string, text: string, count: number, about = '') => ({
    key,
    label: text,
    about,
    figures: [number(count)],
  })
  return (
    <Sum
      label={name}
      heads={[name, t('couponLists.upload.lines')]}
      lines={[
        line('added', label, figures.added),
        line('repeated', t('couponLists.upload.repeated'), repeated.length, examplesOf(repeated)),
        line(
          'duplicates',
          t('couponLists.upload.duplicates'),
          figures.duplicates,
          figures.duplicateCodes.slice(0, EXAMPLES_MAX).join(', '),
        ),
        line('invalid', t('couponLists.upload.invalid'), figures.invalid, examplesOf(figures.invalidCodes)),
        ...(blank > 0 ? [line('blank', t('couponLists.upload.blank'), blank)] : []),
        ...(header > 0 ? [line('header', t('couponLists.upload.header'), header)] : []),
        ...(rest > 0 ? [line('rest', t('couponLists.upload.notSent'), rest)] : []),
      ]}
      total={{ key: 'total', label: t('couponLists.upload.total'), figures: [number(lines)] }}
    />
  )
}

function examplesOf(codes: readonly FileCode[]): string {
  return codes
    .slice(0, EXAMPLES_MAX)
    .map(({ code, line }) => `${line}: ${code.slice(0, 40)}`)
    .join(' · ')
}
