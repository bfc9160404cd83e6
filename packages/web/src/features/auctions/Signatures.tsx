import { type AuctionView, type BidSignatureView, type VaultBidView, vaultCalls } from '@parley/contracts'
import { CircleAlert } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { client } from '../../live/api.ts'
import { useAttempt } from '../../components/use-attempt.ts'
import { errorMessage } from '../../live/loadable.ts'
import { useAuctions } from './auction-store.ts'
import { addressText } from './auction-text.ts'
import styles from './AuctionTicket.module.css'
import { browserProvider, cancelNonceInBrowser } from './browser-wallet.ts'
import { endedBids, signatureLine } from './signatures.ts'

/** A block of a chain takes about this long. */
const BLOCK_MS = 12_000

type Read = { readonly key: string; readonly states: readonly BidSignatureView[]; readonly failed?: string }

/** The chain's answers for the bids. Read again for each change of the bids, on request, and with each block while a cancellation is on its way. */
export function useSignatures(
  bids: readonly VaultBidView[],
  isAwaited: boolean,
): { readonly read: Read | undefined; readonly again: () => void } {
  const [read, setRead] = useState<Read>()
  const [turn, setTurn] = useState(0)
  const key = bids.map(({ id, state }) => `${id} ${state}`).join()
  const again = useCallback(() => setTurn((before) => before + 1), [])
  useEffect(() => {
    let isLeft = false
    const ids = key === '' ? [] : key.split(',').map((one) => Number(one.split(' ')[0]))
    const update = (found: Read) => isLeft || setRead(found)
    Promise.all(ids.map((id) => client.call(vaultCalls.getBidSignature, { params: { id } }))).then(
      (states) => update({ key, states }),
      (error: unknown) => update({ key, states: [], failed: errorMessage(error) }),
    )
    const next = isAwaited && ids.length > 0 ? setTimeout(again, BLOCK_MS) : undefined
    return () => {
      isLeft = true
      clearTimeout(next)
    }
  }, [key, turn, isAwaited, again])
  return { read: read?.key === key ? read : undefined, again }
}

/** Signatures that the contract still accepts although their bids have ended (rulebook 19.16). */
export function Signatures({ auction }: { readonly auction: AuctionView }) {
  const held = useAuctions(({ bids }) => bids)
  // A sold offer has nothing left that a signature could buy.
  const isSold = auction.outcome === 'SOLD'
  const bids = useMemo(() => (isSold ? [] : endedBids(auction.id, held.values())), [auction.id, isSold, held])
  const [isAwaited, setIsAwaited] = useState(false)
  const { read, again } = useSignatures(bids, isAwaited)
  if (bids.length === 0 || read === undefined) return null
  if (read.failed !== undefined)
    return (
      <section className={styles['part']} aria-label="Signatures">
        <p className={styles['line']}>
          <span className={styles['trouble']}>Your earlier signatures could not be checked at the contract. {read.failed}</span>
          <Button size="small" onClick={again}>
            Try again
          </Button>
        </p>
      </section>
    )
  const valid = read.states.flatMap((state) => {
    const bid = bids.find(({ id }) => id === state.id)
    const line = bid === undefined ? undefined : signatureLine(bid, state, auction)
    return line === undefined ? [] : [{ ...line, state }]
  })
  if (valid.length === 0) return null
  return (
    <section className={styles['part']} aria-label="Signatures">
      {valid.map(({ bid, title, text, state }) => (
        <div key={bid.id} className={styles['signature']}>
          <CircleAlert size={14} aria-hidden="true" />
          <p>
            <b>{title}</b>
            <span className={styles['muted']}>{text}</span>
            <CancelNonce auction={auction} state={state} onSent={() => setIsAwaited(true)} />
          </p>
        </div>
      ))}
    </section>
  )
}

type CancelNonceProps = { readonly auction: AuctionView; readonly state: BidSignatureView; readonly onSent: () => void }

/** Only the signer can cancel a nonce, with a transaction of its own wallet. */
export function CancelNonce({ auction, state: { nonce, signatory }, onSent }: CancelNonceProps) {
  const [said, setSaid] = useState<string>()
  const { isBusy, run } = useAttempt((error) => setSaid(errorMessage(error)))
  const { chain_id: chainId, verifying_contract: swap } = auction.domain
  const cancel = () =>
    run(async () => {
      const hash = await cancelNonceInBrowser({ signatory, nonce, chainId, swap })
      setSaid(`Sent as ${addressText(hash)}. The signature is void once the transaction is in a block.`)
      onSent()
    })
  const reason =
    browserProvider() === undefined
      ? `No wallet was found in this browser. Only ${addressText(signatory)} can cancel the nonce, with cancelNonce at the contract.`
      : undefined
  return (
    <>
      <Button size="small" isBusy={isBusy} disabledReason={reason} onClick={() => void cancel()}>
        Cancel nonce on chain
      </Button>
      {said !== undefined && (
        <span className={styles['muted']} role="status">
          {said}
        </span>
      )}
    </>
  )
}
