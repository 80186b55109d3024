import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Until it is measured, and where it never was seen: printed behind its table. */
const USUAL = 720

/** How wide an element is, in whole pixels; what is hidden keeps the width that it had. */
export function useWidth<Shown extends HTMLElement>(): readonly [RefObject<Shown | null>, number] {
  const ref = useRef<Shown>(null)
  const [width, setWidth] = useState(USUAL)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (): void => {
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
