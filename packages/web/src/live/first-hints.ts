/** Hints that are shown once per browser: at the first RFQ, the first quote and the first trade. */
import { useEffect } from 'react'
import { create } from 'zustand'
import { keep, read } from './browser-store.ts'

export type FirstHint = 'RFQ' | 'QUOTE' | 'DEAL'

/** The RFQ at which a hint is shown in this window. */
const useShown = create<Readonly<Partial<Record<FirstHint, string>>>>(() => ({}))
/** A full store keeps keys of this form, so that a hint does not appear twice. */
const keyOf = (of: FirstHint): string => `hint-dismissed-${of.toLowerCase()}`

/** Whether it is shown at this RFQ. It counts as shown from the first moment. */
export function useFirstHint(of: FirstHint, rfqId: string | undefined): { readonly isShown: boolean; readonly dismiss: () => void } {
  const isShown = useShown((shown) => rfqId !== undefined && shown[of] === rfqId)
  useEffect(() => {
    if (rfqId === undefined || useShown.getState()[of] !== undefined || read(keyOf(of)) !== undefined) return
    keep(keyOf(of), 'yes')
    useShown.setState({ [of]: rfqId })
  }, [of, rfqId])
  return { isShown, dismiss: () => useShown.setState({ [of]: '' }) }
}
