import { formatPrice, price, type Price } from '@parley/core'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { bid, btc, long } from '../../../test/perpetuals.ts'
import { openPart, personOf } from '../../../test/screen/screen.tsx'
import { type Movable, ownLines } from './chart-lines.ts'
import { LineHandles, type Moving } from './LineHandles.tsx'
import { emptyForm } from './order-form.ts'

/** One pixel is ten dollars, and the top is 92,000. */
const placed = {
  heightPx: 400,
  axisPx: 60,
  lines: ownLines(btc, [bid], long, emptyForm).map((line) => ({ line, y: (92_000 - line.price) / 10, where: 'INSIDE' as const })),
}

const dropped = vi.fn<(moves: Movable, to: Price | undefined) => void>()
function Chart() {
  const [moving, setMoving] = useState<Moving>()
  return (
    <>
      <LineHandles
        placed={placed}
        market={btc}
        moving={moving}
        onMove={setMoving}
        priceAt={(y) => 92_000 - Math.max(0, Math.min(y, 300)) * 10}
        onDrop={dropped}
      />
      <p>{moving === undefined ? 'nothing moves' : `at ${formatPrice(moving.to)}`}</p>
    </>
  )
}

async function show() {
  dropped.mockReset()
  Element.prototype.setPointerCapture = () => undefined
  const opened = await openPart(<Chart />, personOf())
  return { ...opened, handle: screen.getByRole('slider', { name: 'Buy 1.5' }) }
}
const drops = () => dropped.mock.calls.map(([moves, to]) => `${moves.kind} ${to === undefined ? 'edit' : formatPrice(to)}`)

describe('18.14 a line of the chart', () => {
  it('is moved by the pointer, with its price and distance, and its drop is reported once', async () => {
    const { handle } = await show()
    fireEvent.pointerDown(handle, { button: 0, clientY: 110 })
    fireEvent.pointerMove(handle, { clientY: 120 })
    expect(handle.textContent).toBe('Buy 1.5 → 90,800.0, 0.7 % below the mark')
    expect(drops()).toEqual([])
    fireEvent.pointerUp(handle, { clientY: 120 })
    expect(drops()).toEqual(['ORDER 90800'])
    screen.getByText('nothing moves')
  })

  it('keeps within the picture', async () => {
    const { handle } = await show()
    fireEvent.pointerDown(handle, { button: 0, clientY: 110 })
    fireEvent.pointerMove(handle, { clientY: 4_000 })
    screen.getByText('at 89000')
  })

  it.each([
    ['a click is no move: it opens the order in the ticket', 112, ['ORDER edit']],
    ['another button does nothing', undefined, []],
  ])('%s', async (_, clientY, expected) => {
    const { handle } = await show()
    fireEvent.pointerDown(handle, { button: clientY === undefined ? 2 : 0, clientY: 110 })
    fireEvent.pointerMove(handle, { clientY: clientY ?? 140 })
    fireEvent.pointerUp(handle, { clientY: clientY ?? 140 })
    expect(drops()).toEqual(expected)
  })

  it('stays where it was with Escape, or if the drag is cancelled', async () => {
    const { handle, user } = await show()
    fireEvent.pointerDown(handle, { button: 0, clientY: 110 })
    fireEvent.pointerMove(handle, { clientY: 150 })
    await user.keyboard('{Escape}')
    screen.getByText('nothing moves')
    fireEvent.pointerUp(handle, { clientY: 150 })
    fireEvent.pointerDown(handle, { button: 0, clientY: 110 })
    fireEvent.pointerMove(handle, { clientY: 150 })
    fireEvent.pointerCancel(handle)
    expect(drops()).toEqual([])
  })

  it('is moved by keys in the same way: a tick, ten ticks, a thousandth, and Enter', async () => {
    const { handle, user } = await show()
    handle.focus()
    await user.keyboard('{ArrowUp}')
    screen.getByText('at 90900.1')
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    screen.getByText('at 90899.1')
    await user.keyboard('{PageDown}')
    screen.getByText('at 90807.6')
    expect(drops()).toEqual([])
    await user.keyboard('{Enter}')
    expect(drops()).toEqual(['ORDER 90807.6'])
    await user.keyboard('{ArrowUp}{Escape}')
    screen.getByText('nothing moves')
    expect(drops()).toHaveLength(1)
  })

  it('has its handle below that of a line that is too near', async () => {
    const near = { ...bid, id: '18', price: price('90880') }
    const lines = ownLines(btc, [near, bid], undefined, emptyForm).map((line) => ({
      ...{ line, y: (92_000 - line.price) / 10, where: 'INSIDE' as const },
    }))
    const nothing = () => undefined
    await openPart(
      <LineHandles
        placed={{ heightPx: 400, axisPx: 60, lines }}
        market={btc}
        moving={undefined}
        onMove={nothing}
        priceAt={nothing}
        onDrop={nothing}
      />,
      personOf(),
    )
    expect(screen.getAllByRole('slider').map(({ style }) => style.top)).toEqual(['110px', '131px'])
  })

  it('exists for orders, and not for the position and its liquidation', async () => {
    await show()
    expect(screen.getAllByRole('slider')).toHaveLength(1)
  })
})
