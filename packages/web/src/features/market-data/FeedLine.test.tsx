import { accountCalls, directRfqCalls } from '@parley/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { describe, expect, it } from 'vitest'
import { answer, noNetwork, openPart, personOf } from '../../../test/screen/screen.tsx'
import { refusedOn } from '../../live/feeds.ts'
import { joinSpreadConnection } from '../../live/spread-connection.ts'
import { FeedLine } from './FeedLine.tsx'

/** The line of the spreads, with their connection. */
function Spreads() {
  useEffect(() => joinSpreadConnection().leave, [])
  return <FeedLine of={['SPREADS']} />
}

describe('the line above a live list', () => {
  // Proves T 4.21, T 8.29.
  it('names the channels that could not be subscribed to, with the reasons', async () => {
    await openPart(<FeedLine of={['DIRECT', 'ORDER_BOOK']} />)
    expect(screen.queryByRole('status')).toBeNull()
    act(() => refusedOn('DIRECT', 'trade_tape')('Not allowed.'))
    expect(screen.getByRole('status').textContent).toBe("Couldn't subscribe to the provider channels: trade_tape (Not allowed.)")
  })

  // Proves T 4.18, T 4.20, T 7.17, T 8.27.
  it('reports a lost connection in the published words, and the token is checked after the error of the socket', async () => {
    const { wire } = await openPart(<Spreads />)
    await waitFor(() => expect(wire.sentTo(accountCalls.createSocketTicket)).not.toEqual([]))
    expect(screen.queryByRole('status')).toBeNull()
    act(() => wire.cut())
    const line = await screen.findByText(/^Disconnected from the provider servers, trying to reconnect\. Spreads may be out of date\.$/)
    await waitFor(() => expect(wire.sentTo(directRfqCalls.getEchoV1)).toHaveLength(1))
    await waitFor(() => expect(line.isConnected).toBe(false))
  })

  // Proves T 8.28.
  it('reports a connection that could not be made at all', async () => {
    const { wire } = await openPart(<Spreads />, personOf(), [answer(accountCalls.createSocketTicket, noNetwork)])
    await screen.findByText('Error connecting to the provider servers. Spreads cannot be shown yet.')
    wire.answer(answer(accountCalls.createSocketTicket, { ticket: 'ticket', expires_at: 1 }))
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  })
})
