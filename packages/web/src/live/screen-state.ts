/** The state of the screen itself: what is open, selected and filtered. It contains no server data. */
import type { Audience, Leg, Rfq, TapeTrade, Trade } from '@parley/client'
import type { VenueCode } from '@parley/core'
import { create } from 'zustand'
import { narrow } from '../components/use-media.ts'

/** `ALL`, or one of the open currencies. */
export type Currency = string
/** The markets shown in the table. */
export type Flow = 'ALL' | Audience
export type VenueChoice = 'ALL' | VenueCode
/** A structure as text, typed or pasted, or a draft to continue. */
export type BuilderStart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'draft'; readonly draft: Rfq }
  | { readonly kind: 'copy'; readonly copy: RequestCopy }
/** A copy of a closed RFQ. Its hedge is calculated again, because its old price is out of date. */
export type RequestCopy = {
  readonly venue: string
  readonly baseCurrency: string
  readonly legs: readonly Pick<Leg, 'instrumentId' | 'side' | 'ratio'>[]
  readonly isHedged: boolean
  readonly quantity: string
  /** All eligible makers if none are named. */
  readonly makers: readonly string[]
  readonly isAnonymous: boolean
  readonly takerSide: Rfq['takerSide']
  readonly goodForMs: number
}
/** The trade card shows the desk's trades in an RFQ, one own trade, or a public trade on the tape. */
export type TradeCardOf =
  | { readonly kind: 'RFQ'; readonly rfq: RfqChoice; readonly tradeId?: string }
  | { readonly kind: 'TRADE'; readonly trade: Trade }
  | { readonly kind: 'TAPE'; readonly trade: TapeTrade }
export type RfqChoice = Pick<Rfq, 'audience' | 'id'>
export const choiceOf = ({ audience, id }: RfqChoice): RfqChoice => ({ audience, id })
export type OpenDialog = 'settings' | 'keys' | 'palette' | 'new-rfq' | 'default-accounts' | 'protections' | 'kill-switch' | 'trade'

type ScreenState = {
  readonly currency: Currency
  readonly venue: VenueChoice
  readonly flow: Flow
  readonly dialog: OpenDialog | undefined
  /** The selected row. */
  readonly selectedRfq: RfqChoice | undefined
  /** The ticket next to the table: that of the selected row, once the selection has been rendered. */
  readonly ticketRfq: RfqChoice | undefined
  /** The initial content of the builder. */
  readonly builderStart: BuilderStart | undefined
  /** The subject of the trade card. */
  readonly tradeCard: TradeCardOf | undefined
  /** The venue whose default accounts are shown. */
  readonly accountsVenue: VenueCode | undefined
  /** On a narrow screen it covers the page. */
  readonly isSidebarShown: boolean
  /** On a wide screen it is next to the page. */
  readonly isSidebarFolded: boolean
  readonly isBottomShown: boolean
  /** The RFQ whose ticket receives the keyboard focus once it is open. */
  readonly ticketFocus: string | undefined
  /** The RFQs that wait for this desk's first price, most urgent first. */
  readonly newRequests: readonly RfqChoice[]
  /** A tab of the bottom panel that another part of the screen wants to open. */
  readonly wantedTab: string | undefined
}

const fresh = (): ScreenState => ({
  currency: 'ALL',
  venue: 'ALL',
  flow: 'DIRECT',
  dialog: undefined,
  selectedRfq: undefined,
  ticketRfq: undefined,
  builderStart: undefined,
  tradeCard: undefined,
  accountsVenue: undefined,
  isSidebarShown: false,
  isSidebarFolded: false,
  isBottomShown: !(narrow?.matches ?? false),
  ticketFocus: undefined,
  newRequests: [],
  wantedTab: undefined,
})

export const useScreen = create<ScreenState>(fresh)
/** For the next user at this browser. */
export const resetScreen = (): void => useScreen.setState(fresh(), true)

const set = useScreen.setState
export const chooseCurrency = (currency: Currency): void => set({ currency })
export const chooseVenue = (venue: VenueChoice): void => set({ venue })
export const openDialog = (dialog: OpenDialog): void => set({ dialog })
export const closeDialog = (): void => set({ dialog: undefined, builderStart: undefined, tradeCard: undefined })
const chosen = (rfq: RfqChoice | undefined) => ({ selectedRfq: rfq, ticketRfq: rfq })
export const selectRfq = (rfq: RfqChoice | undefined): void => set(chosen(rfq === undefined ? undefined : choiceOf(rfq)))
/** After a click in a list. A ticket takes longer than a frame to build, so the row is rendered first. */
export function chooseRow(rfq: RfqChoice): void {
  set({ selectedRfq: choiceOf(rfq) })
  requestAnimationFrame(() => setTimeout(showChosenTicket))
}
/** If another row is clicked before that, the ticket of the selected row is shown. */
export const showChosenTicket = (): void =>
  set((state) => (state.ticketRfq === state.selectedRfq ? state : { ticketRfq: state.selectedRfq }))
/** The selection is cleared with the table it was made in. */
export const chooseFlow = (flow: Flow): void =>
  set(({ selectedRfq }) => ({
    flow,
    ...chosen(flow === 'ALL' || flow === selectedRfq?.audience ? selectedRfq : undefined),
  }))
export const wantTicketFocus = (ticketFocus: string | undefined): void => set({ ticketFocus })
export const showNewRequests = (newRequests: readonly RfqChoice[]): void => set({ newRequests: newRequests.map(choiceOf) })
/** Focuses its ticket. If nothing else is new, the ticket stays. */
export function goToNextNew(after: string): void {
  const next = useScreen.getState().newRequests.find(({ id }) => id !== after)
  if (next !== undefined) set({ ...chosen(next), ticketFocus: next.id })
}
function showTableOf({ audience }: RfqChoice): void {
  const { flow } = useScreen.getState()
  if (flow !== 'ALL') chooseFlow(audience)
}
/** Opens its ticket, in a table that shows it. */
export function goToRfq(rfq: RfqChoice): void {
  showTableOf(rfq)
  selectRfq(rfq)
}
/** The same after a click in another list. */
export function goToRow(rfq: RfqChoice): void {
  showTableOf(rfq)
  chooseRow(rfq)
}
export const startBuilder = (builderStart: BuilderStart): void => set({ builderStart, dialog: 'new-rfq' })
/** The clicked row or button is rendered first, and the card in the next frame, like a ticket. */
export const openTradeCard = (tradeCard: TradeCardOf): void =>
  void requestAnimationFrame(() => setTimeout(() => set({ tradeCard, dialog: 'trade' })))
export const chooseDefaultAccounts = (accountsVenue: VenueCode): void => set({ accountsVenue, dialog: 'default-accounts' })
export const showSidebar = (isSidebarShown: boolean): void => set({ isSidebarShown })
export const foldSidebar = (isSidebarFolded: boolean): void => set({ isSidebarFolded })
export const showTab = (wantedTab: string): void => set({ wantedTab, isBottomShown: true })
export const showBottom = (isBottomShown: boolean): void => set({ isBottomShown })
