/** The state of the screen itself, open, chosen and filtered; nothing of the server's. */
import type { Audience, Leg, Rfq, TapeTrade, Trade } from '@parley/client'
import type { VenueCode } from '@parley/core'
import { create } from 'zustand'
import { narrow } from '../components/use-media.ts'

/** `ALL`, or one of those that are open. */
export type Currency = string
/** The markets the table shows. */
export type Flow = 'ALL' | Audience
export type VenueChoice = 'ALL' | VenueCode
/** A structure as text, typed or pasted, or a draft to go on with. */
export type BuilderStart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'draft'; readonly draft: Rfq }
  | { readonly kind: 'copy'; readonly copy: RequestCopy }
/** A request like one that is over: its hedge is reckoned anew, because its price was of another moment. */
export type RequestCopy = {
  readonly venue: string
  readonly baseCurrency: string
  readonly legs: readonly Pick<Leg, 'instrumentId' | 'side' | 'ratio'>[]
  readonly isHedged: boolean
  readonly quantity: string
  /** Every eligible maker where none are named. */
  readonly makers: readonly string[]
  readonly isAnonymous: boolean
  readonly takerSide: Rfq['takerSide']
  readonly goodForMs: number
}
/** The post-trade card is of the desk's deals in a request, of one own trade, or of somebody's trade on the tape. */
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
  /** The row that is chosen. */
  readonly selectedRfq: RfqChoice | undefined
  /** The ticket beside the table: that of the chosen row, as soon as the choice has been drawn. */
  readonly ticketRfq: RfqChoice | undefined
  /** The beginning of the builder. */
  readonly builderStart: BuilderStart | undefined
  /** The subject of the post-trade card. */
  readonly tradeCard: TradeCardOf | undefined
  /** Of which venue the default accounts are shown. */
  readonly accountsVenue: VenueCode | undefined
  /** On a narrow screen, where it lies over the page. */
  readonly isSidebarShown: boolean
  /** On a wide screen, where it stands beside the page. */
  readonly isSidebarFolded: boolean
  readonly isBottomShown: boolean
  /** The RFQ in whose ticket the keyboard goes on, as soon as it stands there. */
  readonly ticketFocus: string | undefined
  /** The requests that wait for this desk's first price, the most urgent first. */
  readonly newRequests: readonly RfqChoice[]
  /** A tab of the bottom panel that somebody asks for from elsewhere. */
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
/** For the next person at this desk. */
export const resetScreen = (): void => useScreen.setState(fresh(), true)

const set = useScreen.setState
export const chooseCurrency = (currency: Currency): void => set({ currency })
export const chooseVenue = (venue: VenueChoice): void => set({ venue })
export const openDialog = (dialog: OpenDialog): void => set({ dialog })
export const closeDialog = (): void => set({ dialog: undefined, builderStart: undefined, tradeCard: undefined })
const chosen = (rfq: RfqChoice | undefined) => ({ selectedRfq: rfq, ticketRfq: rfq })
export const selectRfq = (rfq: RfqChoice | undefined): void => set(chosen(rfq === undefined ? undefined : choiceOf(rfq)))
/** By a hand in a list: a ticket takes longer to build than a frame, so the row is drawn before it. */
export function chooseRow(rfq: RfqChoice): void {
  set({ selectedRfq: choiceOf(rfq) })
  requestAnimationFrame(() => setTimeout(showChosenTicket))
}
/** Another press meanwhile means the row that is chosen. */
export const showChosenTicket = (): void =>
  set((state) => (state.ticketRfq === state.selectedRfq ? state : { ticketRfq: state.selectedRfq }))
/** A choice goes with the table it was made in. */
export const chooseFlow = (flow: Flow): void =>
  set(({ selectedRfq }) => ({
    flow,
    ...chosen(flow === 'ALL' || flow === selectedRfq?.audience ? selectedRfq : undefined),
  }))
export const wantTicketFocus = (ticketFocus: string | undefined): void => set({ ticketFocus })
export const showNewRequests = (newRequests: readonly RfqChoice[]): void => set({ newRequests: newRequests.map(choiceOf) })
/** With the keyboard in it; where nothing else is new the ticket stays. */
export function goToNextNew(after: string): void {
  const next = useScreen.getState().newRequests.find(({ id }) => id !== after)
  if (next !== undefined) set({ ...chosen(next), ticketFocus: next.id })
}
function showTableOf({ audience }: RfqChoice): void {
  const { flow } = useScreen.getState()
  if (flow !== 'ALL') chooseFlow(audience)
}
/** Into its ticket, in a table that shows it. */
export function goToRfq(rfq: RfqChoice): void {
  showTableOf(rfq)
  selectRfq(rfq)
}
/** The same by a hand in another list. */
export function goToRow(rfq: RfqChoice): void {
  showTableOf(rfq)
  chooseRow(rfq)
}
export const startBuilder = (builderStart: BuilderStart): void => set({ builderStart, dialog: 'new-rfq' })
/** The press is answered by the row or the button that was pressed, and the card is built behind that frame, as a ticket is. */
export const openTradeCard = (tradeCard: TradeCardOf): void =>
  void requestAnimationFrame(() => setTimeout(() => set({ tradeCard, dialog: 'trade' })))
export const chooseDefaultAccounts = (accountsVenue: VenueCode): void => set({ accountsVenue, dialog: 'default-accounts' })
export const showSidebar = (isSidebarShown: boolean): void => set({ isSidebarShown })
export const foldSidebar = (isSidebarFolded: boolean): void => set({ isSidebarFolded })
export const showTab = (wantedTab: string): void => set({ wantedTab, isBottomShown: true })
export const showBottom = (isBottomShown: boolean): void => set({ isBottomShown })
