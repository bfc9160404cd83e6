/** The flow, currency and venue that a user looked at last, saved in the browser per user. */
import { keep, read } from '../live/browser-store.ts'
import { chooseCurrency, chooseFlow, chooseVenue, type Flow, useScreen, type VenueChoice } from '../live/screen-state.ts'

const keyOf = (what: 'flow' | 'currency' | 'venue', userId: string): string => `${what}-filter:${userId}`
const flows: readonly Flow[] = ['ALL', 'DIRECT', 'ORDER_BOOK']

export const parseFlow = (text: string | undefined): Flow => flows.find((flow) => flow === text) ?? 'DIRECT'
/** Falls back to all of them if the saved value is no longer offered. */
export const parseOffered = <Choice extends string>(text: string | undefined, offered: readonly Choice[]): Choice | 'ALL' =>
  offered.find((choice) => choice === text) ?? 'ALL'

type Offered = { readonly currencies: readonly string[]; readonly venues: readonly Exclude<VenueChoice, 'ALL'>[] }

/** Applies while a user is signed in. */
export function followFilters(userId: string, { currencies, venues }: Offered): () => void {
  chooseFlow(parseFlow(read(keyOf('flow', userId))))
  chooseCurrency(parseOffered(read(keyOf('currency', userId)), currencies))
  chooseVenue(parseOffered(read(keyOf('venue', userId)), venues))
  return useScreen.subscribe((now, before) => {
    for (const what of ['flow', 'currency', 'venue'] as const) if (now[what] !== before[what]) keep(keyOf(what, userId), now[what])
  })
}
