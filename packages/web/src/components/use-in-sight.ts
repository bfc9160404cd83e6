/** Finds the visible rows among many of equal height, so that only those are rendered. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

export type Rows = {
  readonly count: number
  readonly rowPx: number
  /** Extra rows rendered beyond either edge, so that scrolling does not show gaps. */
  readonly beyond: number
}

/** Whole rows above the top edge, and rows in view. */
export type Seen = { readonly above: number; readonly within: number }

/** The range of rows to render; `end` is exclusive. A list that has become shorter is shown at its end. */
export function placesInSight(
  { above, within }: Seen,
  { count, beyond }: Omit<Rows, 'rowPx'>,
): { readonly first: number; readonly end: number } {
  const top = Math.max(0, Math.min(above, count - within))
  return { first: Math.max(0, top - beyond), end: Math.min(count, top + within + beyond) }
}

const nothingSeen: Seen = { above: 0, within: 0 }

/** Renders again only when other rows become visible, not with every pixel. */
export function useInSight(scroller: RefObject<HTMLElement | null>, rows: Rows): readonly number[] {
  const { rowPx } = rows
  const [seen, setSeen] = useState(nothingSeen)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = () => {
      const above = Math.floor(element.scrollTop / rowPx)
      const within = Math.ceil(element.clientHeight / rowPx) + 1
      setSeen((before) => (before.above === above && before.within === within ? before : { above, within }))
    }
    look()
    const size = new ResizeObserver(look)
    size.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, rowPx])
  const { first, end } = placesInSight(seen, rows)
  return Array.from({ length: end - first }, (_, place) => first + place)
}

type End = { readonly count: number; readonly near: number; readonly more: (() => void) | undefined }

/** Requests more when the last rows are near, once per row and page, so that a failed page is not requested endlessly. */
export function useMoreAtEnd(places: readonly number[], { count, near, more }: End): void {
  const last = places.at(-1) ?? -1
  const ask = useRef(more)
  ask.current = more
  useEffect(() => {
    if (last >= 0 && last >= count - near) ask.current?.()
  }, [last, count, near])
}
