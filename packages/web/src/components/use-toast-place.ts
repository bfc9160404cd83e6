import { useEffect } from 'react'

/** Messages stand at the foot of the ticket, which makes room for them. `beside` is its width, `below` the height of what it covers, px. */
export function useToastPlace(beside: number | undefined, below: number | undefined): void {
  useEffect(() => {
    const { style } = document.documentElement
    if (beside !== undefined) style.setProperty('--beside', `${beside}px`)
    if (below !== undefined) style.setProperty('--below', `${below}px`)
    return () => {
      style.removeProperty('--beside')
      style.removeProperty('--below')
    }
  }, [beside, below])
}
