import { type Funding, fundingRate } from '@parley/core'
import { StatusBadge } from '../../components/Badge.tsx'
import { useFeeds } from '../../live/feeds.ts'
import { useNow } from '../../live/use-live.ts'
import { useSpreadProducts } from '../../live/spread-products.ts'
import { useVenueStates, venuePausedReason } from '../../live/venue-states.ts'
import { ink } from '../../theme/ink.ts'
import { groupedText } from '../../components/figure-text.ts'
import { Ladder } from './Ladder.tsx'
import type { SpreadLeg, Strategy } from './model.ts'
import { OrderEntry } from './OrderEntry.tsx'
import styles from './SpreadTicket.module.css'
import { amountUnit, fundingText, legRateText, rateText, shortAmount, spreadPriceText, strategyName } from './strategy-text.ts'
import { TicketPosition } from './TicketPosition.tsx'
import { useOrderEntry } from './use-order-entry.ts'
import { useHasEnded, useValue } from './use-spreads.ts'

/** The ticket of one spread: its legs, its ladder with the implied prices, and the order entry. */
export function SpreadTicket({ strategy }: { readonly strategy: Strategy }) {
  const entry = useOrderEntry(strategy)
  return (
    <div className={styles['ticket']}>
      <Ladder strategy={strategy} entry={entry} />
      <div className={styles['form']}>
        <Head strategy={strategy} />
        <OrderEntry strategy={strategy} entry={entry} />
        <TicketPosition strategy={strategy} />
      </div>
    </div>
  )
}

function Head({ strategy }: { readonly strategy: Strategy }) {
  const value = useValue(strategy.id)
  const hasEnded = useHasEnded(strategy.id)
  const isPaused = useVenueStates((states) => venuePausedReason([strategy.productCode], states) !== undefined)
  const isConnected = useFeeds(({ SPREADS }) => SPREADS.state === 'OPEN')
  const state = hasEnded ? 'Ended' : !isConnected ? 'Offline' : isPaused ? 'Paused' : value?.band === undefined ? 'No marks' : 'Open'
  const product = useSpreadProducts(({ data }) => data?.get(strategy.productCode))
  return (
    <header className={styles['head']}>
      <div className={styles['title']}>
        <h2>{strategyName(strategy)}</h2>
        <StatusBadge tone={state === 'Open' ? 'open' : 'warn'}>{state}</StatusBadge>
      </div>
      <p className={styles['terms']}>
        <span title={product?.longName}>
          {strategy.venue} · {product?.shortName ?? strategy.currency} · tick {spreadPriceText(strategy.tick, strategy)}
        </span>
        <span>
          min block {shortAmount(strategy.minimum)} {amountUnit(strategy)}
        </span>
      </p>
      <table className={styles['legs']} aria-label="Legs when buying">
        <tbody>
          <Leg sign="−1" tone="minus" leg={strategy.near} mark={value?.nearMark} index={value?.index} />
          {strategy.near.expiresAt === undefined && <FundingLine funding={value?.funding} />}
          <Leg sign="+1" tone="plus" leg={strategy.far} mark={value?.farMark} index={value?.index} />
        </tbody>
      </table>
    </header>
  )
}

type LegProps = {
  readonly sign: string
  readonly tone: 'plus' | 'minus'
  readonly leg: SpreadLeg
  readonly mark: number | undefined
  readonly index: number | undefined
}

const MARK_DECIMALS = 1

function Leg({ sign, tone, leg, mark, index }: LegProps) {
  const now = useNow(60_000)
  return (
    <tr className={styles['leg']}>
      <td className={styles[tone]}>{sign}</td>
      <td>{leg.name}</td>
      <td className={ink.market}>{mark === undefined ? '—' : groupedText(mark, MARK_DECIMALS)}</td>
      <td title="Annualised premium to the index">{legRateText(leg, mark, index, now)}</td>
    </tr>
  )
}

/** The funding of the perpetual, for comparison with the basis of the future. */
function FundingLine({ funding }: { readonly funding: Funding | undefined }) {
  const now = useNow(1_000)
  return (
    <tr className={styles['funding']}>
      <td colSpan={4}>
        <span>
          <span className={ink.market}>Funding {funding === undefined ? '—' : fundingText(funding, now)}</span>
          <span title="Annualised funding rate. When it is positive, longs pay shorts.">
            {rateText(funding === undefined ? undefined : fundingRate(funding))}
          </span>
        </span>
      </td>
    </tr>
  )
}
