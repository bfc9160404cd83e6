import { useEffect } from 'react'

/**
 * Messages cover the foot of the markets, above the lists below them. On a phone they are above the bar, or at the foot of a ticket that covers
 * the bar. `below` is the height under them, as a CSS length.
 */
export function useToastPlace(below: string | undefined): void {
  useEffect(() => {
    const { style } = document.documentElement
    if (below !== undefined) style.setProperty('--below', below)
    return () => void style.removeProperty('--below')
  }, [below])
}
