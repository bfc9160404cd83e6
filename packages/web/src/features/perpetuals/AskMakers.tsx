import { quantityToNumber, RFQ_LIFETIME_MS } from '@parley/core'
import { Button } from '../../components/Button.tsx'
import { useInstruments } from '../../live/instruments.ts'
import { startBuilder } from '../../live/screen-state.ts'
import { groupedText } from '../../components/figure-text.ts'
import { useNewRfqReason } from '../../live/trade-reasons.ts'
import type { Market } from './model.ts'
import styles from './PerpetualTicket.module.css'
import { useBook } from './use-perpetuals.ts'

const VENUE = 'PRDX'
const DECIMALS = 3

/** A block RFQ in the same perpetual. It opens the builder with the venue of this account. */
export function AskMakers({ market }: { readonly market: Market }) {
  const { bids, asks } = useBook(market.name)
  const instruments = useInstruments(VENUE, market.base)
  const stopped = useNewRfqReason()
  const instrument = instruments.state === 'LOADED' ? [...instruments.data.values()].find(({ name }) => name === market.name) : undefined
  const unlisted = instruments.state === 'LOADED' ? `Block RFQs in ${market.name} are not available.` : 'The contract is loading.'
  const shown = (levels: typeof bids) =>
    groupedText(
      levels.reduce((sum, { amount }) => sum + quantityToNumber(amount), 0),
      DECIMALS,
    )
  const ask = (instrumentId: number) =>
    startBuilder({
      kind: 'copy',
      copy: {
        ...{ venue: VENUE, baseCurrency: market.base, legs: [{ instrumentId, side: 'BUY', ratio: '1' }], isHedged: false },
        ...{ quantity: '', makers: [], isAnonymous: false, takerSide: undefined, goodForMs: RFQ_LIFETIME_MS },
      },
    })
  return (
    <section className={styles['makers']} aria-label="Makers">
      <p>
        <b>Too big for the book?</b>{' '}
        <span className={styles['muted']}>
          It has {shown(bids)} {market.base} bid and {shown(asks)} {market.base} offered. Ask makers for a block price.
        </span>
      </p>
      <Button
        disabledReason={stopped ?? (instrument === undefined ? unlisted : undefined)}
        onClick={() => instrument !== undefined && ask(instrument.id)}
      >
        Ask makers
      </Button>
    </section>
  )
}
