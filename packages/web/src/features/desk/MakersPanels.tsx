import { expiryText, type Instrument, priceToNumber, strikeText, type Structure } from '@parley/core'
import type { DirectRfq } from '../../live/audiences.ts'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { IconButton } from '../../components/Button.tsx'
import { useWidth } from '../../components/use-width.ts'
import { Segmented } from '../../components/Segmented.tsx'
import { useInstruments } from '../../live/instruments.ts'
import { keptText, useKept } from '../../live/use-kept-setting.ts'
import { useMarks, useNow } from '../../live/use-live.ts'
import { structureOfRfq } from '../structure/structure-of-rfq.ts'
import { useTypedQuote, type TypedQuote } from '../rfq/ticket/typed-quote.ts'
import { smileOf } from '../market-data/smile.ts'
import { VolSmile, type SmileVol } from '../market-data/VolSmile.tsx'
import styles from './Desk.module.css'
import { Inventory } from './Inventory.tsx'

/** The vol smile behind the selected RFQ, and the current positions of the desk. */
export function MakersPanels({ rfq }: { readonly rfq: DirectRfq }) {
  const [shown, setShown] = useKept('makers-day', 'open', keptText(['open', 'closed']))
  const instruments = useInstruments(rfq.venue, rfq.baseCurrency)
  const typed = useTypedQuote((state) => state.quote)
  const quote = typed?.rfqId === rfq.id ? typed : undefined
  const { legs } = rfq
  const structure = useMemo(
    () => (instruments.state === 'LOADED' ? structureOfRfq({ legs }, instruments.data) : undefined),
    [legs, instruments],
  )
  if (instruments.state !== 'LOADED' || structure === undefined) return null
  const hasOptions = structure.legs.some((leg) => leg.instrument.kind === 'OPTION')
  const isOpen = shown === 'open'
  const fold = (
    <IconButton
      label={isOpen ? 'Hide vol smile and inventory' : 'Show vol smile and inventory'}
      aria-expanded={isOpen}
      onClick={() => setShown(isOpen ? 'closed' : 'open')}
    >
      {isOpen ? <ChevronDown size={15} /> : <ChevronUp size={15} />}
    </IconButton>
  )
  if (!isOpen)
    return (
      <div className={styles['folded']}>
        <span>Vol smile and inventory</span>
        {fold}
      </div>
    )
  return (
    <div className={styles['day']}>
      {hasOptions && <SmilePanel rfq={rfq} structure={structure} instruments={instruments.data} quote={quote} />}
      <section className={styles['panel']} aria-label="Inventory">
        <header className={styles['head']}>
          <h2>{`Inventory · ${rfq.baseCurrency}`}</h2>
          <span>live</span>
          {fold}
        </header>
        <div className={styles['scroll']} tabIndex={0} role="group" aria-label="Greeks by expiry">
          <Inventory rfq={rfq} structure={structure} instruments={instruments.data} quote={quote} />
        </div>
      </section>
    </div>
  )
}

type SmilePanelProps = {
  readonly rfq: DirectRfq
  readonly structure: Structure
  readonly instruments: ReadonlyMap<number, Instrument>
  readonly quote: TypedQuote | undefined
}

const REDRAW_MS = 5_000
const PADDING_PX = 16
const LEAST_PX = 240

function SmilePanel({ rfq, structure, instruments, quote }: SmilePanelProps) {
  const options = structure.legs.map((leg) => leg.instrument).filter((one) => one.kind === 'OPTION')
  const expiries = [...new Set(options.map((one) => one.expiresAt!))].sort((a, b) => a - b)
  const [chosen, setChosen] = useState(expiries[0]!)
  const panel = useRef<HTMLElement>(null)
  const width = useWidth(panel)
  const marks = useMarks()
  const now = Math.floor(useNow(1_000) / REDRAW_MS) * REDRAW_MS
  const own = options.filter((one) => one.expiresAt === chosen)
  const kept = new Set(own.map((one) => priceToNumber(one.strike!)))
  const smile = smileOf(instruments.values(), marks, chosen, kept, now)
  const mine = own.map((one): SmileVol => {
    const vol = quote?.vols.get(one.id)
    const strike = priceToNumber(one.strike!)
    return { strike, name: `${strikeText(strike, 1)} ${one.optionKind === 'CALL' ? 'C' : 'P'}`, bid: vol?.bid, ask: vol?.ask }
  })
  return (
    <section ref={panel} className={styles['panel']} aria-label="Vol smile">
      <header className={styles['head']}>
        <h2>{`Vol smile · ${rfq.baseCurrency}${expiries.length === 1 ? ` ${expiryText(chosen)}` : ''}`}</h2>
        <span className={styles['key']}>
          <i className={styles['keyMark']} /> mark <i className={styles['keyBand']} /> venue <i className={styles['keyMine']} />{' '}
          {quote?.isOpen === true ? 'my quote' : 'as typed'}
        </span>
      </header>
      {expiries.length > 1 && (
        <div className={styles['choice']}>
          <Segmented
            label="Smile expiry"
            value={String(chosen)}
            options={expiries.map((at) => ({ value: String(at), label: expiryText(at) }))}
            onChange={(at) => setChosen(expiries.find((one) => String(one) === at) ?? chosen)}
          />
        </div>
      )}
      {smile === undefined ? (
        <p className={styles['note']}>The smile appears when this expiry has mark prices.</p>
      ) : (
        <div className={styles['picture']}>
          <VolSmile smile={smile} mine={mine} width={Math.max(width - PADDING_PX, LEAST_PX)} />
        </div>
      )}
    </section>
  )
}
