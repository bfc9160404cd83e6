import { directRfqCalls } from '@parley/contracts'
import { product, structureMark } from '@parley/core'
import { useMemo } from 'react'
import { Kbd } from '../../../components/Kbd.tsx'
import { useInstruments } from '../../../live/instruments.ts'
import { usePages } from '../../../live/loadable.ts'
import { firstMarket, useOpenMarkets } from '../../../live/open-markets.ts'
import { startBuilder, useScreen } from '../../../live/screen-state.ts'
import { useSnapshot } from '../../../live/use-snapshot.ts'
import { useMarks, useNow } from '../../../live/use-live.ts'
import { groupedText } from '../../../components/figure-text.ts'
import { type ReadyLine, readyLines } from '../../rfq/builder/ready-lines.ts'
import { useMarkOf } from '../../structure/use-structure.ts'
import styles from './ReadyLines.module.css'

const HOUR_MS = 3_600_000
const none = new Map()

/** Three example RFQs that could be sent now. A click opens the builder with one of them and sends nothing. */
export function ReadyLines() {
  const markets = useOpenMarkets()
  const chosen = useScreen(({ currency }) => currency)
  const { venue, currency } = markets.find((market) => market.currency === chosen) ?? firstMarket(markets)
  const instruments = useInstruments(venue, markets.length === 0 ? undefined : currency)
  const marks = useMarks()
  const now = useNow(HOUR_MS)
  const makers = usePages(directRfqCalls.listCounterparties, `makers ${venue}`, { query: { group: 'LP', venues: [venue] } })
  const listed = instruments.state === 'LOADED' ? instruments.data : none
  // Marks are used only to choose strikes. An example must not change while the user is about to click it.
  const hasMarks = [...listed.keys()].some((id) => marks.has(id))
  const marksThen = useSnapshot(marks, [listed, hasMarks, currency, now])
  const lines = useMemo(() => (hasMarks ? readyLines(listed, marksThen, currency, now) : []), [listed, hasMarks, marksThen, currency, now])
  const count = makers.rows.state === 'LOADED' ? makers.rows.data.length : undefined
  return (
    <ul className={styles['lines']} aria-label="Example RFQs" aria-busy={lines.length === 0}>
      {lines.map((one) => (
        <li key={one.line}>
          <Line {...one} market={{ venue, baseCurrency: currency }} makers={count} />
        </li>
      ))}
    </ul>
  )
}

type LineProps = ReadyLine & {
  readonly market: { readonly venue: string; readonly baseCurrency: string }
  /** Undefined while loading. */
  readonly makers: number | undefined
}

function Line({ line, structure, market, makers }: LineProps) {
  const { markOf } = useMarkOf(market)
  const mark = structureMark(structure, markOf)?.markPrice
  const decimals = product(structure.legs[0]?.instrument.productCode ?? '')?.pricePrecision ?? 4
  return (
    <button type="button" className={styles['line']} onClick={() => startBuilder({ kind: 'text', text: line })}>
      <b>{line}</b>
      <span>{`mark ${mark === undefined ? '—' : groupedText(mark, decimals)}`}</span>
      <span className={styles['ask']}>
        {makers === undefined ? 'Ask makers' : `Ask ${makers} ${makers === 1 ? 'maker' : 'makers'}`} <Kbd of="enter" isSilent />
      </span>
    </button>
  )
}
