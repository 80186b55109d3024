import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { type Chosen, readPeriod, searchOf } from './period.ts'

type Search = Readonly<Record<string, unknown>>

interface ReportSearch {
  readonly search: Search
  readonly today: string
  readonly chosen: Chosen
  readonly choose: (chosen: Chosen) => void
  /** Changes what else the address says; undefined leaves it out. */
  readonly change: (part: Search) => void
  /** The server's day: a sandbox may be ahead. */
  readonly learnToday: (today: string | undefined) => void
}

/** What a report shows, as its address says. */
export function useReportSearch(): ReportSearch {
  const { timeZone } = useFormat()
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const [today, setToday] = useState(() => dayIn(timeZone))
  const go = (next: Search): void => void navigate({ to: '.', search: next as never, replace: true })
  return {
    search,
    today,
    chosen: readPeriod(search, today),
    choose(chosen) {
      const { days: _, from: __, to: ___, step: ____, ...rest } = search
      go({ ...rest, ...searchOf(chosen) })
    },
    change(part) {
      go(
        Object.fromEntries(Object.entries({ ...search, ...part }).filter(([, value]) => value !== undefined)),
      )
    },
    learnToday(told) {
      if (told !== undefined && told !== today) setToday(told)
    },
  }
}

/** `2026-11-16`: Swedish writes days as the address does. */
function dayIn(timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
}
