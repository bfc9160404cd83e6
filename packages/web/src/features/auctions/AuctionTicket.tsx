import { withCommas } from '@parley/core'
import { EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { vaultCalls } from '@parley/contracts'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { clockText } from '../../components/time-text.ts'
import { write } from '../../live/api.ts'
import { serverNow } from '../../live/connection.ts'
import { useUser } from '../../live/session.ts'
import { useNow } from '../../live/use-live.ts'
import { bidReason, withoutRight } from '../../live/view-only.ts'
import type { AuctionRow } from './auction-rows.ts'
import { keep, useAuctions } from './auction-store.ts'
import { outcomeText } from './auction-result.ts'
import { bidText, stateOf, timeLeft, transactionLink, unitText } from './auction-text.ts'
import { useCancelling } from '../order-entry/use-cancelling.ts'
import styles from './AuctionTicket.module.css'
import { BidEntry } from './BidEntry.tsx'
import type { ClearingBefore } from './bid-scale.ts'
import { type Model, volOf, volText } from './bid-figures.ts'
import { Signatures } from './Signatures.tsx'

type TicketProps = { readonly row: AuctionRow; readonly model: Model | undefined; readonly before?: ClearingBefore | undefined }

/** One auction: what is sold and until when, the desk’s bid in it, and its result after the close. */
export function AuctionTicket({ row, model, before }: TicketProps) {
  const { auction } = row
  return (
    <>
      <header className={styles['head']}>
        <h2>{auction.description.replaceAll(/\s+/g, ' ')}</h2>
        <Until row={row} />
        <span className={styles['muted']}>sold by {auction.vault}</span>
        <span className={styles['muted']}>
          {withCommas(auction.quantity)} {auction.option.underlying} · pays {unitText(auction)}
        </span>
      </header>
      <OwnBid row={row} />
      {auction.status !== 'EXPIRED' && <Signatures auction={auction} />}
      {auction.status === 'ACTIVE' && <Entry row={row} model={model} before={before} />}
      {auction.status === 'COMING' && (
        <section className={styles['part']}>
          <p>
            Bidding opens at {clockText(auction.starts_at)}. The minimum price is {auction.min_price} {unitText(auction)} each.
          </p>
        </section>
      )}
      {auction.status === 'EXPIRED' && <Result row={row} model={model} />}
      {auction.status === 'EXPIRED' && <Signatures auction={auction} />}
    </>
  )
}

/** The bid form, or the reason why this user cannot bid, before anything is typed. */
function Entry({ row: { auction, bid }, model, before }: TicketProps) {
  const user = useUser()
  const isOwn = user.trading_desk?.ticker === auction.vault
  const reason = isOwn ? 'Your own vault is the seller. Only other desks can bid.' : bidReason(user)
  const live = bid?.state === 'OPEN' ? bid : undefined
  if (reason === undefined) return <BidEntry auction={auction} model={model} live={live} before={before} />
  return (
    <section className={styles['part']} aria-label="Bid">
      <p>{reason}</p>
      <p className={styles['muted']}>
        <EyeOff size={13} aria-hidden="true" /> Bids are sealed until the auction closes.
      </p>
    </section>
  )
}

export function Until({ row: { auction } }: Pick<TicketProps, 'row'>) {
  useNow(1_000)
  const left = (at: number) => timeLeft(at - serverNow())
  if (auction.status === 'EXPIRED') return <span className={styles['muted']}>closed {clockText(auction.ends_at)}</span>
  return (
    <span className={styles['muted']}>
      {auction.status === 'COMING' ? 'opens in' : 'closes in'}{' '}
      <b>{left(auction.status === 'COMING' ? auction.starts_at : auction.ends_at)}</b>
    </span>
  )
}

/** The open bid, which can be cancelled until the auction closes. */
function OwnBid({ row }: Pick<TicketProps, 'row'>) {
  const { isBusy, run } = useCancelling('vault-bid')
  const user = useUser()
  const { auction, bid } = row
  if (bid === undefined || bid.state === 'CANCELED') return null
  const state = stateOf(row, clockText)
  const cancel = () =>
    run(String(bid.id), async () => {
      const answer = await write(vaultCalls.cancelBid, { params: { id: bid.id } })
      if ('state' in answer) keep('bids', answer)
    })
  return (
    <section className={styles['part']} aria-label="My bid" data-own>
      <p className={styles['line']}>
        <span>
          My bid <b>{bidText(bid)}</b> {unitText(auction)}
        </span>
        <span title={state.title}>
          <StatusBadge tone={state.tone}>{state.text}</StatusBadge>
        </span>
      </p>
      {auction.status === 'ACTIVE' && bid.state === 'OPEN' && (
        <p className={styles['line']}>
          <span className={styles['muted']}>
            <EyeOff size={13} aria-hidden="true" /> Sealed until the auction closes.
          </span>
          <Button size="small" isBusy={isBusy(String(bid.id))} disabledReason={withoutRight(user, 'Bid')} onClick={() => void cancel()}>
            Cancel bid
          </Button>
        </p>
      )}
    </section>
  )
}

function Result({ row, model }: TicketProps) {
  const chain = useAuctions((held) => held.chain)
  const { auction, trade } = row
  const outcome = outcomeText(row, clockText)
  const hashes = [
    ...new Set([...(auction.result?.transaction_ids ?? []), ...(trade?.transaction_id == null ? [] : [trade.transaction_id])]),
  ]
  return (
    <section className={styles['part']} aria-label="Result">
      <h3 className={outcome?.tone === 'danger' ? styles['trouble'] : undefined}>{outcome?.title ?? 'Result'}</h3>
      {outcome !== undefined && <p>{outcome.text}</p>}
      {model !== undefined && <ClearingVol auction={auction} model={model} />}
      {trade !== undefined && trade.settlement === 'MINED' && (
        <p className={styles['muted']}>
          {trade.confirmations} of {trade.confirmations_needed} confirmations
        </p>
      )}
      {hashes.map((hash) => (
        <Transaction key={hash} hash={hash} link={transactionLink(chain, hash)} />
      ))}
    </section>
  )
}

/** The vol of the clearing price, at the last forward before the close. */
function ClearingVol({ auction, model }: { readonly auction: AuctionRow['auction']; readonly model: Model }) {
  const price = auction.result?.clearing_price
  if (price == null) return null
  const vol = volOf(auction, Number(price), model.forward, auction.ends_at)
  return (
    <p className={styles['muted']}>
      Clearing price {price} {unitText(auction)}: {volText(vol)} at the close, model {volText(model.volatility)}
    </p>
  )
}

function Transaction({ hash, link }: { readonly hash: string; readonly link: string | undefined }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => setIsCopied(false), [hash])
  const short = `${hash.slice(0, 10)}…${hash.slice(-6)}`
  if (link !== undefined)
    return (
      <p>
        Transaction{' '}
        <a className={styles['link']} href={link} target="_blank" rel="noreferrer" title={hash}>
          {short}
        </a>
      </p>
    )
  const copy = () =>
    void navigator.clipboard.writeText(hash).then(
      () => setIsCopied(true),
      () => undefined,
    )
  return (
    <p className={styles['line']}>
      <span title={hash}>
        Transaction <code>{short}</code>
      </span>
      <Button size="small" kind="quiet" onClick={copy}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </p>
  )
}
