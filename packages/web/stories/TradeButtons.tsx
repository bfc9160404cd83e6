import { useState } from 'react'
import { Button } from '../src/components/Button.tsx'
import { TradeButton } from '../src/features/order-entry/TradeButton.tsx'
import type { OrderLabels } from '../src/features/order-entry/order-labels.ts'
import { OutcomeLine } from '../src/features/rfq/ticket/SideOutcomes.tsx'
import styles from './Components.module.css'

type State = Partial<Parameters<typeof TradeButton>[0]>

const none = () => undefined
const at = Date.now()
const pressed = {}

const large: OrderLabels = {
  title: 'Buy 20,000,000 · limit 91,339.19',
  again: 'Again: Buy 20,000,000 @ 91,339.19',
  busy: 'Buying 20,000,000 @ 91,339.19…',
  money: 'buy $20,000,000 04 DEC 26',
  last: '+20.35 vs mark',
  sentence: '',
}

/** `?screen=trade-buttons`: most of these states are brief in a live market. */
const states: readonly (readonly [what: string, state: State])[] = [
  ['idle', {}],
  ['1-click', { isOneClick: true }],
  ['armed', { state: 'ARMED', armedAt: pressed }],
  ['armed, then worse', { state: 'WORSE', worse: '0.0416 → 0.0418' }],
  ['worse accepted', { state: 'ARMED', worse: '0.0416 → 0.0418', armedAt: pressed }],
  ['unusual price', { isGuarded: true }],
  ['on its way', { isSending: true }],
  ['the other is on its way', { reason: 'Your order on the other side is being sent.' }],
  ['large figures', { words: large }],
  ['large figures, armed, then worse', { words: large, state: 'ARMED', worse: '91,339.19 → 91,350.00', armedAt: pressed }],
  ['refused', { words: undefined, reason: 'What rests is at least the minimum block: 12.5' }],
]

const wordsOf = (verb: 'Buy' | 'Sell'): OrderLabels => ({
  title: `${verb} 50 · limit 0.0416`,
  again: `Again: ${verb} 50 @ 0.0416`,
  busy: `${verb}ing 50 @ 0.0416…`,
  money: `avg 0.04144 · ${verb === 'Buy' ? 'pay' : 'get'} 2.072 BTC`,
  last: '+0.0003 vs mark',
  sentence: '',
})

export function TradeButtons() {
  const [turn, setTurn] = useState(0)
  return (
    <div className={styles['page']}>
      <section className={styles['box']}>
        <h2 className={styles['title']}>Buy and Sell</h2>
        <div className={styles['line']}>
          <Button onClick={() => setTurn(turn + 1)}>Begin the arms anew</Button>
        </div>
        {states.map(([what, state]) => (
          <div key={`${what} ${turn}`} className={styles['line']}>
            <span className={styles['name']}>{what}</span>
            {(['BUY', 'SELL'] as const).map((side) => (
              <span key={side} style={{ display: 'grid', width: 190 }}>
                <TradeButton
                  {...{ side, words: wordsOf(side === 'BUY' ? 'Buy' : 'Sell'), title: side === 'BUY' ? 'Buy 50' : 'Sell 50' }}
                  {...{ reason: undefined, isReasonSaid: false, state: 'IDLE', worse: undefined, isOneClick: false, isGuarded: false }}
                  {...{ isSending: false, armedAt: undefined, onFocus: none, onPress: none, onAttention: none }}
                  {...state}
                />
              </span>
            ))}
          </div>
        ))}
      </section>
      <section className={styles['box']}>
        <h2 className={styles['title']}>What became of each side</h2>
        <OutcomeLine outcome={{ tone: 'SENT', words: 'Bid 12.5 @ 0.0413 sent', at, more: undefined }} />
        <OutcomeLine outcome={{ tone: 'DONE', words: 'Ask 12.5 @ 0.0418 accepted', at, more: undefined }} />
        <OutcomeLine
          outcome={{ tone: 'REFUSED', words: 'Bid 5 @ 0.0413 refused: what is to trade is at least 12.5', at, more: undefined }}
        />
        <OutcomeLine outcome={{ tone: 'GONE', words: 'Bid cancelled by q30', at, more: undefined }} />
      </section>
    </div>
  )
}
