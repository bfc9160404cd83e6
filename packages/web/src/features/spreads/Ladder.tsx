import type { Price } from '@parley/core'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Select } from '../../components/Select.tsx'
import { runKey } from '../../components/key-table.ts'
import { useScreenKeys } from '../../components/use-screen-keys.ts'
import { classNames } from '../../theme/class-names.ts'
import { ink } from '../../theme/ink.ts'
import { groupedText } from '../market-data/figure-text.ts'
import styles from './Ladder.module.css'
import { type LadderView, ladderRungs, middleOf, rungTicks, ticksInSight, topAfter } from './ladder.ts'
import type { LevelBook } from '../market-data/depth.ts'
import type { Strategy, Top } from './model.ts'
import { RungLine, useRungActions } from './RungLine.tsx'
import { amountUnit, decimalsFor, spreadPriceText } from './strategy-text.ts'
import type { OrderEntryState } from './use-order-entry.ts'
import { useHeight } from '../../components/use-height.ts'
import { useActiveBook, useValue, useWorking } from './use-spreads.ts'

const RUNG_PX = 22
const LEAST_RUNGS = 5
const MOST_RUNGS = 81

type LadderProps = { readonly strategy: Strategy; readonly entry: OrderEntryState }

/**
 * Every price with the amount resting there. A click on a size takes it, and a click on an empty level places an order. The ladder does not move
 * while the book moves within it.
 */
export function Ladder({ strategy, entry }: LadderProps) {
  const frame = useRef<HTMLDivElement>(null)
  const height = useHeight(frame)
  const count = Math.max(LEAST_RUNGS, Math.min(MOST_RUNGS, Math.floor(height / RUNG_PX)))
  const book = useActiveBook(strategy.id)
  const [ticks, setTicks] = useTicks(book, strategy.tick, height > 0 ? count : undefined)
  const step = (strategy.tick * ticks) as Price
  const own = useWorking(strategy.id)
  const value = useValue(strategy.id)
  const { view, move, centre } = useView(middleOf(book, markOf(value?.mark)), step, count)
  const rungs = useMemo(() => ladderRungs(book, own, view), [book, own, view])
  const actions = useRungActions(rungs, entry)
  const most = Math.max(1, ...rungs.map(({ bid, ask }) => Math.max(bid, ask)))
  const page = Math.max(1, Math.floor(count / 2))
  useScreenKeys({ ladderUp: () => move(page), ladderDown: () => move(-page), ladderMiddle: centre })
  const unit = amountUnit(strategy)
  return (
    <section className={styles['ladder']} aria-label="Ladder" onKeyDown={moveByArrows}>
      <p className={styles['head']} aria-hidden="true">
        <span>My bids</span>
        <span>Bid {unit}</span>
        <span>Price</span>
        <span>Ask {unit}</span>
        <span>My asks</span>
      </p>
      <div ref={frame} className={styles['frame']} onWheel={({ deltaY }) => deltaY !== 0 && move(deltaY > 0 ? -1 : 1)}>
        <ul aria-label="Prices, highest first" className={styles['rungs']}>
          {rungs.map((rung, at) => (
            <RungLine
              key={rung.price}
              {...{ rung, strategy, entry, most, step, actions }}
              implied={value?.implied}
              isFirstStop={at === Math.floor(count / 2)}
            />
          ))}
        </ul>
      </div>
      <div className={styles['foot']}>
        <Outrights strategy={strategy} implied={value?.implied} mark={value?.mark} />
        <span className={styles['tools']}>
          <Button size="small" keyOf="ladderMiddle" onClick={centre}>
            Recentre
          </Button>
          <Select
            aria-label="Ladder step"
            size="small"
            value={String(ticks)}
            options={rungTicks.map((many) => ({
              value: String(many),
              label: spreadPriceText((strategy.tick * many) as Price, strategy),
            }))}
            onChange={(many) => setTicks(Number(many))}
          />
        </span>
      </div>
    </section>
  )
}

/** The step is chosen once, when both sides of the book are first known, so that both are visible. It then stays until the user changes it. */
function useTicks(book: LevelBook, tick: Price, count: number | undefined): readonly [number, (ticks: number) => void] {
  const [ticks, setTicks] = useState<number>()
  const usual = count === undefined ? undefined : ticksInSight(book, tick, count)
  useEffect(() => {
    if (usual !== undefined) setTicks((before) => before ?? usual)
  }, [usual])
  return [ticks ?? usual ?? 1, setTicks]
}

const markOf = (mark: number | undefined): Price | undefined => (mark === undefined ? undefined : (Math.round(mark * 1e8) as Price))

/** Moves by one rung per step. It follows the book only when the middle of the book has left the ladder. */
function useView(middle: Price | undefined, step: Price, count: number) {
  const [kept, setKept] = useState<LadderView>()
  const top = topAfter(kept, middle, step, count)
  const view = useMemo(() => ({ top, step, count }), [top, step, count])
  useEffect(() => {
    if (kept?.top !== top || kept.step !== step || kept.count !== count) setKept({ top, step, count })
  }, [kept, top, step, count])
  return {
    view,
    move: (rungs: number) => setKept({ ...view, top: (view.top + rungs * step) as Price }),
    centre: () => setKept(undefined),
  }
}

type OutrightsProps = { readonly strategy: Strategy; readonly implied: Top | undefined; readonly mark: number | undefined }

/** The implied price of the spread, from the venue's own books of its legs. */
function Outrights({ strategy, implied, mark }: OutrightsProps) {
  const text = (level: Top['bid']) => (level === undefined ? '—' : spreadPriceText(level.price, strategy))
  return (
    <span
      className={classNames(styles['outrights'], ink.market)}
      title="The price of selling and of buying the spread leg by leg in the venue’s own order books"
    >
      <span>
        Implied {text(implied?.bid)} / {text(implied?.ask)}
      </span>
      <span>mark {mark === undefined ? '—' : groupedText(mark, decimalsFor(strategy) + 1)}</span>
    </span>
  )
}

/** The arrow keys move up and down in a column, and from one column to the other. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target as HTMLElement
  const column = from.dataset['rung']
  if (column === undefined) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(`[data-rung="${column}"]`)]
  const at = all.indexOf(from)
  const beside = () => from.closest('li')?.querySelector<HTMLElement>(`[data-rung]:not([data-rung="${column}"])`)?.focus()
  const isTaken = runKey(event, { up: () => all[at - 1]?.focus(), down: () => all[at + 1]?.focus(), left: beside, right: beside })
  if (isTaken) event.stopPropagation()
}
