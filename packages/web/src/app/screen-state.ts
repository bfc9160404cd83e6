/** What is open, chosen and filtered on the screen; nothing of the server's. */
import type { RfqView } from '@parley/contracts'
import type { VenueCode } from '@parley/core'
import { create } from 'zustand'

export type Currency = 'ALL' | 'BTC' | 'ETH'
/** Whose markets the table shows. */
export type Flow = 'ALL' | 'DIRECT' | 'ORDER_BOOK'
export type VenueChoice = 'ALL' | 'DBT' | 'BYB' | 'BIT'
/** A structure as text, typed or pasted, or a draft to go on with. */
export type BuilderStart = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'draft'; readonly draft: RfqView }
export type OpenDialog = 'settings' | 'keys' | 'palette' | 'new-rfq' | 'default-accounts' | 'protections' | 'kill-switch'

type ScreenState = {
  readonly currency: Currency
  readonly venue: VenueChoice
  readonly flow: Flow
  readonly dialog: OpenDialog | undefined
  readonly selectedRfq: string | undefined
  /** A market of the order book; one ticket stands beside the table, so of the two at most one is chosen. */
  readonly selectedMarket: number | undefined
  /** What the builder begins with. */
  readonly builderStart: BuilderStart | undefined
  /** Of which venue the default accounts are shown. */
  readonly accountsVenue: VenueCode
  readonly isSidebarShown: boolean
  readonly isBottomShown: boolean
}

const NARROW_PX = 900
export const narrow = globalThis.matchMedia?.(`(max-width: ${NARROW_PX - 1}px)`)

const fresh = (): ScreenState => ({
  currency: 'ALL',
  venue: 'ALL',
  flow: 'DIRECT',
  dialog: undefined,
  selectedRfq: undefined,
  selectedMarket: undefined,
  builderStart: undefined,
  accountsVenue: 'DBT',
  isSidebarShown: false,
  isBottomShown: !(narrow?.matches ?? false),
})

export const useScreen = create<ScreenState>(fresh)
/** For the next person at this desk. */
export const resetScreen = (): void => useScreen.setState(fresh(), true)

const set = useScreen.setState
export const chooseCurrency = (currency: Currency): void => set({ currency })
export const chooseVenue = (venue: VenueChoice): void => set({ venue })
export const openDialog = (dialog: OpenDialog): void => set({ dialog })
export const closeDialog = (): void => set({ dialog: undefined, builderStart: undefined })
export const selectRfq = (selectedRfq: string | undefined): void => set({ selectedRfq, selectedMarket: undefined })
export const selectMarket = (selectedMarket: number | undefined): void => set({ selectedMarket, selectedRfq: undefined })
/** What is chosen goes with the table it was chosen in. */
export const chooseFlow = (flow: Flow): void =>
  set(({ selectedRfq, selectedMarket }) => ({
    flow,
    selectedRfq: flow === 'ORDER_BOOK' ? undefined : selectedRfq,
    selectedMarket: flow === 'DIRECT' ? undefined : selectedMarket,
  }))
export const startBuilder = (builderStart: BuilderStart): void => set({ builderStart, dialog: 'new-rfq' })
export const chooseDefaultAccounts = (accountsVenue: VenueCode): void => set({ accountsVenue, dialog: 'default-accounts' })
export const showSidebar = (isSidebarShown: boolean): void => set({ isSidebarShown })
export const showBottom = (isBottomShown: boolean): void => set({ isBottomShown })
