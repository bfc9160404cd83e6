import { CircleCheck, CircleX, Copy, X } from 'lucide-react'
import { type DealQuality, priceText, quantityText, strategyName, structureText } from '@parley/core'
import type { Leg, RfqRecord, TapeTrade } from '@parley/client'
import type { ReactNode } from 'react'
import { StatusBadge, type Tone } from '../../components/Badge.tsx'
import { Button, IconButton } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { chooseRow, type RfqChoice, type TradeCardOf } from '../../live/screen-state.ts'
import { classNames } from '../../theme/class-names.ts'
import { copyLine } from '../structure/copy-line.ts'
import { tradeDecimals } from '../structure/structure-text.ts'
import { bookingStatus, bookingTones } from '../booking/booking-messages.ts'
import { LazyBooking } from '../booking/LazyBooking.tsx'
import { copiedOfRfq, copiedOfTrade, structureLegs } from './actions.ts'
import { CardFoot } from './CardFoot.tsx'
import { Comparison } from './Comparison.tsx'
import { useVenueFees } from '../../live/venue-fees.ts'
import { type Deal, dealFees, dealOfTrade, dealText, feesText, hedgeTexts, isOwn, partsText, publishedFigures, qualityOf, refusalText, refusedTitle, withDealFees } from './deal-view.ts' // prettier-ignore
import { PositionRisk } from './PositionRisk.tsx'
import { RecordDeals } from './RecordDeals.tsx'
import { Timeline } from './Timeline.tsx'
import styles from './TradeCard.module.css'
import { useDeal } from './use-deal.ts'
import { WithRecord } from './WithRecord.tsx'

/** Little is published about other desks' trades, so their card is lower. */
const HEIGHT = { RFQ: 900, TRADE: 900, TAPE: 500 } as const satisfies Readonly<Record<TradeCardOf['kind'], number>>

type CardProps = { readonly of: TradeCardOf; readonly onClose: () => void }

/** After a fill: the trade, the other quotes at that time, the current position, and the next actions. */
export const TradeCard = ({ of, onClose }: CardProps) => (
  <Dialog open onClose={onClose} title="Post-trade card" width={760} height={HEIGHT[of.kind]} isBare>
    {of.kind === 'RFQ' ? <RecordCard of={of} onClose={onClose} /> : <SingleTrade of={of} onClose={onClose} />}
  </Dialog>
)

const RecordCard = ({ of, onClose }: { readonly of: Extract<TradeCardOf, { kind: 'RFQ' }>; readonly onClose: () => void }) => (
  <WithRecord rfq={of.rfq}>{(record) => <KnownRecord record={record} tradeId={of.tradeId} onClose={onClose} />}</WithRecord>
)

type RecordProps = { readonly record: RfqRecord; readonly tradeId: string | undefined; readonly onClose: () => void }

function KnownRecord({ record, tradeId, onClose }: RecordProps) {
  const { rfq } = record
  const shown = useDeal(record, tradeId)
  const { deal, quality, decimals } = shown
  const foot = (
    <CardFoot
      copied={copiedOfRfq(rfq)}
      held={deal === undefined || quality === undefined ? undefined : { of: rfq, side: deal.side, quality, deal, decimals }}
      record={{ record, deal, decimals }}
    />
  )
  return (
    <Frame foot={foot}>
      {deal === undefined ? (
        <NotDealt record={record} onClose={onClose} />
      ) : quality === undefined ? (
        <Refused deal={deal} legs={rfq.legs} decimals={decimals} open={rfq.state === 'OPEN' ? rfq : undefined} onClose={onClose} />
      ) : (
        <Head deal={deal} quality={quality} legs={rfq.legs} decimals={decimals} onClose={onClose} />
      )}
      {deal !== undefined && <Bookings trades={[...deal.trades, ...deal.refused]} />}
      <RecordDeals record={record} shown={shown} />
      {deal !== undefined && quality !== undefined && (
        <PositionRisk of={rfq} side={deal.side} quality={quality} decimals={decimals} fees={dealFees(deal)} />
      )}
      <Timeline record={record} decimals={decimals} />
    </Frame>
  )
}

/** An order-book trade, or a public trade on the tape: only its published data. */
function SingleTrade({ of: { kind, trade }, onClose }: { of: Exclude<TradeCardOf, { kind: 'RFQ' }>; onClose: () => void }) {
  const decimals = tradeDecimals({ ...trade, kind: trade.kind ?? 'OPTION' })
  const fees = useVenueFees()
  const deal = withDealFees(dealOfTrade(trade), fees)
  const quality = qualityOf(deal)
  const legs = structureLegs(trade)
  const { venue, baseCurrency, quoteCurrency } = trade
  const of = { venue, baseCurrency, quoteCurrency, legs, kind: trade.kind }
  const isMine = kind === 'TRADE'
  const foot = (
    <CardFoot
      copied={copiedOfTrade(trade)}
      held={isMine && quality !== undefined ? { of, side: deal.side, quality, deal, decimals } : undefined}
    />
  )
  if (quality === undefined)
    return (
      <Frame foot={foot}>
        <Refused deal={deal} legs={legs} decimals={decimals} onClose={onClose} />
        <Bookings trades={[trade]} />
      </Frame>
    )
  return (
    <Frame foot={foot}>
      <Head deal={deal} quality={quality} legs={legs} decimals={decimals} onClose={onClose} />
      <Bookings trades={[trade]} />
      <Comparison
        deal={deal}
        quality={quality}
        quotes={[]}
        decimals={decimals}
        title="Trade and mark"
        basis={trade.markPrice === undefined ? '' : `mark ${priceText(trade.markPrice, decimals)}`}
        figures={publishedFigures(trade, deal, quality, decimals)}
      />
      <p className={classNames(styles['block'], styles['note'])}>{unsaidOf(trade, kind)}</p>
      {isMine && <PositionRisk of={of} side={deal.side} quality={quality} decimals={decimals} fees={dealFees(deal)} />}
    </Frame>
  )
}

/** The trades that both desks have to book, or have booked. */
const Bookings = ({ trades }: { readonly trades: readonly TapeTrade[] }) =>
  trades.filter(isOwn).map((trade) => (trade.booking === undefined ? null : <LazyBooking key={trade.id} trade={trade} />))

/** Missing figures have one common reason instead of a dash for each. */
function unsaidOf({ audience }: TapeTrade, kind: 'TRADE' | 'TAPE'): string {
  if (kind === 'TAPE')
    return 'This is a public trade: the side is the taker’s, and the parties are not named. Only the taker can see the quotes, so there is no cover or saving to show.' // prettier-ignore
  return audience === 'ORDER_BOOK'
    ? 'Order-book quotes are not kept with a trade, so there is no cover or saving to show.'
    : 'The quotes at the time are not known, so there is no cover or saving to show.'
}

const Frame = ({ foot, children }: { readonly foot: ReactNode; readonly children: ReactNode }) => (
  <div className={styles['card']} data-trade-card>
    <div data-scrolls className={styles['scroll']}>
      {children}
    </div>
    {foot}
  </div>
)

type HeadProps = {
  readonly deal: Deal
  readonly quality: DealQuality
  readonly legs: readonly Leg[]
  readonly decimals: number
  readonly onClose: () => void
}

function Head({ deal, quality, legs, decimals, onClose }: HeadProps) {
  const { verb, size, average, premium, dollars } = dealText(deal, quality, decimals)
  const trade = deal.trades[0]!
  const hedges = hedgeTexts(deal)
  const fees = dealFees(deal)
  const [state, tone] = settledText(deal.trades)
  return (
    <header className={styles['head']}>
      <h2 className={styles['sentence']}>
        <CircleCheck size={18} aria-hidden="true" />
        {`${verb} ${size} @ ${average}`}
        {premium !== undefined && ` · ${premium}`}
        {dollars !== undefined && <small>({dollars})</small>}
        <span className={styles['aside']}>
          <StatusBadge tone={tone}>{state}</StatusBadge>
          <IconButton label="Close" keyOf="back" onClick={onClose}>
            <X size={17} />
          </IconButton>
        </span>
      </h2>
      <StructureLine trade={trade} legs={legs} />
      <p className={styles['parts']}>
        <b>{partsText(deal.trades, decimals)}</b>
        {hedges.map((text) => ` · ${text}`)}
        {fees !== undefined && ` · venue fee ${feesText(fees)}`}
      </p>
      {deal.refused.length > 0 && (
        <p className={styles['ask']}>{`Not traded: ${partsText(deal.refused, decimals)}. ${refusalText(deal.refused[0]!)}`}</p>
      )}
    </header>
  )
}

const StructureLine = ({ trade, legs }: { readonly trade: TapeTrade; readonly legs: readonly Leg[] }) => (
  <p className={styles['sentence']} style={{ font: 'inherit' }}>
    {`${trade.baseCurrency} ${strategyName({ strategyCode: trade.strategyCode, legs })} · ${structureText(legs)}`}
    <span className={styles['aside']}>
      {trade.rfqId}
      <IconButton label={`Copy ${trade.rfqId}`} onClick={() => copyLine(trade.rfqId, 'Copied')}>
        <Copy size={13} />
      </IconButton>
      {isOwn(trade) && trade.account !== undefined && `· ${trade.account}`}
    </span>
  </p>
)

type RefusedProps = Omit<HeadProps, 'quality'> & {
  /** The RFQ, if it can still be traded. */
  readonly open?: RfqChoice | undefined
}

/** A deal of which nothing was traded. It has no cover, saving, risk or hedge, because there is no position. */
function Refused({ deal, legs, decimals, open, onClose }: RefusedProps) {
  const trade = deal.refused[0]!
  const backToRfq = () => {
    onClose()
    chooseRow(open!)
  }
  return (
    <header className={styles['head']}>
      <h2 className={styles['sentence']}>
        <CircleX size={18} aria-hidden="true" className={styles['ask']} />
        {refusedTitle(deal, decimals)}
        <span className={styles['aside']}>
          <StatusBadge tone="danger">Not traded</StatusBadge>
          <IconButton label="Close" keyOf="back" onClick={onClose}>
            <X size={17} />
          </IconButton>
        </span>
      </h2>
      <StructureLine trade={trade} legs={legs} />
      <p>{refusalText(trade)}</p>
      {open !== undefined && (
        <p>
          The RFQ is still open. <Button onClick={backToRfq}>Try again in its ticket</Button>
        </p>
      )}
    </header>
  )
}

function settledText(trades: readonly TapeTrade[]): readonly [string, Tone] {
  const own = trades.filter(isOwn)
  const [booking] = own.flatMap((trade) => trade.booking ?? [])
  if (booking !== undefined) return [bookingStatus(booking), bookingTones[bookingStatus(booking)]]
  if (own.some(({ state }) => state === 'PENDING_SETTLEMENT')) return ['Settling', 'warn']
  const blocks = own.flatMap(({ venueTradeId }) => venueTradeId ?? [])
  return [['Settled', ...blocks].join(' · '), 'open']
}

function NotDealt({ record: { rfq, isWhole }, onClose }: { readonly record: RfqRecord; readonly onClose: () => void }) {
  return (
    <header className={styles['head']}>
      <h2 className={styles['sentence']}>
        {rfq.role === 'TAKER' ? 'Nothing was traded' : 'You did not trade'}
        <span className={styles['aside']}>
          <IconButton label="Close" keyOf="back" onClick={onClose}>
            <X size={17} />
          </IconButton>
        </span>
      </h2>
      <p>{`${quantityText(rfq.quantity ?? '')} × ${rfq.baseCurrency} ${strategyName(rfq)} · ${structureText(rfq.legs)}`}</p>
      {!isWhole && <p>There were more quotes than a record can list, so it does not show who responded first.</p>}
    </header>
  )
}
