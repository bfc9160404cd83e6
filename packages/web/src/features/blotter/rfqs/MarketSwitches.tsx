import { venueCodes, venues } from '@parley/core'
import { Segmented } from '../../../components/Segmented.tsx'
import { Select } from '../../../components/Select.tsx'
import { useIsNarrow } from '../../../components/use-media.ts'
import { audienceLook, audiences } from '../../../live/audiences.ts'
import { currenciesOf, type OpenMarket, useOpenMarkets, useSeenVenues, venuesOf } from '../../../live/open-markets.ts'
import { useVenueStates, venueLabel } from '../../../live/venue-states.ts'
import { chooseCurrency, chooseFlow, chooseVenue, type Flow, useScreen, type VenueChoice } from '../../../live/screen-state.ts'
import styles from './MarketSwitches.module.css'

type Option<Value> = { readonly value: Value; readonly label: string; readonly disabledReason?: string }

const flows: readonly Option<Flow>[] = [
  { value: 'ALL', label: 'All' },
  ...audiences.map((audience) => ({ value: audience, label: audienceLook[audience].name })),
]

const currencyOptions = (markets: readonly OpenMarket[]): readonly Option<string>[] => [
  { value: 'ALL', label: 'All' },
  ...currenciesOf(markets).map((currency) => ({ value: currency, label: currency })),
]

/** Open venues first. The others are marked as not open. */
function venueOptions(
  markets: readonly OpenMarket[],
  seen: (venue: string) => boolean,
  states: ReturnType<typeof useVenueStates.getState>,
): readonly Option<VenueChoice>[] {
  const open = venuesOf(markets)
  const settling = open.map((venue) => venues[venue].name).join(' and ')
  const closed = venueCodes.filter((venue) => seen(venue) && !open.includes(venue)).toSorted((a, b) => b.localeCompare(a))
  return [
    { value: 'ALL', label: 'All venues' },
    ...open.map((venue) => ({ value: venue, label: venueLabel(venues[venue].displayCode, venue, states) })),
    ...closed.map((venue) => ({
      value: venue,
      label: venues[venue].displayCode,
      disabledReason: `${venues[venue].name} is not available in this version. RFQs settle at ${settling}.`,
    })),
  ]
}

/** On a phone it has its own line above the cards. */
export function FlowSwitch() {
  const flow = useScreen((state) => state.flow)
  return <Segmented label="Flow" value={flow} options={flows} onChange={chooseFlow} />
}

type ChoiceProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly onChange: (value: Value) => void
}

/** A segmented control if one venue is open. With more venues the header has no room, and it becomes a list. */
function HeaderChoice<Value extends string>({ isList, ...props }: ChoiceProps<Value> & { readonly isList: boolean }) {
  if (!isList) return <Segmented {...props} />
  const { label, value, options, onChange } = props
  const offered = options.map((option) => ({ ...option, disabled: option.disabledReason !== undefined }))
  return <Select aria-label={label} size="small" className={styles['switch']} value={value} options={offered} onChange={onChange} />
}

export function MarketSwitches() {
  const currency = useScreen((state) => state.currency)
  const venue = useScreen((state) => state.venue)
  const markets = useOpenMarkets()
  const seen = useSeenVenues()
  const states = useVenueStates()
  const isNarrow = useIsNarrow()
  const isList = !isNarrow && venuesOf(markets).length > 1
  return (
    <>
      <HeaderChoice isList={isList} label="Currency" value={currency} options={currencyOptions(markets)} onChange={chooseCurrency} />
      {isList && <HeaderChoice isList label="Venue" value={venue} options={venueOptions(markets, seen, states)} onChange={chooseVenue} />}
      {!isNarrow && <FlowSwitch />}
    </>
  )
}
