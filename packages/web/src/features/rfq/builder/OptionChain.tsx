import { useEffect, useRef, useState } from 'react'
import type { MarkView } from '@parley/contracts'
import { type Instrument, product, type Side, withCommas } from '@parley/core'
import { LineChart } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { useIsNarrow } from '../../../components/use-media.ts'
import { useOneStop } from '../../../components/use-one-stop.ts'
import { Skeleton } from '../../../components/Skeleton.tsx'
import { classNames } from '../../../theme/class-names.ts'
import { ink } from '../../../theme/ink.ts'
import type { FormLeg } from './builder-form.ts'
import { groupedText } from '../../../components/figure-text.ts'
import { atTheMoney, forwardOf, type ChainRow, type Expiry, type Marks } from './chain.ts'
import styles from './OptionChain.module.css'

export type OptionChainProps = {
  readonly expiries: readonly Expiry[]
  readonly expiry: number | undefined
  readonly rows: readonly ChainRow[]
  readonly marks: Marks
  readonly legs: readonly FormLeg[]
  /** The legs are an example and were not chosen by the user. */
  readonly isExample: boolean
  readonly isLoading: boolean
  readonly onExpiry: (at: number) => void
  readonly onPrice: (instrumentId: number, side: Side) => void
  readonly onFuture: () => void
}

const PANEL = 'option-chain-strikes'

/** Columns that a phone has no room for. */
const details: ReadonlySet<string> = new Set(['Δ', 'IV', 'Mark'])

const NoOptions = ({ onFuture }: Pick<OptionChainProps, 'onFuture'>) => (
  <Empty
    icon={LineChart}
    title="No options listed"
    text="The venue lists only futures for this coin."
    action={<Button onClick={onFuture}>Choose a future</Button>}
  />
)

/** Expiries above, strikes below: calls left, puts right. A click on an ask buys one, and on a bid sells one. */
export function OptionChain(props: OptionChainProps) {
  const { rows, marks, expiries, expiry } = props
  const forward = forwardOf(rows, marks)
  const money = atTheMoney(rows, forward)
  const chosen = expiries.find((one) => one.at === expiry)
  const { strikes, tabs, prices, expiryStop } = useScrollers(expiry, `${rows.length} ${forward !== undefined}`, expiries.length)
  const isNarrow = useIsNarrow()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isNarrow && !isWhole ? nearRows(rows, money, props.legs) : rows
  return (
    <section className={classNames(styles['chain'], props.isExample && styles['example'])} aria-label="Option chain">
      <div ref={tabs} {...expiryStop} className={styles['expiries']} role="tablist" aria-label="Expiry">
        {expiries.map((one) => (
          <button
            key={one.at}
            type="button"
            role="tab"
            tabIndex={-1}
            aria-selected={one.at === expiry}
            aria-controls={PANEL}
            className={classNames(styles['expiry'], one.at === expiry && styles['chosen'])}
            onClick={() => props.onExpiry(one.at)}
          >
            <span>{one.text}</span>
            <small>
              {one.days < 1 ? '<1' : Math.floor(one.days)}d{one.vol === undefined ? '' : ` · ${one.vol.toFixed(1)}`}
            </small>
          </button>
        ))}
      </div>
      <div className={styles['words']}>
        <strong>Calls</strong>
        <span>
          {forward !== undefined && (
            <>
              Forward <b>{withCommas(forward.toFixed(1))}</b> · ATM vol {chosen?.vol?.toFixed(1) ?? '—'} · click a price:{' '}
              <i className={styles['ask']}>ask</i> buys one, <i className={styles['bid']}>bid</i> sells one
            </>
          )}
        </span>
        <strong>Puts</strong>
      </div>
      <div ref={strikes} {...prices} className={styles['scroll']} role="tabpanel" id={PANEL} aria-label="Strikes">
        {props.isLoading ? (
          <Skeleton lines={12} label="Loading the chain" />
        ) : rows.length === 0 ? (
          <NoOptions onFuture={props.onFuture} />
        ) : (
          <table className={styles['table']}>
            <Heads />
            <tbody>
              {shown.map((row) => (
                <tr key={row.strike} data-money={row === money ? '' : undefined} className={row === money ? styles['money'] : undefined}>
                  <Half row={row} side="call" {...props} isInTheMoney={forward !== undefined && row.strike < forward} />
                  <td className={styles['strike']}>{withCommas(String(row.strike))}</td>
                  <Half row={row} side="put" {...props} isInTheMoney={forward !== undefined && row.strike > forward} />
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {shown.length < rows.length && (
          <Button kind="quiet" className={styles['whole']} onClick={() => setIsWhole(true)}>
            {`All ${rows.length} strikes`}
          </Button>
        )}
      </div>
    </section>
  )
}

/** On each side of the money, on a phone. */
const NEAR_ROWS = 4

/** The rows around the money, and those with a leg. */
function nearRows(rows: readonly ChainRow[], money: ChainRow | undefined, legs: readonly FormLeg[]): readonly ChainRow[] {
  const middle = money === undefined ? 0 : rows.indexOf(money)
  const hasLeg = (row: ChainRow) => legs.some(({ instrumentId }) => instrumentId === row.call?.id || instrumentId === row.put?.id)
  return rows.filter((row, place) => Math.abs(place - middle) <= NEAR_ROWS || hasLeg(row))
}

/** The expiries and strikes: one tab stop each, with the selection or the money scrolled into view. */
function useScrollers(expiry: number | undefined, keyOfStrikes: string, expiryCount: number) {
  const strikes = useInView<HTMLDivElement>('tr[data-money]', `${expiry} ${keyOfStrikes}`)
  const tabs = useInView<HTMLDivElement>('[aria-selected="true"]', `${expiry} ${expiryCount}`)
  const prices = useOneStop(strikes, '[data-price]', 'tr[data-money] [data-price]')
  const expiryStop = useOneStop(tabs, '[role=tab]', '[aria-selected="true"]')
  return { strikes, tabs, prices, expiryStop }
}

/**
 * Scrolls one element to the middle of its container, and nothing around it: on mount and when `key` changes. A dialog is laid out only after its
 * content is mounted.
 */
function useInView<Scroller extends HTMLElement>(selector: string, key: string) {
  const scroller = useRef<Scroller>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const box = scroller.current
      const wanted = box?.querySelector<HTMLElement>(selector)
      if (box === null || wanted == null) return
      const [around, inside] = [box.getBoundingClientRect(), wanted.getBoundingClientRect()]
      box.scrollTop += inside.top + inside.height / 2 - around.top - around.height / 2
      box.scrollLeft += inside.left + inside.width / 2 - around.left - around.width / 2
    })
    return () => cancelAnimationFrame(frame)
  }, [selector, key])
  return scroller
}

const heads = ['Δ', 'IV', 'Bid', 'Mark', 'Ask', '', 'Strike', '', 'Bid', 'Mark', 'Ask', 'IV', 'Δ'] as const

const Heads = () => (
  <thead>
    <tr>
      {heads.map((head, at) => (
        <th key={at} scope="col" className={details.has(head) ? styles['detail'] : undefined}>
          {head === '' ? <span className="visually-hidden">Legs</span> : head}
        </th>
      ))}
    </tr>
  </thead>
)

function Half({
  row,
  side,
  marks,
  legs,
  onPrice,
  isInTheMoney,
}: OptionChainProps & { readonly row: ChainRow; readonly side: 'call' | 'put'; readonly isInTheMoney: boolean }) {
  const instrument = row[side]
  const mark = instrument === undefined ? undefined : marks.get(instrument.id)
  const leg = legs.find((one) => one.instrumentId === instrument?.id)
  const ground = classNames(
    isInTheMoney && styles['inside'],
    leg?.side === 'BUY' && styles['bought'],
    leg?.side === 'SELL' && styles['sold'],
  )
  const figures = [
    <td key="delta" className={classNames(ground, styles['detail'], ink.market)}>
      {mark?.delta == null ? '—' : signed(Number(mark.delta))}
    </td>,
    <td key="iv" className={classNames(ground, styles['detail'], ink.market)}>
      {mark?.mark_iv == null ? '—' : Number(mark.mark_iv).toFixed(1)}
    </td>,
    <PriceCell key="bid" instrument={instrument} mark={mark} which="bid" className={ground} onPrice={onPrice} />,
    <td key="mark" className={classNames(ground, styles['mark'], styles['detail'], ink.market)}>
      {mark === undefined || instrument === undefined ? '—' : groupedText(Number(mark.mark_price), decimalsOf(instrument))}
    </td>,
    <PriceCell key="ask" instrument={instrument} mark={mark} which="ask" className={ground} onPrice={onPrice} />,
  ]
  const badge = (
    <td key="leg" className={styles['leg']}>
      {leg !== undefined && (
        <span className={leg.side === 'BUY' ? styles['plus'] : styles['minus']}>
          {leg.side === 'BUY' ? '+' : '−'}
          {leg.ratio}
        </span>
      )}
    </td>
  )
  const [delta, iv, bid, mid, ask] = figures
  return side === 'call' ? [delta, iv, bid, mid, ask, badge] : [badge, bid, mid, ask, iv, delta]
}

const decimalsOf = ({ productCode }: Instrument): number => product(productCode)?.pricePrecision ?? 4

function PriceCell(props: {
  readonly instrument: Instrument | undefined
  readonly mark: MarkView | undefined
  readonly which: 'bid' | 'ask'
  readonly className: string
  readonly onPrice: OptionChainProps['onPrice']
}) {
  const { instrument, mark, which } = props
  const price = which === 'bid' ? mark?.bid_price : mark?.ask_price
  if (instrument === undefined) return <td className={props.className}>—</td>
  return (
    <td className={props.className}>
      <button
        type="button"
        tabIndex={-1}
        data-price
        className={classNames(styles['price'], styles[which], ink.market)}
        aria-label={`${which === 'ask' ? 'Buy' : 'Sell'} one ${instrument.name}`}
        onClick={() => props.onPrice(instrument.id, which === 'ask' ? 'BUY' : 'SELL')}
      >
        {price == null ? '—' : groupedText(Number(price), decimalsOf(instrument))}
      </button>
    </td>
  )
}

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
