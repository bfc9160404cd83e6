/** The selection of a screen in its address. */
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { navigate, useQuery } from '../components/router.ts'
import { useChoiceInAddress } from './use-choice-in-address.ts'

afterEach(() => {
  cleanup()
  navigate('/', 'replace')
})

const listed = ['BTC-PERP', 'ETH-PERP']

/** A screen that lists two markets, and the selection of its user. */
function openScreen({ first, isKnown = true }: { readonly first: string | undefined; readonly isKnown?: boolean }) {
  const screen = { chosen: first, select: (_: string | undefined): void => undefined }
  function Screen({ isLoaded }: { readonly isLoaded: boolean }) {
    const [chosen, setChosen] = useState(first)
    Object.assign(screen, { chosen, select: (to: string | undefined) => act(() => setChosen(to)) })
    useChoiceInAddress({
      name: 'market',
      chosen,
      find: (id) => listed.find((one) => one === id),
      choose: setChosen,
      isKnown: isLoaded,
    })
    return null
  }
  const { rerender } = render(<Screen isLoaded={isKnown} />)
  return { screen, loaded: () => rerender(<Screen isLoaded />) }
}

it('an address selects what it names, once the list has arrived', async () => {
  navigate('/paradex?market=ETH-PERP')
  const { screen, loaded } = openScreen({ first: 'BTC-PERP', isKnown: false })
  expect([screen.chosen, location.search]).toEqual(['BTC-PERP', '?market=ETH-PERP'])
  loaded()
  await waitFor(() => expect(screen.chosen).toBe('ETH-PERP'))
  expect(location.search).toBe('?market=ETH-PERP')
})

it('the address follows the selection without new steps in the history, and loses it with the selection', () => {
  navigate('/paradex')
  const steps = history.length
  const { screen } = openScreen({ first: 'BTC-PERP' })
  expect(location.search).toBe('?market=BTC-PERP')
  screen.select('ETH-PERP')
  expect(location.search).toBe('?market=ETH-PERP')
  screen.select(undefined)
  expect([location.pathname, location.search, history.length]).toEqual(['/paradex', '', steps])
})

it('an address that names nothing listed gives way to the selection', async () => {
  navigate('/paradex?market=DOGE-PERP')
  const { screen } = openScreen({ first: 'BTC-PERP' })
  await waitFor(() => expect(location.search).toBe('?market=BTC-PERP'))
  expect(screen.chosen).toBe('BTC-PERP')
})

it('a link on the open screen selects, also the same link a second time', async () => {
  navigate('/paradex')
  const { screen } = openScreen({ first: 'BTC-PERP' })
  for (const _ of [1, 2]) {
    act(() => navigate('/paradex?market=ETH-PERP'))
    await waitFor(() => expect(screen.chosen).toBe('ETH-PERP'))
    screen.select('BTC-PERP')
    expect(location.search).toBe('?market=BTC-PERP')
  }
})

it('the address of another screen stays when the user was there before an unknown choice was found to be none', async () => {
  navigate('/rfqs?rfq=r1')
  const looked = Promise.withResolvers<undefined>()
  function Table() {
    useChoiceInAddress({ name: 'rfq', chosen: undefined, find: () => looked.promise, choose: () => undefined, isKnown: true })
    return null
  }
  function Screens() {
    return useQuery('list') === '' ? <Table /> : null
  }
  render(<Screens />)
  act(() => navigate('/rfqs?list=l1'))
  await act(async () => looked.resolve(undefined))
  expect(location.pathname + location.search).toBe('/rfqs?list=l1')
})
