/** A button whose meaning changes under the pointer. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { SettledButton } from './SettledButton.tsx'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

it.each([
  ['its figures change', 'Quote', 0, 1, 1],
  ['it now replaces, and is pressed at once', 'Replace', 490, 1, 0],
  ['it now replaces, and is pressed half a second later', 'Replace', 510, 1, 1],
  ['it now replaces, and a key presses it', 'Replace', 0, 0, 1],
])('21.9 a press is for what the button meant when the user aimed: %s', (_, meaning, after, detail, times) => {
  vi.useFakeTimers()
  const press = vi.fn()
  const drawn = (means: string, text: string) => (
    <SettledButton meaning={means} onClick={press}>
      {text}
    </SettledButton>
  )
  const { rerender } = render(drawn('Quote', 'Quote 0.0400'))
  fireEvent(document.body, new MouseEvent('pointermove', { clientX: 10, clientY: 10, bubbles: true }))
  fireEvent.pointerEnter(screen.getByRole('button'), { pointerType: 'mouse', clientX: 40, clientY: 40 })
  vi.advanceTimersByTime(2_000)
  rerender(drawn(meaning, `${meaning} 0.0401`))
  vi.advanceTimersByTime(after)
  fireEvent.click(screen.getByRole('button'), { detail })
  expect(press).toHaveBeenCalledTimes(times)
})
