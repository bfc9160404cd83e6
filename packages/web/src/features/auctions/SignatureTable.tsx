import type { AuctionView, BidSignatureView, VaultBidView } from '@parley/contracts'
import { useCallback, useMemo, useState } from 'react'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { textColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import cells from '../blotter/cells.module.css'
import { KeptTable } from '../market-data/KeptTable.tsx'
import { momentColumn, stateColumn } from '../blotter/column-kit.tsx'
import { useAuctions } from './auction-store.ts'
import { bidText, unitText } from './auction-text.ts'
import styles from './SignatureTable.module.css'
import { CancelNonce, useSignatures } from './Signatures.tsx'
import { signedBids, stateAtParley, validityText } from './signatures.ts'

type TableProps = { readonly onChoose: (id: number) => void }
type SignatureRow = { readonly bid: VaultBidView; readonly state: BidSignatureView; readonly auction: AuctionView }

const none = <p className={styles['none']}>No signatures. A bid that you sign appears here until the contract can no longer settle it.</p>
const ROW_PX = 36
const HEAD_PX = 32

/** Every bid of the desk that the contract may still settle, in all auctions (rulebook 19.19). The contract is asked while the list is open. */
export function SignatureTable({ onChoose }: TableProps) {
  const held = useAuctions(({ bids }) => bids)
  const auctions = useAuctions((state) => state.auctions)
  const bids = useMemo(() => signedBids(held.values(), auctions), [held, auctions])
  const [isAwaited, setIsAwaited] = useState(false)
  const { read, again } = useSignatures(bids, isAwaited)
  const onSent = useCallback(() => setIsAwaited(true), [])
  const all = useMemo(() => [...columns, cancelColumn(onSent)], [onSent])
  const rows = useMemo(() => rowsOf(bids, read?.states ?? [], auctions), [bids, read, auctions])
  if (bids.length === 0) return none
  if (read === undefined) return <Skeleton lines={2} label="Checking the contract" />
  if (read.failed !== undefined) return <CouldNotLoad what="the signatures at the contract" words={read.failed} retry={again} />
  return (
    <div className={styles['table']} style={{ height: HEAD_PX + ROW_PX * rows.length }}>
      <KeptTable<SignatureRow>
        kept="table-signatures"
        label="Signatures"
        columns={all}
        rows={rows}
        rowId={({ bid }) => String(bid.id)}
        rowHeight={ROW_PX}
        onOpen={({ auction }) => onChoose(auction.id)}
        empty={none}
      />
    </div>
  )
}

const rowsOf = (
  bids: readonly VaultBidView[],
  states: readonly BidSignatureView[],
  auctions: ReadonlyMap<number, AuctionView>,
): readonly SignatureRow[] =>
  bids.flatMap((bid) => {
    const state = states.find(({ id }) => id === bid.id)
    const auction = auctions.get(bid.rfq_id)
    return state === undefined || auction === undefined ? [] : [{ bid, state, auction }]
  })

const auctionText = ({ auction }: SignatureRow): string => `${auction.vault} · ${auction.description.replaceAll(/\s+/g, ' ')}`
const amountText = ({ bid, auction }: SignatureRow): string => `${bidText(bid)} ${unitText(auction)}`
const contractText = ({ bid, state, auction }: SignatureRow): string =>
  validityText(bid, state, auction) ?? 'Void: the contract can never settle it.'

const columns: readonly Column<SignatureRow>[] = [
  momentColumn('time', 'Signed', 128, ({ bid }) => bid.created_at, { fits: true }),
  textColumn('auction', 'Auction', 200, auctionText),
  textColumn('bid', 'Bid', 110, amountText),
  textColumn('nonce', 'Nonce', 90, ({ state }) => state.nonce),
  stateColumn(84, ({ bid }) => ({ text: stateAtParley(bid), tone: bid.state === 'OPEN' ? 'mine' : 'faint' }), { heading: 'At Parley' }),
  textColumn('contract', 'At the contract', 280, contractText, {
    grows: 1,
    cell: (row) => (
      <span className={cells['lines']} title={contractText(row)}>
        {contractText(row)}
      </span>
    ),
  }),
]

/** For ended bids whose signature is still valid. */
const cancelColumn = (onSent: () => void): Column<SignatureRow> =>
  textColumn('cancel', 'Cancel the nonce', 176, () => '', {
    ...{ isHeadingHidden: true, isExported: false },
    cell: ({ bid, state, auction }) =>
      state.life !== 'VOID' &&
      bid.state !== 'OPEN' && (
        <span onClick={(event) => event.stopPropagation()}>
          <CancelNonce auction={auction} state={state} onSent={onSent} />
        </span>
      ),
  })
