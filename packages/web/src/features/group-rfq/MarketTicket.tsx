import type { GroupRfqView } from '@parley/contracts'
import { explainMinimumBlock } from '@parley/core'
import { Copy, X } from 'lucide-react'
import { useReducer, useRef } from 'react'
import { ageText, exactText } from '../../app/time-text.ts'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button, IconButton } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { toast } from '../../components/toasts.ts'
import { useGroupLive } from '../../live/group-store.ts'
import { useIndex, useStaleAge } from '../../live/use-live.ts'
import { MinimumBlock } from '../direct-rfq/builder/MinimumBlock.tsx'
import { ratiosText, strategyName, structureText } from '../direct-rfq/structure-text.ts'
import { Unknown } from '../direct-rfq/Ticket.tsx'
import styles from '../direct-rfq/Ticket.module.css'
import { Risk } from '../direct-rfq/ticket/Risk.tsx'
import { TicketLegs } from '../direct-rfq/ticket/TicketLegs.tsx'
import { useStructure } from '../direct-rfq/ticket/use-structure.ts'
import { groupedText } from '../market-data/figure-text.ts'
import { type BookLevel, midOf } from './book.ts'
import { BookLadder } from './BookLadder.tsx'
import ladderStyles from './BookLadder.module.css'
import { marketName, shapeOf } from './market-shape.ts'
import { MarketDecline } from './MarketDecline.tsx'
import { MarketTrades } from './MarketTrades.tsx'
import { QuoteEntry } from './QuoteEntry.tsx'
import { useIsDeclined } from './use-is-declined.ts'
import { useMarket, useMarketBook } from './use-market.ts'

type MarketTicketProps = { readonly marketId: number; readonly onClose: () => void }

/** One market: its structure, its book quote by quote, and what can be done in it. */
export function MarketTicket({ marketId, onClose }: MarketTicketProps) {
  const live = useMarket(marketId)
  const isLoaded = useGroupLive(({ loaded }) => loaded.has('rfq'))
  // What has ended stays before whoever is reading it, also after the table has let it go.
  const seen = useRef(live)
  if (live !== undefined) seen.current = live
  if (seen.current !== undefined) return <Whole market={seen.current} isEnded={live === undefined && isLoaded} onClose={onClose} />
  if (!isLoaded) return <Skeleton lines={8} label="Loading the market" />
  return (
    <Empty
      icon={X}
      title="This market has ended"
      text="Its legs have expired, or nobody quoted in it for a day. Trades of it are in Trade History."
      action={<Button onClick={onClose}>Close</Button>}
    />
  )
}

type WholeProps = { readonly market: GroupRfqView; readonly isEnded: boolean; readonly onClose: () => void }

/** The book comes first: it is what is looked at. The entry is docked below what scrolls, so that its buttons stay where they are. */
function Whole({ market, isEnded, onClose }: WholeProps) {
  const shape = shapeOf(market)
  const book = useMarketBook(market.id)
  const known = useStructure(shape)
  const isDeclined = useIsDeclined(market) && !isEnded
  const [picked, pick] = useReducer((_: Picked | undefined, level: BookLevel): Picked => ({ level }), undefined)
  const structure = known.state === 'KNOWN' ? known.structure : undefined
  return (
    <div className={styles['ticket']} data-ticket>
      <div className={styles['scroll']}>
        <Head market={market} isDeclined={isDeclined} onClose={onClose} />
        <MarketTrades market={market} />
        <BookLadder market={market} book={book} isEnded={isEnded} onPick={pick} />
        {!isEnded && <MarketDecline market={market} isDeclined={isDeclined} />}
        <TicketLegs rfq={shape} structure={structure} mid={midOf(book)} />
        {structure !== undefined && (
          <>
            <div className={ladderStyles['block']}>
              <MinimumBlock minimum={explainMinimumBlock(structure)} />
            </div>
            <Risk rfq={{ ...shape, quantity: market.min_block_size }} structure={structure} />
          </>
        )}
      </div>
      <div className={styles['dock']}>
        {isEnded ? (
          <p className={styles['failed']}>The market has ended; nothing rests in it any more.</p>
        ) : known.state === 'KNOWN' ? (
          <QuoteEntry market={market} structure={known.structure} book={book} picked={picked} />
        ) : (
          <Unknown known={known} />
        )}
      </div>
    </div>
  )
}

/** A level that was pressed; a new press is a new object. */
export type Picked = { readonly level: BookLevel }

type HeadProps = Omit<WholeProps, 'isEnded'> & { readonly isDeclined: boolean }

function Head({ market, isDeclined, onClose }: HeadProps) {
  const shape = shapeOf(market)
  const name = marketName(market.id)
  const what = `${market.venue} · ${market.base_currency} · ${structureText(shape.legs)} · (${ratiosText(shape.legs)})`
  const index = useIndex(market.base_currency, market.venue)
  const stale = useStaleAge(market.base_currency, market.venue)
  const copy = () =>
    void navigator.clipboard
      .writeText(String(market.id))
      .then(() => toast({ key: 'copied', tone: 'done', title: 'Copied', text: String(market.id) }))
  return (
    <header className={styles['head']}>
      <div className={styles['line']}>
        <h2 className={styles['title']}>{strategyName(shape)}</h2>
        {isDeclined && <StatusBadge tone="warn">Declined</StatusBadge>}
        <span>Order book</span>
        <button type="button" className={styles['id']} title={`${market.id}\nPress to copy`} onClick={copy}>
          {name} <Copy size={11} aria-hidden="true" />
        </button>
        <IconButton label="Close the ticket" onClick={onClose}>
          <X size={15} />
        </IconButton>
      </div>
      <div className={styles['line']}>
        <p className={styles['what']} title={`${what}${market.expires_at === null ? '' : `\nEnds ${exactText(market.expires_at)}`}`}>
          {what}
        </p>
        {stale === undefined ? (
          <span className={styles['index']}>{index === undefined ? '' : `Index ${groupedText(Number(index.index_price), 2)}`}</span>
        ) : (
          <span className={styles['soon']}>marks stale · {ageText(stale)}</span>
        )}
      </div>
    </header>
  )
}
