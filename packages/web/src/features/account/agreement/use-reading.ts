import { useCallback, useEffect, useRef, useState } from 'react'
import { hasReachedEnd, percentRead, sectionInView } from './reading.ts'

/** The distance between the edge of the box and the chosen heading, in px. */
const HEADING_ROOM = 16

type Reading = { readonly section: string | undefined; readonly percent: number; readonly isRead: boolean }

/** Observes a box of sections (`data-section`). Once its end was reached it counts as read, even if the user scrolls back. */
export function useReading(text: unknown) {
  const box = useRef<HTMLDivElement>(null)
  const [reading, setReading] = useState<Reading>({ section: undefined, percent: 0, isRead: false })
  const look = useCallback(() => {
    const element = box.current
    // Ignored before layout: a box without height would count as read.
    if (element === null || element.clientHeight === 0) return
    const marks = [...element.querySelectorAll<HTMLElement>('[data-section]')].map((section) => ({
      id: section.dataset['section']!,
      top: section.offsetTop,
    }))
    setReading((before) => ({
      section: sectionInView(marks, element),
      percent: Math.max(before.percent, percentRead(element)),
      isRead: before.isRead || hasReachedEnd(element),
    }))
  }, [])
  useEffect(() => {
    const element = box.current
    if (element === null) return
    setReading({ section: undefined, percent: 0, isRead: false })
    element.scrollTop = 0
    look()
    const watching = new ResizeObserver(look)
    watching.observe(element)
    return () => watching.disconnect()
  }, [text, look])
  const goTo = (id: string) => {
    const section = box.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(id)}"]`)
    if (section && box.current) box.current.scrollTo({ top: section.offsetTop - HEADING_ROOM, behavior: 'smooth' })
    box.current?.focus({ preventScroll: true })
  }
  return { box, look, goTo, ...reading }
}
