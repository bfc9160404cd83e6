import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useStateOf } from './use-state-of.ts'

it('is initial in the first frame of another choice, keeps what is set for it, and never shows that of an earlier one', () => {
  const frames: string[] = []
  const drawn = renderHook(
    ({ choice }) => {
      const [value, set] = useStateOf(choice, 'nothing')
      frames.push(`${choice}: ${value}`)
      return set
    },
    { initialProps: { choice: 'BTC' } },
  )
  act(() => drawn.result.current('100'))
  act(() => drawn.result.current((before) => `${before}, 101`))
  drawn.rerender({ choice: 'ETH' })
  act(() => drawn.result.current((before) => `${before}, 3`))
  drawn.rerender({ choice: 'BTC' })
  expect(frames).toEqual(['BTC: nothing', 'BTC: 100', 'BTC: 100, 101', 'ETH: nothing', 'ETH: nothing, 3', 'BTC: nothing'])
})
