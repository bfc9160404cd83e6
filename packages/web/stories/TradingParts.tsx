import { useMemo, type ReactNode } from 'react'
import { Refused } from '../src/components/Refused.tsx'
import { SelectionBar } from '../src/features/blotter/queue/SelectionBar.tsx'
import type { QueueOutcome } from '../src/features/blotter/queue/use-queue-sending.ts'
import { markFromWire } from '../src/features/market-data/mark-from-wire.ts'
import { MakerGrid } from '../src/features/rfq/ticket/MakerGrid.tsx'
import { Peg } from '../src/features/rfq/ticket/Peg.tsx'
import { usePegs, type Peg as PegState } from '../src/features/rfq/ticket/peg-runner.ts'
import { structureOfRfq } from '../src/features/structure/structure-of-rfq.ts'
import { type DirectRfq, isDirect } from '../src/live/audiences.ts'
import { useLive } from '../src/live/store.ts'
import { FORWARD, idOf, instruments, marks, NEAR } from '../test/chain-example.ts'
import { legOf, orderOf, rfqOf } from '../test/model.ts'
import styles from './Components.module.css'

const none = () => undefined
const now = Date.now()

const Box = ({ title, width = 372, children }: { readonly title: string; readonly width?: number; readonly children: ReactNode }) => (
  <section className={styles['box']} style={{ width }}>
    <h2 className={styles['title']}>{title}</h2>
    {children}
  </section>
)

/** `?screen=trading-parts`: the parts of a ticket and the queue, in states that are brief in a live market. */
export function TradingParts() {
  return (
    <div className={styles['page']}>
      <Box title="Refused">
        <Refused words="Price is off tick 0.0001. Accepted: 0.0427 or 0.0428" />
      </Box>
      <Makers />
      <Pegs />
      <Box title="The foot of the queue, after its press" width={900}>
        <SelectionBar
          chosen={[]}
          knobs={{ width: '1.0', skew: '0', least: '2', size: 'FULL' }}
          reason={undefined}
          outcomes={outcomes}
          onKnobs={none}
          onSend={none}
          onClear={none}
          onWithdraw={none}
        />
      </Box>
    </div>
  )
}

const rfq = { id: 'r_1', audience: 'DIRECT', number: undefined } as const

const outcomes: readonly QueueOutcome[] = [
  { id: 'a', rfq, name: 'BTC Put 18 DEC · 85k', at: now, tone: 'SENT', words: 'Bid 25 @ 0.0144, Ask 25 @ 0.0162 sent' },
  { id: 'b', rfq, name: 'ETH Straddle 25 DEC · 3,000', at: now, tone: 'DONE', words: 'Bid 500 @ 0.1482, Ask 500 @ 0.1530 accepted' },
  { id: 'c', rfq, name: 'BTC Strangle 29 JAN · 80k / 105k', at: now, tone: 'REFUSED', words: 'Ask refused: your limit q30 allows 20 more' },
]

/** All makers quoting, one side only, and none: the grid shows the reasons. */
function Makers() {
  const asked = useMemo(() => [...useLive.getState().rfqs.values()].filter(isDirect).filter(({ role, state }) => role === 'TAKER' && state === 'OPEN'), []) // prettier-ignore
  return asked.map((rfq) => (
    <Box key={rfq.id} title={`Makers · ${rfq.description}`}>
      <MakerGrid rfq={rfq} onPick={none} />
    </Box>
  ))
}

const pegged = (id: string): DirectRfq =>
  rfqOf({ id, role: 'MAKER', quantity: '50', legs: [legOf({ instrumentId: idOf(NEAR, 90_000, 'CALL'), instrumentName: 'BTC-90000-C' })] })

const ended = (why: Extract<PegState, { state: 'OFF' }>['why']): PegState => ({ state: 'OFF', why, at: now, more: undefined })
const pegStates: readonly (readonly [what: string, peg: PegState | undefined])[] = [
  ['off, with what it would do', undefined],
  ['stopped by its band', ended('BAND_LEFT')],
  ['stopped by old marks', ended('MARKS_STALE')],
  ['switched off', ended('BY_HAND')],
]

function Pegs() {
  const rfqs = useMemo(() => {
    const all = pegStates.map(([what, peg]) => ({ what, peg, rfq: pegged(`r_${what}`) }))
    usePegs.setState({ pegs: new Map(all.flatMap(({ rfq, peg }) => (peg === undefined ? [] : [[rfq.id, peg] as const]))) })
    return all
  }, [])
  return rfqs.map(({ what, rfq }) => {
    const structure = structureOfRfq(rfq, instruments)
    if (structure === undefined) return null
    const quote = (side: 'BUY' | 'SELL', price: string) => orderOf({ rfqId: rfq.id, side, price, quantity: '50' })
    return (
      <Box key={what} title={`Peg, ${what}`}>
        <Peg
          rfq={rfq}
          structure={structure}
          maker={{ canVol: true, markOf: (id) => markFromWire(marks.get(id), FORWARD, now) }}
          open={{ BUY: quote('BUY', '0.0395'), SELL: quote('SELL', '0.0405') }}
          closed={undefined}
        />
      </Box>
    )
  })
}
