import type { Side } from '@parley/client'
import { Zap } from 'lucide-react'
import { Fragment, useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { classNames } from '../../theme/class-names.ts'
import { type OrderLabels, phrasesOf } from './order-labels.ts'
import { useSettledPress } from './settled-press.ts'
import type { PressState } from './trade-press.ts'
import { ASKS_APPROVAL } from './approval.ts'
import styles from './TradeButton.module.css'

/** The pointer is on it, or it waits for its second click or is edited. */
export type Attention = 'OVER' | 'ARMED' | undefined

type TradeButtonProps = {
  readonly side: Side
  /** The look of an order that buys and sells at once. */
  readonly kind?: 'primary'
  /** Undefined if there is nothing to send. `title` then shows what is known. */
  readonly words: OrderLabels | undefined
  readonly title: string
  readonly reason: string | undefined
  /** As much of the reason as the button has room for. By default all of it. */
  readonly fitting?: string | undefined
  /** The reason is already shown above the buttons. */
  readonly isReasonSaid: boolean
  readonly state: PressState
  /** The change for the worse since the last click, or the one that it accepted. */
  readonly worse: string | undefined
  /** One click trades. */
  readonly isOneClick: boolean
  /** Its price guard has a message. */
  readonly isGuarded: boolean
  /** A colleague has to approve the order (rulebook 11.14). */
  readonly needsApproval?: boolean
  /** Its own order is being sent. */
  readonly isSending: boolean
  /** A new value restarts the bar. */
  readonly armedAt: object | undefined
  readonly onFocus?: () => void
  readonly onPress: () => void
  /** Called when the pointer enters or leaves, and when the button starts or stops waiting for its second click. */
  readonly onAttention?: (side: Side, attention: Attention) => void
}

/** The button shows what it sends. It never moves and keeps its size. */
export function TradeButton(props: TradeButtonProps) {
  const { side, words, reason, state, worse, isSending } = props
  const isArmed = state === 'ARMED' && reason === undefined && !isSending
  const attention = useAttentionSaid(side, state !== 'IDLE' && reason === undefined, props.onAttention)
  const settled = useSettledPress()
  const title = words === undefined ? props.title : isSending ? words.busy : isArmed ? words.again : words.title
  return (
    <>
      <Button
        kind={props.kind ?? (side === 'BUY' ? 'buy' : 'sell')}
        size="trade"
        className={classNames(styles['trade'], (props.isGuarded || worse !== undefined) && reason === undefined && styles['amber'])}
        data-ticket-side={side.toLowerCase()}
        // With 1-click a single letter would trade, so the shortcut only focuses the button.
        data-pressed-by-key={props.isOneClick ? undefined : ''}
        keyOf={side === 'BUY' ? 'buy' : 'sell'}
        isBusy={isSending}
        disabledReason={isSending ? undefined : reason}
        onClick={(event) => settled.isAimed(event) && props.onPress()}
        onFocus={props.onFocus}
        onPointerEnter={(event) => {
          settled.onPointerEnter(event)
          attention.onPointerEnter()
        }}
        onPointerLeave={() => {
          settled.onPointerLeave()
          attention.onPointerLeave()
        }}
      >
        <b className={isArmed ? styles['again'] : undefined}>
          {props.isOneClick && reason === undefined && <Zap size={12} className={styles['zap']} role="img" aria-label="1-click:" />}{' '}
          <Phrases text={title} />
        </b>
        {reason !== undefined && !isSending ? (
          !props.isReasonSaid && <small aria-hidden="true">{props.fitting ?? reason}</small>
        ) : (
          <>
            <small>{words !== undefined && <Phrases text={props.needsApproval ? ASKS_APPROVAL : words.money} />}</small>
            {worse === undefined || isSending ? (
              <small>{words !== undefined && <Phrases text={words.last} />}</small>
            ) : (
              <small className={styles['worse']}>{worse}</small>
            )}
          </>
        )}
        {isArmed && <i key={keyOf(props.armedAt)} className={styles['bar']} aria-hidden="true" />}
      </Button>
      <span className="visually-hidden" role="status">
        {worse === undefined || isSending
          ? ''
          : isArmed
            ? `${worse}. Press again to accept it.`
            : `${worse}. You will be asked to confirm again.`}
      </span>
    </>
  )
}

const Phrases = ({ text }: { readonly text: string }) =>
  phrasesOf(text).map((phrase, at) => (
    <Fragment key={at}>
      {at > 0 && ' '}
      <span className={styles['phrase']}>{phrase}</span>
    </Fragment>
  ))

function useAttentionSaid(side: Side, isAsking: boolean, onAttention: TradeButtonProps['onAttention']) {
  const [isOver, setIsOver] = useState(false)
  const attention = isOver ? 'OVER' : isAsking ? 'ARMED' : undefined
  useEffect(() => onAttention?.(side, attention), [onAttention, side, attention])
  // A button that is removed under the pointer gets no leave event.
  useEffect(() => () => onAttention?.(side, undefined), [onAttention, side])
  return { onPointerEnter: () => setIsOver(true), onPointerLeave: () => setIsOver(false) }
}

const keys = new WeakMap<object, number>()
let lastKey = 0
/** A number for each click. */
function keyOf(press: object | undefined): number {
  if (press === undefined) return 0
  const known = keys.get(press) ?? (lastKey += 1)
  keys.set(press, known)
  return known
}
