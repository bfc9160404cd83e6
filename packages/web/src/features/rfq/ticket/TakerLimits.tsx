import type { Level } from '@parley/client'
import type { Structure } from '@parley/core'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ageText } from '../../../components/time-text.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { useLive } from '../../../live/store.ts'
import { useNow } from '../../../live/use-live.ts'
import { classNames } from '../../../theme/class-names.ts'
import { signedText } from '../../market-data/figure-text.ts'
import { priceDecimals, priceText } from '../../structure/structure-text.ts'
import { type Hit, hitCost, hitOf, hitWords, isAsGood, limitWords, takerLimits } from './taker-limits.ts'
import styles from './TakerLimits.module.css'
import type { Maker } from './use-maker-form.ts'
import type { QuotedSide, useQuoting } from './use-quoting.ts'
import { ARMED_MS } from './use-arm.ts'

type TakerLimitsProps = {
  readonly rfq: DirectRfq
  readonly structure: Structure
  readonly maker: Maker
  readonly quoting: ReturnType<typeof useQuoting>
  /** Why nothing can be sent at all. */
  readonly closed: string | undefined
}

/** Above all else in a maker's ticket: the taker has named a price (rulebook 8.4), and one order of the maker's deals it. */
export function TakerLimits(props: TakerLimitsProps) {
  const { rfq } = props
  const limits = takerLimits(
    rfq,
    useLive((live) => live.levelsByRfq.get(rfq.id)),
  )
  if (limits.length === 0) return null
  return (
    <section className={styles['limits']} aria-label="The taker’s limit">
      {limits.map((limit) => (
        <Limit key={limit.id} {...props} limit={limit} />
      ))}
    </section>
  )
}

function Limit({ limit, rfq, maker, ...props }: TakerLimitsProps & { readonly limit: Level }) {
  const now = useNow(1_000)
  const decimals = priceDecimals(rfq)
  const versus = maker.mark === undefined ? '' : `${signedText(Number(limit.price) - maker.mark, decimals)} vs mark · `
  return (
    <div className={classNames(styles['limit'], limit.side === 'BUY' ? styles['bid'] : styles['ask'])}>
      <p>
        <b>{limitWords(limit, decimals)}</b>
        <small>{`${versus}${ageText(now - limit.updatedAt)}`}</small>
      </p>
      <HitButton {...props} rfq={rfq} maker={maker} limit={limit} />
    </div>
  )
}

/** The first press asks and the second deals, as for a taker: a limit that grew worse in between is asked about anew. */
function HitButton({ limit, rfq, structure, maker, quoting, closed }: TakerLimitsProps & { readonly limit: Level }) {
  const { open, account, sending, check } = quoting
  const decimals = priceDecimals(rfq)
  const side = limit.side === 'BUY' ? 'SELL' : 'BUY'
  const hit = hitOf(limit, { wanted: maker.quantity[side], open, structure, markOf: maker.markOf })
  const noAccount = account.of(side) === undefined ? 'There is no account for it: choose one below.' : undefined
  const reason = closed ?? noAccount ?? reasonOf(hit, check)
  const { isAsking, press } = useTwoPresses(hit, () => {
    if (hit.state !== 'CAN') return
    const draft: QuotedSide = { ...hit.draft, price: hit.price, rests: hit.quantity }
    void quoting.send([draft])
  })
  return (
    <Button
      kind={side === 'BUY' ? 'buy' : 'sell'}
      size="trade"
      isBusy={sending.isBusy}
      disabledReason={reason}
      title="An order of yours at that price. If the limit is gone when it arrives, it rests as your quote."
      onClick={press}
    >
      <b>
        {hit.state === 'CAN'
          ? `${isAsking && reason === undefined ? 'Again' : 'Hit'}: ${hitWords(hit, decimals)}`
          : `Hit: ${side === 'BUY' ? 'buy' : 'sell'} @ ${priceText(hit.price, decimals)}`}
      </b>
      <small>{hit.state === 'CAN' ? `${hitCost(hit, rfq)}${insteadOf(hit, decimals)}` : hit.reason}</small>
    </Button>
  )
}

const insteadOf = ({ replaces, side }: Hit & { state: 'CAN' }, decimals: number): string =>
  replaces === undefined ? '' : ` · in place of your ${side === 'BUY' ? 'bid' : 'ask'} ${priceText(replaces.price, decimals)}`

function reasonOf(hit: Hit, check: TakerLimitsProps['quoting']['check']): string | undefined {
  return hit.state === 'CANNOT' ? hit.reason : check([hit.draft])[0]?.refused?.message
}

/** Armed at what the button said. The second press deals if that is still so or has become better; else it asks anew. */
function useTwoPresses(hit: Hit, deal: () => void) {
  const [armed, setArmed] = useState<{ readonly price: string; readonly quantity: string }>()
  useEffect(() => {
    if (armed === undefined) return
    const over = setTimeout(() => setArmed(undefined), ARMED_MS)
    return () => clearTimeout(over)
  }, [armed])
  const isAsking =
    armed !== undefined && hit.state === 'CAN' && armed.quantity === hit.quantity && isAsGood(hit.side, hit.price, armed.price)
  const press = () => {
    if (hit.state !== 'CAN') return
    setArmed(isAsking ? undefined : { price: hit.price, quantity: hit.quantity })
    if (isAsking) deal()
  }
  return { isAsking, press }
}
