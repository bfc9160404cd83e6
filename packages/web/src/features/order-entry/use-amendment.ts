/** The open order that a form amends: loaded when it is chosen, and left when it is no longer open (rulebook 21.29). */
import { useEffect, useEffectEvent } from 'react'

export const NO_LONGER_OPEN = 'The order is no longer open: it was filled or cancelled.'

type Amendment<Chosen> = {
  /** The last order that was chosen for amendment, if it belongs to this form. */
  readonly chosen: Chosen | undefined
  readonly load: (chosen: Chosen) => void
  /** Whether the amended order is open. True if none is amended. */
  readonly isOpen: boolean
  /** An amendment was sent and has no response yet. */
  readonly isSending: boolean
  readonly leave: () => void
}

export function useAmendment<Chosen>({ chosen, load, isOpen, isSending, leave }: Amendment<Chosen>): void {
  const onChosen = useEffectEvent(load)
  const onClosed = useEffectEvent(leave)
  useEffect(() => {
    if (chosen !== undefined) onChosen(chosen)
  }, [chosen])
  useEffect(() => {
    if (!isOpen && !isSending) onClosed()
  }, [isOpen, isSending])
}
