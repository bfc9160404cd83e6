import { vaultCalls } from '@parley/contracts'
import { act, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { answer, noNetwork, openPart, personOf } from '../../../test/screen/screen.tsx'
import { noPage } from '../../../test/screen/people.ts'
import { BehindBar } from '../market-data/BehindBar.tsx'
import { useAuctions } from './auction-store.ts'
import { connectAuctions } from './connect-auctions.ts'

/** The states of the Defi Auctions screen. */
function Screen() {
  useEffect(connectAuctions, [])
  const { loading } = useAuctions()
  return (
    <>
      <BehindBar what="The auctions" of={loading} />
      <p>{loading.state}</p>
    </>
  )
}

const ADDRESS = `0x${'1'.repeat(40)}`
const chain = {
  domain: { contract_name: 'SWAP', version: '1', chain_id: 1, verifying_contract: ADDRESS },
  ...{ confirmations_needed: 2, referrer: ADDRESS, transaction_url: null, is_simulated: true },
}

describe('a reading of the auctions that fails', () => {
  it('leaves what is shown, marks its age and reads again', async () => {
    const { user, wire } = await openPart(<Screen />, personOf(), [
      answer(vaultCalls.getChain, chain),
      answer(vaultCalls.listAuctions, noPage),
      answer(vaultCalls.listBids, noPage),
      answer(vaultCalls.listBidTrades, noPage),
    ])
    await screen.findByText('LOADED')
    wire.answer(answer(vaultCalls.listBids, noNetwork))
    act(() => wire.cut())
    await screen.findByText(/^The auctions could not be updated since/)
    await screen.findByText('LOADED')
    wire.answer(answer(vaultCalls.listBids, noPage))
    await user.click(screen.getByRole('button', { name: 'Try now' }))
    await vi.waitFor(() => expect(screen.queryByText(/could not be updated/)).toBeNull())
  })
})
