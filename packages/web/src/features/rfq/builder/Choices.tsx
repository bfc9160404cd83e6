import { venueCodes, venues } from '@parley/core'
import { Button } from '../../../components/Button.tsx'
import { Kbd } from '../../../components/Kbd.tsx'
import { Segmented } from '../../../components/Segmented.tsx'
import { currenciesOf, type OpenMarket, useSeenVenues, venuesOf } from '../../../live/open-markets.ts'
import type { Comparing } from './use-comparing.tsx'
import type { BuilderAction, BuilderForm } from './builder-form.ts'
import type { Instruments } from './chain.ts'
import styles from './RfqBuilder.module.css'
import { StructureList } from './StructureList.tsx'
import { offeredIn } from './suggest.ts'

type ChoicesProps = {
  readonly form: BuilderForm
  readonly name: string
  /** The open markets. */
  readonly markets: readonly OpenMarket[]
  readonly instruments: Instruments
  readonly act: (action: BuilderAction) => void
  readonly onChoose: (name: string) => void
  readonly comparing: Pick<Comparing, 'open' | 'reason'>
}

/** Venue, currency and structure. */
export function Choices({ form, name, markets, instruments, act, onChoose, comparing }: ChoicesProps) {
  const seen = useSeenVenues()
  return (
    <nav className={styles['left']} aria-label="Structure">
      <div className={styles['choice']}>
        <p className={styles['label']}>Venue</p>
        <Segmented
          label="Venue"
          value={form.venue}
          options={venueOptions(markets, seen)}
          onChange={(venue) => act({ kind: 'marketChosen', market: markets.find((market) => market.venue === venue)! })}
        />
        <Button size="small" className={styles['compare']} keyOf="compareVenues" disabledReason={comparing.reason} onClick={comparing.open}>
          Compare venues <Kbd of="compareVenues" />
        </Button>
      </div>
      <div className={styles['choice']}>
        <p className={styles['label']}>Currency</p>
        <Segmented
          label="Currency"
          value={form.currency}
          options={currenciesOf(markets.filter(({ venue }) => venue === form.venue)).map((currency) => ({
            value: currency,
            label: currency,
          }))}
          onChange={(currency) => act({ kind: 'marketChosen', market: { venue: form.venue, currency } })}
        />
      </div>
      <p className={styles['label']}>Structure</p>
      <StructureList offered={offeredIn(instruments)} chosen={form.isExample ? undefined : name} onChoose={onChoose} />
    </nav>
  )
}

function venueOptions(markets: readonly OpenMarket[], seen: (venue: string) => boolean) {
  const open = venuesOf(markets)
  const closed = venueCodes.filter((venue) => seen(venue) && !open.includes(venue)).toSorted((a, b) => b.localeCompare(a))
  return [
    ...open.map((venue) => ({ value: venue, label: venues[venue].displayCode })),
    ...closed.map((venue) => ({
      value: venue,
      label: venues[venue].displayCode,
      disabledReason: `${venues[venue].name} is not connected in this version.`,
    })),
  ]
}
