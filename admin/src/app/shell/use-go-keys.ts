import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { usePageAddress } from '../../components/link/PageLink.tsx'

export const PLACES: Readonly<Record<string, string>> = {
  h: '/',
  p: '/program',
  r: '/rewards',
  t: '/tiers',
  q: '/quizzes',
  c: '/customers',
  o: '/orders',
  d: '/redemptions',
  a: '/approvals',
  k: '/developers/keys',
  s: '/settings',
  i: '/data',
}
const WAIT_MS = 1_000

/** `g` and a letter goes to a page, `/` to the search of the page, `?` shows the keys. Never while typing. */
export function useGoKeys(onHelp: () => void): void {
  const navigate = useNavigate()
  const address = usePageAddress()
  const waitsSince = useRef(0)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const place = PLACES[event.key]
      if (event.key === '?') {
        onHelp()
      } else if (event.key === 'g') {
        waitsSince.current = event.timeStamp
      } else if (event.key === '/') {
        const search = document.querySelector<HTMLElement>('[data-page-search]')
        if (search) event.preventDefault()
        search?.focus()
      } else if (place !== undefined && event.timeStamp - waitsSince.current < WAIT_MS) {
        waitsSince.current = 0
        void navigate({ to: address(place) })
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate, address, onHelp])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
