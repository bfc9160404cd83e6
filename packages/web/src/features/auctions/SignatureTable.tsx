import type { AuctionView, BidSignatureView, VaultBidView } from '@parley/contracts'
import { useMemo, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { StatusBadge } from '../../components/Badge.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { momentText } from '../../components/time-text.ts'
import { serverNow } from '../../live/connection.ts'
import { useAuctions } from './auction-store.ts'
import { bidText, unitText } from './auction-text.ts'
import styles from './SignatureTable.module.css'
import { CancelNonce, useSignatures } from './Signatures.tsx'
import { signedBids, stateAtParley, validityText } from './signatures.ts'

type TableProps = { readonly onChoose: (id: number) => void }

/** Every bid of the desk that the contract may still settle, in all auctions (rulebook 19.19). The contract is asked while the list is open. */
export function SignatureTable({ onChoose }: TableProps) {
  const held = useAuctions(({ bids }) => bids)
  const auctions = useAuctions((state) => state.auctions)
  const bids = useMemo(() => signedBids(held.values(), auctions), [held, auctions])
  const [isAwaited, setIsAwaited] = useState(false)
  const { read, again } = useSignatures(bids, isAwaited)
  if (bids.length === 0)
    return <p className={styles['none']}>No signatures. A bid that you sign appears here until the contract can no longer settle it.</p>
  if (read === undefined) return <Skeleton lines={2} label="Checking the contract" />
  if (read.failed !== undefined)
    return (
      <p className={styles['none']} role="alert">
        The signatures could not be checked at the contract. {read.failed}{' '}
        <Button size="small" onClick={again}>
          Try again
        </Button>
      </p>
    )
  return (
    <table className={styles['table']} aria-label="Signatures">
      <thead>
        <tr>
          <th scope="col">Signed</th>
          <th scope="col">Auction</th>
          <th scope="col">Bid</th>
          <th scope="col">Nonce</th>
          <th scope="col">At Parley</th>
          <th scope="col">At the contract</th>
        </tr>
      </thead>
      <tbody>
        {bids.map((bid) => {
          const state = read.states.find(({ id }) => id === bid.id)
          const auction = auctions.get(bid.rfq_id)
          return state === undefined || auction === undefined ? null : (
            <Row key={bid.id} {...{ bid, state, auction, onChoose }} onSent={() => setIsAwaited(true)} />
          )
        })}
      </tbody>
    </table>
  )
}

type RowProps = TableProps & {
  readonly bid: VaultBidView
  readonly state: BidSignatureView
  readonly auction: AuctionView
  readonly onSent: () => void
}

function Row({ bid, state, auction, onChoose, onSent }: RowProps) {
  const valid = validityText(bid, state, auction)
  return (
    <tr>
      <td>{momentText(bid.created_at, serverNow())}</td>
      <td>
        <button type="button" className={styles['auction']} onClick={() => onChoose(auction.id)}>
          {auction.vault} · {auction.description.replaceAll(/\s+/g, ' ')}
        </button>
      </td>
      <td>
        {bidText(bid)} {unitText(auction)}
      </td>
      <td>{state.nonce}</td>
      <td>
        <StatusBadge tone={bid.state === 'OPEN' ? 'mine' : 'faint'}>{stateAtParley(bid)}</StatusBadge>
      </td>
      <td>
        {valid ?? 'Void: the contract can never settle it.'}
        {valid !== undefined && bid.state !== 'OPEN' && <CancelNonce auction={auction} state={state} onSent={onSent} />}
      </td>
    </tr>
  )
}
