import { credentialCalls, type AuctionView, type VaultBidView } from '@parley/contracts'
import { EyeOff, Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { links } from '../../components/links.ts'
import { PasswordInput } from '../../components/PasswordInput.tsx'
import { Remark } from '../../components/Remark.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { Select } from '../../components/Select.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { client } from '../../live/api.ts'
import { type Loadable, errorMessage } from '../../live/loadable.ts'
import { useUser } from '../../live/session.ts'
import { useTradeReason } from '../../live/trade-reasons.ts'
import { useNow } from '../../live/use-live.ts'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { useAuctions } from './auction-store.ts'
import { unitText } from './auction-text.ts'
import styles from './AuctionTicket.module.css'
import { BidFields, type Entered } from './BidFields.tsx'
import type { ClearingBefore } from './bid-scale.ts'
import { type Model, volOf } from './bid-figures.ts'
import { browserProvider } from './browser-wallet.ts'
import { PriceOnceMore } from '../order-entry/PriceOnceMore.tsx'
import { useTypedAgain } from '../order-entry/typed-again.ts'
import { costText, guardBidText } from './bid-guard-text.ts'
import { Signature } from './Signature.tsx'
import { WalletLine } from './WalletLine.tsx'
import { WhatChanges } from './WhatChanges.tsx'
import { type Bidding, type SignerKind, useBidding } from './use-bidding.ts'

type EntryProps = {
  readonly auction: AuctionView
  readonly model: Model | undefined
  /** The open bid of the desk, which a new one replaces. */
  readonly live: VaultBidView | undefined
  readonly before: ClearingBefore | undefined
}

/** The desk's wallets at an auction's contract. If there are any for its bidding token, only those. */
async function readWallets(swap: string, token: string): Promise<readonly string[]> {
  const at = async (query: { readonly swap_address: string; readonly bidding_token?: string }) => {
    const { results } = await client.call(credentialCalls.listRibbonCredentials, { query })
    return results.toSorted((a, b) => Number(b.is_default) - Number(a.is_default)).map(({ name }) => name)
  }
  const forToken = await at({ swap_address: swap, bidding_token: token })
  return forToken.length > 0 ? forToken : at({ swap_address: swap })
}

function useWallets(auction: AuctionView): Loadable<readonly string[]> {
  const [wallets, setWallets] = useState<Loadable<readonly string[]>>({ state: 'LOADING' })
  const [tries, setTries] = useState(0)
  const { id, domain, bidding_token: token } = auction
  const [swap, symbol] = [domain.verifying_contract, token.symbol]
  useEffect(() => {
    let isLeft = false
    const update = (found: Loadable<readonly string[]>) => isLeft || setWallets(found)
    readWallets(swap, symbol).then(
      (data) => update({ state: 'LOADED', data }),
      (error: unknown) => update({ state: 'FAILED', words: errorMessage(error), retry: () => setTries((count) => count + 1) }),
    )
    return () => {
      isLeft = true
    }
  }, [id, swap, symbol, tries])
  return wallets
}

export function BidEntry(props: EntryProps) {
  const { auction } = props
  const wallets = useWallets(auction)
  if (wallets.state === 'LOADING') return <Skeleton lines={3} label="Loading your wallets" />
  if (wallets.state === 'FAILED') return <CouldNotLoad what="your wallets" words={wallets.words} retry={wallets.retry} />
  const [first] = wallets.data
  return first === undefined ? <NoWallet /> : <Entry {...props} wallets={wallets.data} first={first} />
}

const NoWallet = () => (
  <Empty
    icon={Wallet}
    title="No bidding wallet"
    text="Bids are paid from a wallet of your desk. An administrator can add its address, never its key, on the dashboard under Venue accounts."
    action={
      <a className={styles['link']} href={`${links.dashboard}venue-accounts`} target="_blank" rel="noreferrer">
        Open Venue accounts
      </a>
    }
  />
)

function Entry({
  auction,
  model,
  live,
  before,
  wallets,
  first,
}: EntryProps & { readonly wallets: readonly string[]; readonly first: string }) {
  const ticker = useUser().trading_desk?.ticker ?? ''
  const isSimulated = useAuctions(({ chain }) => chain?.is_simulated === true)
  const [price, setPrice] = useState<Entered>('')
  const [quantity, setQuantity] = useState<Entered>(auction.quantity)
  const [account, setAccount] = useState(first)
  const [signer, setSigner] = useState<SignerKind>(isSimulated && browserProvider() === undefined ? 'TEST' : 'BROWSER')
  const [key, setKey] = useState('')
  const { bidding: made, trouble, build, sign, approve, readWallet, reset } = useBidding()
  const sentId = made.step === 'SENT' ? made.bid.id : undefined
  // A bid that was cancelled, here or elsewhere, no longer counts as sent, and the form is empty again.
  const stands = useAuctions(({ bids }) => sentId === undefined || bids.get(sentId)?.state === 'OPEN')
  const bidding: Bidding = stands ? made : { step: 'TYPING' }
  const closed = useTradeReason()
  const typedAgain = useTypedAgain(price ?? '')
  const isPriced = price !== undefined && Number(price) > 0
  const vol = useVol(auction, model, price)
  const guard = isPriced ? guardBidText(auction, model, { price, vol, isTypedAgain: typedAgain.is(price) }) : undefined
  const isTyping = bidding.step === 'TYPING' || bidding.step === 'BUILDING'
  const terms = {
    ...{ auction: auction.id, account, price: price ?? '', isDelegated: signer === 'DELEGATE_KEY' },
    quantity: auction.awards === 'ONE' ? undefined : quantity,
  }
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      if (bidding.step !== 'BUILDING') reset()
      set(value)
    }
  return (
    <section className={styles['part']} aria-label="Bid">
      <BidFields {...{ auction, model, price, quantity, vol, before }} onPrice={changed(setPrice)} onQuantity={changed(setQuantity)} />
      {isPriced && bidding.step !== 'SENT' && <WhatChanges live={live} next={{ price, quantity: quantity ?? '' }} />}
      <p className={styles['muted']}>
        <EyeOff size={13} aria-hidden="true" /> Bids are sealed until the auction closes. You can cancel your bid until then.
      </p>
      {wallets.length > 1 && (
        <Select label="Wallet" value={account} options={wallets.map((value) => ({ value, label: value }))} onChange={changed(setAccount)} />
      )}
      <WalletLine auction={auction} account={account} />
      <SignerChoice {...{ signer, isSimulated, ticker }} value={key} onSigner={changed(setSigner)} onKey={setKey} />
      <Signature
        {...{ auction, bidding, trouble, live, closed }}
        onSign={(built) => void sign(built, auction.id, { kind: signer, key, ticker })}
        onApprove={signer === 'BROWSER' ? (built) => void approve(built, auction, account) : undefined}
        onReadAgain={(built) => void readWallet(built, auction.id, account)}
        onCancel={reset}
      />
      <Remark tone="warn" role="status">
        {closed}
      </Remark>
      {isTyping && guard?.says !== undefined && (
        <p className={styles['far']} role="status">
          {guard.says}. {model === undefined ? '' : costText(auction, model, price ?? '', quantity ?? '')}
        </p>
      )}
      {isTyping && guard?.isTypedTwice === true && <PriceOnceMore of="Price" typed={typedAgain} step="1" />}
      {isTyping && (
        <Button
          kind="primary"
          size="large"
          isBusy={bidding.step === 'BUILDING'}
          disabledReason={closed ?? refusalOf(auction, price, quantity) ?? guard?.reason}
          onClick={() => void build(terms)}
        >
          Review bid
        </Button>
      )}
    </section>
  )
}

/** The reason why the typed values are not valid. The server checks everything else. */
function refusalOf(auction: AuctionView, price: Entered, quantity: Entered): string | undefined {
  if (price === undefined || price === '' || !(Number(price) > 0)) return 'Enter a price.'
  if (Number(price) < Number(auction.min_price)) return `The minimum price is ${auction.min_price} ${unitText(auction)}.`
  if (auction.awards === 'ONE') return undefined
  if (quantity === undefined || quantity === '') return 'Enter an amount.'
  return Number(quantity) < Number(auction.min_bid_size) ? `The minimum amount is ${auction.min_bid_size}.` : undefined
}

/** The vol of the typed price, a fraction; undefined without one. */
function useVol(auction: AuctionView, model: Model | undefined, price: Entered): number | undefined {
  const now = useNow(10_000)
  const typed = Number(price)
  return model === undefined || !(typed > 0) ? undefined : volOf(auction, typed, model.forward, now)
}

type SignerChoiceProps = {
  readonly signer: SignerKind
  readonly isSimulated: boolean
  readonly ticker: string
  readonly value: string
  readonly onSigner: (signer: SignerKind) => void
  readonly onKey: (key: string) => void
}

function SignerChoice({ signer, isSimulated, ticker, value, onSigner, onKey }: SignerChoiceProps) {
  const options = [
    { value: 'BROWSER', label: 'Browser wallet' },
    { value: 'DELEGATE_KEY', label: 'Delegate key' },
    ...(isSimulated ? [{ value: 'TEST', label: 'Test wallet' } as const] : []),
  ] as const
  return (
    <>
      <Segmented<SignerKind> label="Signed by" value={signer} options={options} onChange={onSigner} />
      {signer === 'TEST' && (
        <p className={styles['muted']}>
          This chain is simulated and its tokens have no value. The key of {ticker}’s test wallet is public.
        </p>
      )}
      {signer === 'DELEGATE_KEY' && (
        <PasswordInput
          label="Delegate private key"
          hint="A key that your wallet has authorised on the contract. It is kept in this page only."
          size="medium"
          value={value}
          onChange={(event) => onKey(event.target.value)}
        />
      )}
    </>
  )
}
