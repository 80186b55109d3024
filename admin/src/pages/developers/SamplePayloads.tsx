import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../components/layout/Page.tsx'
import { CopyButton } from '../../components/secret/CopyButton.tsx'
import css from './console.module.css'
import { TOPICS } from './endpoint.ts'
import { SAMPLE_PAYLOADS } from './sample-payloads.ts'

/** What arrives, topic by topic, for the person who writes the receiver before anything has happened. */
export function SamplePayloads() {
  const { t } = useTranslation()
  const [chosen, choose] = useState<string | null>(null)
  const topic = TOPICS.find((one) => one === chosen) ?? null
  const text = topic === null ? '' : JSON.stringify(SAMPLE_PAYLOADS[topic], null, 2)
  return (
    <Section title={t('webhooks.samples.title')} about={t('webhooks.samples.about')}>
      <div className={css.sampleHead}>
        <Select
          label={t('webhooks.samples.topic')}
          placeholder={t('webhooks.samples.choose')}
          data={TOPICS.map((value) => ({ value, label: `${value}: ${t(`webhooks.topics.${value}`)}` }))}
          value={topic}
          onChange={choose}
        />
        {topic === null ? null : <CopyButton text={text} />}
      </div>
      {topic === null ? null : <pre className={css.block}>{text}</pre>}
    </Section>
  )
}
