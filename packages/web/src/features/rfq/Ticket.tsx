import { X } from 'lucide-react'
import { explainMinimumBlock, type Structure } from '@parley/core'
import { type CSSProperties, type ComponentType, type ReactNode, useReducer, useRef, useState } from 'react'
import { type BookLevel, getRfq, type Rfq } from '@parley/client'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useIsLow, useIsNarrow } from '../../components/use-media.ts'
import { audienceLook, type DirectRfq, isDirect, isOrderBook, type OrderBookRfq } from '../../live/audiences.ts'
import { marketEndText } from '../../live/cut-notice.ts'
import { useInk } from '../../live/ink.ts'
import { useAnswer } from '../../live/loadable.ts'
import { orderBookBase } from '../../live/order-book-base.ts'
import { classNames } from '../../theme/class-names.ts'
import type { RfqChoice } from '../../live/screen-state.ts'
import { useBook, useIsLoaded, useRfq, useRfqTrades } from '../../live/use-live.ts'
import { ProtectionStrip } from '../protection/ProtectionStrip.tsx'
import { type KnownStructure, useStructure } from '../structure/use-structure.ts'
import { midOf, type PickedLevel } from './book/book.ts'
import { BookLadder } from './book/BookLadder.tsx'
import { QuoteEntry } from './book/QuoteEntry.tsx'
import { MinimumBlock } from './builder/MinimumBlock.tsx'
import { Decline } from './ticket/Decline.tsx'
import { Head } from './ticket/Head.tsx'
import { LatestDeals } from './ticket/LatestDeals.tsx'
import { MakerEntry } from './ticket/MakerEntry.tsx'
import type { Picked } from './ticket/picked.ts'
import { OwnQuotes, TakerQuotes } from './ticket/Quotes.tsx'
import { Risk, type RiskProps } from './ticket/Risk.tsx'
import type { Considered } from './ticket/risk-view.ts'
import { RfqState } from './ticket/RfqState.tsx'
import { useWithTaker, WithTaker } from './ticket/WithTaker.tsx'
import { TakerEntry } from './ticket/TakerEntry.tsx'
import { TicketLegs } from './ticket/TicketLegs.tsx'
import { isToBook } from './ticket/ticket-state.ts'
import { useIsDeclined } from './ticket/use-is-declined.ts'
import styles from './Ticket.module.css'

/** The part of a taker's ticket that shows its trade. It belongs to a feature above this one. */
type DealPart = ComponentType<{ readonly rfq: DirectRfq }>
type TicketProps = { readonly rfq: RfqChoice; readonly deal: DealPart; readonly onClose: () => void }

/** The ticket of one RFQ: its status, its legs, the quotes that the viewer may see, and the possible actions. */
export function Ticket({ rfq: { id, audience }, deal, onClose }: TicketProps) {
  const live = useRfq(id)
  const isLoaded = useIsLoaded('rfqs', audience)
  // A closed RFQ stays open in the ticket after it has left the table.
  const seen = useRef(live)
  if (live !== undefined) seen.current = live
  const rfq = live ?? (isLoaded && seen.current !== undefined ? closedNow(seen.current) : seen.current)
  const { gone, loading } = audienceLook[audience]
  if (rfq !== undefined && isOrderBook(rfq)) return <BookTicket rfq={rfq} isEnded={live === undefined && isLoaded} onClose={onClose} />
  if (rfq !== undefined && isDirect(rfq))
    return rfq.role === 'TAKER' ? <TakerTicket {...{ rfq, deal, onClose }} /> : <MakerTicket rfq={rfq} onClose={onClose} />
  if (!isLoaded) return <Skeleton lines={8} label={loading} />
  return <Empty icon={X} title={gone.title} text={gone.text} action={<Button onClick={onClose}>Close</Button>} />
}

/**
 * An open RFQ that is no longer in the list has ended while the screen was not connected. Until it has been read, the ticket shows only that, and
 * nothing can be sent. Order books have their own way to end.
 */
const closedNow = (last: Rfq): Rfq => (last.state === 'OPEN' && isDirect(last) ? { ...last, state: 'CLOSED' } : last)

type FrameProps = {
  readonly rfq: Rfq
  readonly dock?: ReactNode
  readonly children: ReactNode
  /** Above the entry: the quotes, or the ladder of a book, that stay readable when messages take space from the ticket. */
  readonly above?: 'room' | 'ladder'
}

/** The docked parts keep their position: quotes come and go above them, and the buttons do not move. */
const Frame = ({ rfq, dock, children, above }: FrameProps) => (
  <div className={styles['ticket']} data-ticket data-ink={useInk(rfq)}>
    <div
      data-scrolls
      className={classNames(styles['scroll'], above && styles[above])}
      style={{ '--legs': rfq.legs.length } as CSSProperties}
    >
      {children}
    </div>
    {dock !== undefined && <div className={styles['dock']}>{dock}</div>}
  </div>
)

/** The parts one below the other, in the order in which they are needed. */
const Column = ({ rfq, children }: Pick<FrameProps, 'rfq' | 'children'>) => (
  <div className={styles['ticket']} data-ticket data-ink={useInk(rfq)}>
    <div data-scrolls className={styles['whole']}>
      {children}
    </div>
  </div>
)

/** The parts of the risk: those docked below the entry, and those that are scrolled to. */
function useRiskParts(risk: RiskProps | undefined): { readonly docked: ReactNode; readonly scrolled: ReactNode } {
  const isNarrow = useIsNarrow()
  const isLow = useIsLow()
  if (risk === undefined) return { docked: null, scrolled: null }
  if (isNarrow) return { docked: null, scrolled: <Risk {...risk} /> }
  return isLow
    ? { docked: <Risk {...risk} part="GREEKS" />, scrolled: <Risk {...risk} part="PICTURE" /> }
    : { docked: <Risk {...risk} />, scrolled: null }
}

/** The structure's own rules check every entry, so its instruments have to be loaded first. */
function withStructure(
  known: KnownStructure,
  entry: (structure: Structure, sizes: (KnownStructure & { readonly state: 'KNOWN' })['sizes']) => ReactNode,
): ReactNode {
  switch (known.state) {
    case 'KNOWN':
      return entry(known.structure, known.sizes)
    case 'FAILED':
      return <p className={styles['failed']}>{known.words}</p>
    case 'LOADING':
      return (
        <div className={styles['loading']}>
          <Skeleton lines={4} label="Loading the instruments" />
        </div>
      )
  }
}

type DirectProps = { readonly rfq: DirectRfq; readonly onClose: () => void }

function TakerTicket({ rfq, deal, onClose }: DirectProps & { readonly deal: DealPart }) {
  const known = useStructure(rfq)
  const [picked, setPicked] = useState<Picked>()
  const [considered, consider] = useState<Considered>()
  const structure = known.state === 'KNOWN' ? known.structure : undefined
  const isOver = rfq.state === 'CLOSED'
  const risk = useRiskParts(
    structure === undefined || isOver ? undefined : { rfq, structure, considered: isAllDealt(rfq) ? undefined : considered },
  )
  const hasDealt = useHasDealt(rfq)
  const isAllToBook = useIsAllToBook(rfq)
  if (isOver && hasDealt) return <DealtTicket {...{ rfq, structure, deal, onClose }} />
  const entry = () =>
    withStructure(known, (whole, sizes) => <TakerEntry rfq={rfq} structure={whole} picked={picked} consider={consider} {...sizes} />)
  return (
    <Frame
      rfq={rfq}
      above="room"
      dock={
        isOver || isAllToBook ? undefined : (
          <>
            {rfq.state === 'OPEN' && entry()}
            {risk.docked}
          </>
        )
      }
    >
      <Head rfq={rfq} isDeclined={false} onClose={onClose} />
      <RfqState rfq={rfq} />
      <TicketLegs rfq={rfq} />
      {rfq.state !== 'DRAFT' && <TakerQuotes rfq={rfq} structure={structure} onPick={setPicked} />}
      {risk.scrolled}
    </Frame>
  )
}

/** Everything has traded and waits for both desks to book it. The booking takes the place of the entry, which accepts nothing more. */
const useIsAllToBook = ({ id, quantity, filled, pending }: DirectRfq): boolean =>
  useRfqTrades(id).some(isToBook) && isAllDealt({ quantity, filled, pending })

/** Nothing is left to trade, so no order can add to the position. */
const isAllDealt = ({ quantity, filled, pending }: Pick<DirectRfq, 'quantity' | 'filled' | 'pending'>): boolean =>
  Number(filled ?? 0) + Number(pending ?? 0) >= Number(quantity)

const useHasDealt = ({ id }: DirectRfq): boolean => useRfqTrades(id).some(({ state }) => state !== 'REJECTED')

type DealtProps = DirectProps & { readonly structure: Structure | undefined; readonly deal: DealPart }

/** Nothing is left to do: shows the trade, the other quotes at that time, and the risk of the position. */
function DealtTicket({ rfq, structure, deal: Deal, onClose }: DealtProps) {
  return (
    <Column rfq={rfq}>
      <Head rfq={rfq} isDeclined={false} onClose={onClose} />
      <RfqState rfq={rfq} />
      <Deal rfq={rfq} />
      {structure !== undefined && <Risk part="GREEKS" {...{ rfq, structure, considered: undefined }} />}
      <TicketLegs rfq={rfq} />
      {structure !== undefined && <Risk part="PICTURE" {...{ rfq, structure, considered: undefined }} />}
    </Column>
  )
}

/**
 * In the order in which a maker decides: its own quotes, the entry with the legs it prices, the risk of the quote, and Decline. The chart is rarely
 * needed and comes last.
 */
function MakerTicket({ rfq, onClose }: DirectProps) {
  const known = useStructure(rfq)
  const [picked, setPicked] = useState<Picked>()
  const [considered, consider] = useState<Considered>()
  const isDeclined = rfq.declinedByMe === true
  const isOpen = rfq.state === 'OPEN'
  const history = useWithTaker(rfq)
  const structure = known.state === 'KNOWN' ? known.structure : undefined
  // A closed RFQ cannot trade. A position from it has a risk; without a trade there is none.
  const hasRisk = useHasDealt(rfq) || isOpen
  const risk = structure !== undefined && hasRisk ? { rfq, structure, considered: isOpen ? considered : undefined } : undefined
  return (
    <Column rfq={rfq}>
      <Head rfq={rfq} isDeclined={isDeclined} onClose={onClose} />
      <RfqState rfq={rfq} />
      {!isOpen && <TicketLegs rfq={rfq} />}
      <OwnQuotes rfq={rfq} structure={structure} onPick={setPicked} />
      {isOpen &&
        withStructure(known, (whole, sizes) => <MakerEntry rfq={rfq} structure={whole} picked={picked} consider={consider} {...sizes} />)}
      {isOpen && <Decline rfq={rfq} isDeclined={isDeclined} about={history && <WithTaker {...history} />} />}
      {risk !== undefined && <Risk part="GREEKS" {...risk} />}
      <ProtectionStrip products={rfq.productCodes} />
      {risk !== undefined && <Risk part="PICTURE" {...risk} />}
    </Column>
  )
}

/** The RFQ is read again, because there may have been activity after the last message that arrived. */
function MarketEnded({ rfq }: { readonly rfq: OrderBookRfq }) {
  const [asked] = useState(() => getRfq(rfq, orderBookBase()))
  const read = useAnswer(asked)
  const why = read.state === 'LOADING' ? '' : `: ${marketEndText(read.state === 'LOADED' ? read.data : rfq)}`
  return <p className={styles['failed']} role="status">{`This market has ended${why}. No orders remain in it.`}</p>
}

function BookTicket({ rfq, isEnded, onClose }: { readonly rfq: OrderBookRfq; readonly isEnded: boolean; readonly onClose: () => void }) {
  const book = useBook(rfq.id)
  const known = useStructure(rfq)
  const isDeclined = useIsDeclined(rfq) && !isEnded
  const [considered, consider] = useState<Considered>()
  const [picked, pick] = useReducer((_: PickedLevel | undefined, level: BookLevel): PickedLevel => ({ level }), undefined)
  const structure = known.state === 'KNOWN' ? known.structure : undefined
  const risk = useRiskParts(structure === undefined ? undefined : { rfq, structure, considered })
  const entry = isEnded ? (
    <MarketEnded rfq={rfq} />
  ) : (
    withStructure(known, (whole) => <QuoteEntry market={rfq} structure={whole} book={book} picked={picked} consider={consider} />)
  )
  return (
    <Frame
      rfq={rfq}
      above="ladder"
      dock={
        <>
          {entry}
          {risk.docked}
        </>
      }
    >
      <div className={styles['first']}>
        <Head rfq={rfq} isDeclined={isDeclined} onClose={onClose} />
        <LatestDeals rfq={rfq} />
        <TicketLegs rfq={rfq} structure={structure} mid={midOf(book)} />
        <BookLadder market={rfq} book={book} isEnded={isEnded} onPick={pick} />
      </div>
      {risk.scrolled}
      {!isEnded && <Decline rfq={rfq} isDeclined={isDeclined} />}
      {structure !== undefined && (
        <div className={styles['block']}>
          <MinimumBlock structure={structure} minimum={explainMinimumBlock(structure)} />
        </div>
      )}
    </Frame>
  )
}
