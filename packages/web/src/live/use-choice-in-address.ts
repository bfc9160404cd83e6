import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { navigate, onAddress, useQuery } from '../components/router.ts'

export type AddressedChoice = {
  /** The parameter of the address: `rfq`, `strategy`, `market`. */
  readonly name: string
  /** The id of what is selected. */
  readonly chosen: string | undefined
  /** Selects what an address names. False if there is no such thing; the address then follows the selection again. */
  readonly choose: (id: string) => boolean | Promise<boolean>
  /** The list in which an address is looked up has arrived. */
  readonly isKnown: boolean
}

/** Keeps the selection of a screen in its address, so that a reload, the Back button and a copied link select it again. */
export function useChoiceInAddress({ name, chosen, choose, isKnown }: AddressedChoice): void {
  const wanted = useQuery(name)
  const search = useSyncExternalStore(onAddress, () => location.search)
  const followed = useRef('')
  const showChosen = useEffectEvent(() => {
    // The Back button may have been faster than this screen: the address of another one is not replaced.
    if (wanted === (chosen ?? '') || location.search !== search) return
    navigate(chosen === undefined ? location.pathname : `?${name}=${encodeURIComponent(chosen)}`, 'replace')
  })
  const follow = useEffectEvent(async () => {
    if (!(await choose(wanted))) showChosen()
  })
  useEffect(() => {
    if (!isKnown) return
    const isNew = wanted !== '' && wanted !== followed.current && wanted !== chosen
    followed.current = isNew ? wanted : (chosen ?? '')
    if (isNew) void follow()
    else showChosen()
  }, [wanted, search, chosen, isKnown])
}

/** The automatic selection of a screen stays, so that no ticket changes under a pointer when something else becomes the first. */
export function useKeptChoice(chosen: string | undefined, first: string | undefined, keep: (id: string) => void): void {
  const keepFirst = useEffectEvent(keep)
  useEffect(() => {
    if (chosen === undefined && first !== undefined) keepFirst(first)
  }, [chosen, first])
}
