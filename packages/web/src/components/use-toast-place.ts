import { useEffect } from 'react'

/**
 * Messages are at the foot of the ticket, which makes room for them. `beside` is the width of the ticket, `below` the height of what the messages
 * cover, in px.
 */
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
