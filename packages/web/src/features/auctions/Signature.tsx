import type { AuctionView, VaultBidView } from '@parley/contracts'
import { Check, CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../components/Button.tsx'
import { Spinner } from '../../components/Spinner.tsx'
import { clockText } from '../../components/time-text.ts'
import { classNames } from '../../theme/class-names.ts'
import { approvalFor } from './approval.ts'
import { addressText, amountText, bidText, chainName, unitText } from './auction-text.ts'
import styles from './AuctionTicket.module.css'
import { type Bidding, isCovered, isFunded, type Trouble } from './use-bidding.ts'

type Built = Extract<Bidding, { readonly step: 'READING' | 'SIGNING' | 'SENDING' }>
type SignatureProps = {
  readonly auction: AuctionView
  readonly bidding: Bidding
  readonly trouble: Trouble | undefined
  /** The open bid of the desk. */
  readonly live: VaultBidView | undefined
  /** Why nothing can be sent, whatever is signed. */
  readonly closed: string | undefined
  readonly onSign: (built: Built) => void
  /** Undefined if the signer cannot send a transaction. */
  readonly onApprove: ((built: Built) => void) | undefined
  readonly onReadAgain: (built: Built) => void
  readonly onCancel: () => void
}

type Mark = 'DONE' | 'NOW' | 'LATER' | 'WRONG'

/** The steps of a bid: prepared, covered, signed and sent. Before the signature, everything that it agrees to is listed in sentences. */
export function Signature({ auction, bidding, trouble, live, closed, onSign, onApprove, onReadAgain, onCancel }: SignatureProps) {
  const isBuilt = bidding.step !== 'TYPING' && bidding.step !== 'BUILDING'
  const isWaiting = isBuilt && bidding.step !== 'SENT'
  return (
    <>
      {isBuilt && <Steps auction={auction} bidding={bidding} />}
      {isWaiting && <Words of={bidding} />}
      {(isWaiting || trouble !== undefined) && (
        <div className={classNames(isWaiting && styles['foot'])}>
          {trouble !== undefined && <TroubleLine trouble={trouble} />}
          {isWaiting && <Buttons {...{ auction, live, closed, onSign, onApprove, onReadAgain, onCancel }} built={bidding} />}
        </div>
      )}
      {bidding.step === 'SENT' && <Button onClick={onCancel}>Bid again</Button>}
    </>
  )
}

/** Scrolled into view when it appears, even in a low window, so that no user signs without seeing it. */
function Words({ of: { pricing } }: { readonly of: Built }) {
  const list = useRef<HTMLUListElement>(null)
  // Some browsers return a value from `scrollIntoView`, which must not become the cleanup of the effect.
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [pricing.nonce])
  return (
    <ul ref={list} className={styles['words']} aria-label="What you sign">
      {pricing.in_words.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

const TroubleLine = ({ trouble: { words, remedy } }: { readonly trouble: Trouble }) => (
  <p className={styles['trouble']} role="alert">
    <CircleAlert size={14} aria-hidden="true" /> {words}
    {remedy !== undefined && (
      <span className={styles['remedy']}>
        <Button size="small" onClick={remedy.apply}>
          {remedy.label}
        </Button>
      </span>
    )}
  </p>
)

function Steps({
  auction,
  bidding,
}: {
  readonly auction: AuctionView
  readonly bidding: Exclude<Bidding, { step: 'TYPING' | 'BUILDING' }>
}) {
  const { pricing, wallet, builtAt, step } = bidding
  const token = { decimals: auction.bidding_token.decimals }
  const pay = `${amountText(pricing.sell_amount, token)} ${unitText(auction)}`
  const covered = isCovered(bidding)
  const funded = isFunded(bidding)
  const allowance = covered
    ? `Allowance covers ${pay}`
    : `Allowance is ${amountText(wallet.allowance, token)} ${unitText(auction)}; this bid needs ${pay}`
  const balance = funded
    ? `Balance ${amountText(wallet.balance, token)} ${unitText(auction)}`
    : `Balance is only ${amountText(wallet.balance, token)} ${unitText(auction)}`
  return (
    <>
      <div className={styles['line']}>
        <h3>Signature</h3>
        <span className={styles['muted']}>EIP-712 · wallet {addressText(pricing.signer_wallet)}</span>
      </div>
      <ol className={styles['steps']}>
        <Step mark="DONE" after={clockText(builtAt)}>
          Bid prepared
        </Step>
        <Step mark={covered ? 'DONE' : 'WRONG'}>{allowance}</Step>
        <Step mark={funded ? 'DONE' : 'WRONG'}>{balance}</Step>
        <Step mark={step === 'READING' ? 'LATER' : step === 'SIGNING' ? 'NOW' : 'DONE'}>
          {step === 'READING' ? 'Awaiting signature' : step === 'SIGNING' ? 'Waiting for your wallet to sign' : 'Signed'}
        </Step>
        <Step
          mark={step === 'SENT' ? 'DONE' : step === 'SENDING' ? 'NOW' : 'LATER'}
          after={step === 'SENT' ? clockText(bidding.sentAt) : undefined}
        >
          {step === 'SENT' ? 'Sent, sealed until the auction closes' : 'Sent to the auction'}
        </Step>
      </ol>
      <p className={styles['facts']}>
        <span>
          {chainName(auction.domain.chain_id)} · swap {auction.swap_id}
        </span>
        <span>
          buy <b>{pricing.quantity}</b> · pay <b>{pay}</b>
        </span>
      </p>
    </>
  )
}

const saidOf: Readonly<Record<Mark, string>> = { DONE: 'done', NOW: 'in progress', LATER: 'pending', WRONG: 'failed' }

function Step({ mark, after, children }: { readonly mark: Mark; readonly after?: string | undefined; readonly children: ReactNode }) {
  return (
    <li className={styles[mark.toLowerCase()]}>
      <span className={styles['mark']}>
        {mark === 'DONE' && <Check size={11} aria-hidden="true" />}
        {mark === 'NOW' && <Spinner size={13} />}
        {mark === 'WRONG' && <CircleAlert size={13} aria-hidden="true" />}
        <span className="visually-hidden">{saidOf[mark]}:</span>
      </span>
      <span>{children}</span>
      {after !== undefined && <span className={styles['muted']}>{after}</span>}
    </li>
  )
}

type ButtonsProps = Omit<SignatureProps, 'bidding' | 'trouble'> & { readonly built: Built }

function Buttons({ built, auction, live, closed, onSign, onApprove, onReadAgain, onCancel }: ButtonsProps) {
  const isBusy = built.step !== 'READING'
  const covered = isCovered(built)
  const reason = covered
    ? isFunded(built)
      ? undefined
      : 'The wallet balance is too low for this bid.'
    : 'The swap contract’s allowance is too low for this bid.'
  const approval = `${amountText(approvalFor(auction, built.pricing.sell_amount), auction.bidding_token)} ${unitText(auction)}`
  const canApprove = !covered && onApprove !== undefined
  return (
    <div className={styles['buttons']}>
      {canApprove && (
        <p className={styles['muted']}>
          Approvals are public on the chain. This one is based on the reserve price and the size on sale, so it does not reveal your bid.
        </p>
      )}
      {canApprove && <Button onClick={() => onApprove(built)}>Approve {approval} in your wallet</Button>}
      {reason !== undefined && <Button onClick={() => onReadAgain(built)}>Refresh wallet</Button>}
      <Button kind="primary" size="large" isBusy={isBusy} disabledReason={closed ?? reason} onClick={() => onSign(built)}>
        {live === undefined ? 'Sign and bid' : `Sign and replace ${bidText(live)}`}
      </Button>
      <Button size="large" disabledReason={built.step === 'SENDING' ? 'The bid is being sent.' : undefined} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
