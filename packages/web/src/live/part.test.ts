import { afterEach, describe, expect, it } from 'vitest'
import { createPart } from './part.ts'
import { useLive } from './store.ts'

type Fruit = { readonly apples: number; readonly pears: readonly string[] }
const nothing: Fruit = { apples: 0, pears: [] }
const useFruit = createPart<Fruit>('AUCTIONS', nothing)
afterEach(useFruit.clear)

describe('a part of the one store', () => {
  it('is empty until its screen is open, and after it was closed', () => {
    expect(useFruit.getState()).toBe(nothing)
    useFruit.setState({ apples: 1 })
    useFruit.setState(({ apples }) => ({ apples: apples + 1 }))
    expect([useFruit.getState(), useLive.getState().parts.AUCTIONS]).toEqual([{ apples: 2, pears: [] }, useFruit.getState()])
    useFruit.clear()
    expect(useFruit.getState()).toBe(nothing)
  })

  it('calls its readers when it changes, and not when the rest of the store does', () => {
    const seen: [number, number][] = []
    const stop = useFruit.subscribe((now, before) => void seen.push([now.apples, before.apples]))
    useFruit.setState({ apples: 5, pears: [] }, true)
    useLive.setState({ tape: [] })
    createPart('SPREADS', {}).setState({})
    stop()
    useFruit.clear()
    expect(seen).toEqual([[5, 0]])
  })
})
