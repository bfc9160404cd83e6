import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { navigate, onAddress, useQuery } from '../components/router.ts'

export type AddressedChoice<Found> = {
  /** The parameter of the address: `rfq`, `strategy`, `market`. */
  readonly name: string
  /** The id of what is selected. */
  readonly chosen: string | undefined
  /** Finds what an address names. Undefined if there is no such thing; the address then follows the selection again. */
  readonly find: (id: string) => Found | undefined | Promise<Found | undefined>
  readonly choose: (found: Found) => void
  /** The list in which an address is looked up has arrived. */
  readonly isKnown: boolean
}

/** Keeps the selection of a screen in its address, so that a reload, the Back button and a copied link select it again. */
export function useChoiceInAddress<Found>({ name, chosen, find, choose, isKnown }: AddressedChoice<Found>): void {
  const wanted = useQuery(name)
  const search = useSyncExternalStore(onAddress, () => location.search)
  const followed = useRef('')
  const showChosen = useEffectEvent(() => {
    // The Back button may have been faster than this screen: the address of another one is not replaced.
    if (wanted === (chosen ?? '') || location.search !== search) return
    navigate(chosen === undefined ? location.pathname : `?${name}=${encodeURIComponent(chosen)}`, 'replace')
  })
  const follow = useEffectEvent(async () => {
    const answer = find(wanted)
    const found = answer instanceof Promise ? await answer : answer
    if (found === undefined) showChosen()
    else choose(found)
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
