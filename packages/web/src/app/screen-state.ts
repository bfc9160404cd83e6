/** What is open, chosen and filtered on the screen; nothing of the server's. */
import { create } from 'zustand'

export type Currency = 'ALL' | 'BTC' | 'ETH'
export type VenueChoice = 'ALL' | 'DBT' | 'BYB' | 'BIT'
export type OpenDialog = 'settings' | 'keys' | 'palette' | 'new-rfq'

type ScreenState = {
  readonly currency: Currency
  readonly venue: VenueChoice
  readonly dialog: OpenDialog | undefined
  readonly selectedRfq: string | undefined
  readonly isSidebarShown: boolean
  readonly isBottomShown: boolean
}

const NARROW_PX = 900
export const narrow = globalThis.matchMedia?.(`(max-width: ${NARROW_PX - 1}px)`)

export const useScreen = create<ScreenState>(() => ({
  currency: 'ALL',
  venue: 'ALL',
  dialog: undefined,
  selectedRfq: undefined,
  isSidebarShown: false,
  isBottomShown: !(narrow?.matches ?? false),
}))

const set = useScreen.setState
export const chooseCurrency = (currency: Currency): void => set({ currency })
export const chooseVenue = (venue: VenueChoice): void => set({ venue })
export const openDialog = (dialog: OpenDialog): void => set({ dialog })
export const closeDialog = (): void => set({ dialog: undefined })
export const selectRfq = (selectedRfq: string | undefined): void => set({ selectedRfq })
export const showSidebar = (isSidebarShown: boolean): void => set({ isSidebarShown })
export const showBottom = (isBottomShown: boolean): void => set({ isBottomShown })
