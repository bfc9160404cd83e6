/** A trade button under a pointer that rests. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { TooltipProvider } from '../../components/Tooltip.tsx'
import { plainLabels } from './order-labels.ts'
import { TradeButton } from './TradeButton.tsx'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const nothing = (): void => undefined

const shown = (onPress: () => void, needsApproval = false) =>
  render(
    <TooltipProvider>
      <TradeButton
        side="BUY"
        words={plainLabels('Buy 50 @ 0.0416', 'pay 2.08 BTC', '')}
        title="Buy"
        reason={undefined}
        isReasonSaid={false}
        state="IDLE"
        worse={undefined}
        isOneClick
        isGuarded={false}
        needsApproval={needsApproval}
        isSending={false}
        armedAt={undefined}
        onFocus={nothing}
        onPress={onPress}
        onAttention={nothing}
      />
    </TooltipProvider>,
  )

/** The pointer rests at `at`, and the button is found under it at `found`. The press follows `after` ms later. */
function pressed({ at, found, after, detail = 1 }: { at: number; found: number; after: number; detail?: number }): number {
  vi.useFakeTimers()
  const press = vi.fn()
  shown(press)
  const button = screen.getByRole('button', { name: /Buy 50/ })
  fireEvent(document.body, new MouseEvent('pointermove', { clientX: at, clientY: at, bubbles: true }))
  fireEvent.pointerEnter(button, { pointerType: 'mouse', clientX: found, clientY: found })
  vi.advanceTimersByTime(after)
  fireEvent.click(button, { detail })
  return press.mock.calls.length
}

it.each([
  ['the pointer moved to the button', { at: 10, found: 40, after: 0 }, 1],
  ['the button came under the resting pointer', { at: 40, found: 40, after: 0 }, 0],
  ['it came there less than half a second ago', { at: 40, found: 40, after: 490 }, 0],
  ['it came there half a second ago', { at: 40, found: 40, after: 510 }, 1],
  ['a key presses it', { at: 40, found: 40, after: 0, detail: 0 }, 1],
])('21.9 a press is for the button that the user aimed at: %s', (_, press, times) => expect(pressed(press)).toBe(times))

it('11.14 a press that asks a colleague for approval has this in place of the money, next to the order', () => {
  shown(nothing, true)
  const button = screen.getByRole('button', { name: /Buy 50/ })
  expect(button.textContent).toContain('Buy 50 @ 0.0416')
  expect(button.textContent).toContain('Asks a colleague to approve')
  expect(button.textContent).not.toContain('pay 2.08 BTC')
})
