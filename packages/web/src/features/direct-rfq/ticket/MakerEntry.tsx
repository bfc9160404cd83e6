import { accountCalls, directRfqCalls, type OrderView, type RfqView } from '@parley/contracts'
import type { Structure } from '@parley/core'
import { useState } from 'react'
import { viewOnlyReason } from '../../../app/view-only.ts'
import { Button } from '../../../components/Button.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import { Segmented } from '../../../components/Segmented.tsx'
import { useOnce } from '../../../live/loadable.ts'
import { useUser } from '../../../live/session.ts'
import { restingOf } from '../../../live/book.ts'
import { useIndex, useMarks, useNow, useRfqOrders, useStructureMark } from '../../../live/use-live.ts'
import { markFromWire } from '../../market-data/mark-from-wire.ts'
import { groupedText, signedText } from '../../market-data/figure-text.ts'
import { priceDecimals, priceText, quantityText, ratioText } from '../structure-text.ts'
import { priceFromText, priceFromVols, volsAround, wireLegsOf, type LegVols, type MakerSide, type SidePrice } from './maker-form.ts'
import { Progress, useOrderSending } from './Progress.tsx'
import styles from './Entry.module.css'

type MakerEntryProps = {
  readonly rfq: RfqView
  readonly structure: Structure
  readonly tick: string
  readonly minimum: string
  readonly increment: string
}

const USUAL_WIDTH = '1.0'

/** Two-way price entry: from vol or as a price; quoting again replaces what is open. */
export function MakerEntry({ rfq, structure, tick, minimum, increment }: MakerEntryProps) {
  const maker = useMakerForm(rfq, structure)
  const open = openQuotes(useRfqOrders(rfq.id))
  const sending = useOrderSending(rfq.id)
  const user = useUser()
  const account = useDefaultAccount()
  const decimals = priceDecimals(rfq)
  const closed = viewOnlyReason(user) ?? (rfq.state === 'OPEN' ? undefined : 'This RFQ is closed.')
  const reason = closed ?? (account === undefined ? 'Your desk has no account at this venue.' : (maker.reason ?? crossed(maker.sides)))

  const quote = async () => {
    for (const side of ['BUY', 'SELL'] as const) {
      const { price, legPrices } = maker.sides[side]
      if (price === undefined || account === undefined) continue
      const legs = wireLegsOf(structure, legPrices)
      const quantity = maker.quantity[side]
      const words = `${side === 'BUY' ? 'Bid' : 'Ask'} ${quantity} @ ${price}`
      const held = open[side]
      if (held === undefined)
        await sending.send(words, directRfqCalls.createOrder, {
          rfq_id: rfq.id,
          side,
          quantity,
          legs,
          account_name: account,
          type: 'LIMIT',
          time_in_force: 'GOOD_TILL_CANCELED',
        })
      else await sending.send(words, directRfqCalls.replaceOrder, { quantity, legs }, { id: held.id })
    }
  }
  const pull = async () => {
    for (const held of [open.BUY, open.SELL])
      if (held !== undefined) await sending.send('Pull', directRfqCalls.cancelOrder, undefined, { id: held.id })
  }
  const hasOpen = open.BUY !== undefined || open.SELL !== undefined
  const words = (['BUY', 'SELL'] as const)
    .map((side) => (maker.sides[side].price === undefined ? '—' : priceText(maker.sides[side].price, decimals)))
    .join(' / ')
  return (
    <section className={styles['entry']} aria-label="Quote">
      <div className={styles['head']}>
        <h3 className={styles['title']}>{maker.mode === 'VOL' ? 'Price from vol' : 'Price'}</h3>
        {maker.canVol && (
          <Segmented
            label="Quote by"
            value={maker.mode}
            options={[
              { value: 'VOL', label: 'Vol' },
              { value: 'PRICE', label: 'Price' },
            ]}
            onChange={maker.setMode}
          />
        )}
      </div>
      {maker.mode === 'VOL' && <Vols rfq={rfq} maker={maker} />}
      <div className={styles['sides']}>
        {(['BUY', 'SELL'] as const).map((side) => (
          <div key={side} className={styles['side']}>
            <NumberField
              label={
                <span
                  className={side === 'BUY' ? styles['bid'] : styles['ask']}
                >{`${side === 'BUY' ? 'Bid' : 'Ask'} (${rfq.quote_currency})`}</span>
              }
              hasButtons
              value={maker.shown[side]}
              step={tick}
              stepFrom={maker.mark?.toFixed(decimals)}
              onChange={(price) => maker.typePrice(side, price)}
            />
            <NumberField
              aria-label={`${side === 'BUY' ? 'Bid' : 'Ask'} quantity`}
              size="small"
              value={maker.quantity[side]}
              step={increment}
              hint={`${maker.quantity[side] === rfq.quantity ? 'full · ' : ''}min ${minimum}`}
              onChange={(quantity) => maker.typeQuantity(side, quantity)}
            />
          </div>
        ))}
      </div>
      <Versus maker={maker} decimals={decimals} tick={tick} />
      <div className={styles['actions']}>
        <Button
          kind="primary"
          size="large"
          data-ticket-side="buy"
          isBusy={sending.isBusy}
          disabledReason={reason}
          onClick={() => void quote()}
        >
          {`${hasOpen ? 'Replace quote' : 'Quote'} ${words}`}
        </Button>
        <Button size="large" disabledReason={closed ?? (hasOpen ? undefined : 'You have no open quote here.')} onClick={() => void pull()}>
          {open.BUY !== undefined && open.SELL !== undefined ? 'Pull both' : 'Pull'}
        </Button>
      </div>
      <div className={styles['options']}>
        <span>Good for the RFQ’s life</span>
        <span className={styles['account']}>Account {account ?? '—'}</span>
      </div>
      <Progress rfqId={rfq.id} steps={sending.steps} refused={sending.refused} />
    </section>
  )
}

type Sides<T> = Readonly<Record<MakerSide, T>>
type Maker = ReturnType<typeof useMakerForm>

function useMakerForm(rfq: RfqView, structure: Structure) {
  const canVol = structure.legs.some((leg) => leg.instrument.kind === 'OPTION')
  const [mode, setMode] = useState<'VOL' | 'PRICE'>(canVol ? 'VOL' : 'PRICE')
  const [width, setWidth] = useState(USUAL_WIDTH)
  const [skew, setSkew] = useState('0')
  const [typed, setTyped] = useState<readonly LegVols[]>()
  const [prices, setPrices] = useState<Sides<string>>({ BUY: '', SELL: '' })
  const [quantity, setQuantity] = useState<Sides<string>>({ BUY: rfq.quantity, SELL: rfq.quantity })
  const marks = useMarks()
  const now = useNow(1_000)
  const index = useIndex(rfq.base_currency, rfq.venue)
  const mark = useStructureMark(rfq.legs)
  const markOf = (id: number) => markFromWire(marks.get(id), Number(index?.index_price ?? 0), now)
  const vols = typed ?? volsAround(structure, markOf, Number(width) || 0, Number(skew) || 0)
  const priced = (side: MakerSide): SidePrice =>
    mode === 'VOL' ? priceFromVols(structure, vols, side, markOf, now) : priceFromText(structure, prices[side], markOf)
  const sides: Sides<SidePrice> = { BUY: priced('BUY'), SELL: priced('SELL') }
  const isTwoSidedBlank = mode === 'PRICE' && prices.BUY === '' && prices.SELL === ''
  const blame = (['BUY', 'SELL'] as const).find((side) => sides[side].reason !== undefined && (mode === 'VOL' || prices[side] !== ''))
  return {
    canVol,
    mode,
    width,
    skew,
    vols,
    mark,
    markOf,
    sides,
    quantity,
    reason: isTwoSidedBlank ? 'Enter a bid, an ask or both.' : blame === undefined ? undefined : sides[blame].reason,
    shown: mode === 'VOL' ? { BUY: sides.BUY.price ?? '', SELL: sides.SELL.price ?? '' } : prices,
    setMode: (next: 'VOL' | 'PRICE') => {
      // What vols made stays in sight as the price to go on from.
      if (next === 'PRICE') setPrices({ BUY: sides.BUY.price ?? '', SELL: sides.SELL.price ?? '' })
      setMode(next)
    },
    setWidth: (next: string) => (setWidth(next), setTyped(undefined)),
    setSkew: (next: string) => (setSkew(next), setTyped(undefined)),
    typeVol: (place: number, which: keyof LegVols, vol: string) =>
      setTyped(vols.map((one, at) => (at === place ? { ...one, [which]: vol } : one))),
    typePrice: (side: MakerSide, price: string) => {
      setPrices({ ...(mode === 'VOL' ? { BUY: sides.BUY.price ?? '', SELL: sides.SELL.price ?? '' } : prices), [side]: price })
      setMode('PRICE')
    },
    typeQuantity: (side: MakerSide, next: string) => setQuantity({ ...quantity, [side]: next }),
  }
}

function Vols({ rfq, maker }: { readonly rfq: RfqView; readonly maker: Maker }) {
  return (
    <>
      <table className={styles['vols']}>
        <thead>
          <tr>
            {['Leg', 'Mark', 'Mark IV', 'Bid vol', 'Ask vol'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rfq.legs.map((leg, place) => {
            const mark = maker.markOf(leg.instrument_id)
            const short = leg.instrument_name.split('-').slice(2).join(' ') || leg.instrument_name
            return (
              <tr key={leg.instrument_id}>
                <td>
                  <b className={leg.side === 'BUY' ? styles['plus'] : styles['minus']}>{ratioText(leg)}</b> {short}
                </td>
                <td>{mark === undefined ? '—' : groupedText(mark.markPrice, leg.price === null ? 4 : 1)}</td>
                <td>{mark?.markIv === undefined ? '—' : (mark.markIv * 100).toFixed(1)}</td>
                {(['bid', 'ask'] as const).map((which) => (
                  <td key={which} className={styles['vol']}>
                    {mark?.markIv !== undefined && leg.price === null && (
                      <NumberField
                        size="small"
                        aria-label={`${which === 'bid' ? 'Bid' : 'Ask'} vol of ${leg.instrument_name}`}
                        value={maker.vols[place]?.[which] ?? ''}
                        step="0.1"
                        onChange={(vol) => maker.typeVol(place, which, vol)}
                      />
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className={styles['knobs']}>
        <NumberField label="Width" size="small" value={maker.width} step="0.1" hint="vol" onChange={maker.setWidth} />
        <NumberField label="Skew" size="small" value={maker.skew} step="0.1" hint="vol" onChange={maker.setSkew} />
        <span className={styles['account']}>follows the marks</span>
      </div>
    </>
  )
}

function Versus({ maker, decimals, tick }: { readonly maker: Maker; readonly decimals: number; readonly tick: string }) {
  const [bid, ask] = [maker.sides.BUY.price, maker.sides.SELL.price]
  const versus = (price: string | undefined) =>
    price === undefined || maker.mark === undefined ? '—' : `${signedText(Number(price) - maker.mark, decimals)} vs mark`
  const width = bid === undefined || ask === undefined ? undefined : Number(ask) - Number(bid)
  return (
    <p className={styles['versus']}>
      <span>{versus(bid)}</span>
      <span>
        width <b>{width === undefined ? '—' : `${groupedText(width, decimals)} · ${Math.round(width / Number(tick))}t`}</b>
      </span>
      <span>{versus(ask)}</span>
    </p>
  )
}

const openQuotes = (orders: readonly OrderView[]): Partial<Sides<OrderView>> => {
  const open = orders.filter((order) => order.state === 'OPEN' && Number(restingOf(order)) > 0)
  const of = (side: MakerSide) => open.find((order) => order.side === side)
  return { ...(of('BUY') === undefined ? {} : { BUY: of('BUY')! }), ...(of('SELL') === undefined ? {} : { SELL: of('SELL')! }) }
}

const crossed = (sides: Sides<SidePrice>): string | undefined =>
  sides.BUY.price !== undefined && sides.SELL.price !== undefined && Number(sides.BUY.price) >= Number(sides.SELL.price)
    ? `Your bid ${quantityText(sides.BUY.price)} must be below your ask ${quantityText(sides.SELL.price)}.`
    : undefined

function useDefaultAccount(): string | undefined {
  const accounts = useOnce(accountCalls.listVenueAccounts, {})
  if (accounts.state !== 'LOADED') return undefined
  const mine = accounts.data.results.filter((account) => account.venue === 'DBT')
  return (mine.find((account) => account.is_default) ?? mine[0])?.name
}
