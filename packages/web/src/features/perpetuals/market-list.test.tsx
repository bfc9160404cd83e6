import { act, screen, within } from '@testing-library/react'
import { it } from 'vitest'
import { btc } from '../../../test/perpetuals.ts'
import { openPart, personOf } from '../../../test/screen/screen.tsx'
import { MarketList } from './MarketList.tsx'
import { nothingKnown, usePerpetuals } from './perpetual-store.ts'

it('markets are narrowed to those with a star, and to those in which something is held', async () => {
  const { user } = await openPart(<MarketList chosen={btc} />, personOf())
  act(() => usePerpetuals.setState({ ...nothingKnown, line: 'CONNECTED', markets: new Map([[btc.name, btc]]) }, true))
  const shown = within(screen.getByRole('radiogroup', { name: 'Markets shown' }))
  await user.click(shown.getByText('Starred 0'))
  await screen.findByText('Markets that you star appear here.')
  await user.click(shown.getByText('My positions 0'))
  await screen.findByText('Markets in which your desk has a position appear here.')
  await user.click(shown.getByText(/^All \d/))
  await within(screen.getByRole('grid', { name: 'perpetual markets' })).findByText('BTC')
})
