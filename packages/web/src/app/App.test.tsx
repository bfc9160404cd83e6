import { accountCalls, leaderboardCalls, listCalls, spreadCalls, vaultCalls, type Call } from '@parley/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answer, noAnswer, noNetwork, openApp, passTime, personOf, Refused } from '../../test/screen/screen.tsx'
import { ALL_LISTS } from '../features/lists/list-address.ts'
import { refusedOn } from '../live/feeds.ts'
import { marketRoutes } from './routes.ts'

const ENDED = 'Your session has ended. Sign in again.'
const markets = () => screen.findByRole('heading', { name: 'Unified Markets' })
const isConnected = () => screen.findByText(/^Live/)

/** The first reads of each screen. */
const ofScreens: readonly Call[] = [
  ...[spreadCalls.listStrategies, vaultCalls.getChain, vaultCalls.listAuctions, vaultCalls.listBids, vaultCalls.listBidTrades],
  ...[leaderboardCalls.leaderVolumes, leaderboardCalls.leaderFills, leaderboardCalls.leaderResponses],
  ...[listCalls.listLists, listCalls.getList],
]

describe('a session', () => {
  // Proves A 10.1.
  it('does not open the last screen of another user', async () => {
    localStorage.setItem('last-route', '/leaderboard')
    localStorage.setItem('last-route-of', 'u_another')
    openApp('/', personOf())
    await markets()
    expect(location.pathname).toBe('/rfqs')
  })

  // Proves A 4.15, A 4.23, A 10.21, T 4.18.
  it('ends immediately when it is ended elsewhere, and shows why', async () => {
    const { wire } = openApp('/', personOf())
    await isConnected()
    wire.answer(answer(accountCalls.getUser, new Refused('NotAuthenticated', 'Invalid token.')))
    // The server closes the sockets of a session that has ended.
    wire.cut()
    await screen.findByText(ENDED)
    expect(localStorage.getItem('token')).toBeNull()
  })

  // Proves A 3.22, A 4.5, A 9.3.
  it.each([
    ['cannot be reached', noNetwork, 0],
    ['does not respond within 5 seconds', noAnswer, 5_000],
  ] as const)('is requested every 3 seconds while the server %s, and restored', async (_, reply, afterMs) => {
    passTime()
    const { wire } = openApp('/', personOf(), [answer(accountCalls.getUser, reply)])
    await vi.advanceTimersByTimeAsync(afterMs)
    await screen.findByText('Waiting for the server. Trying again every 3 seconds.')
    const asked = wire.sentTo(accountCalls.getUser).length
    expect(asked).toBe(1)
    wire.answer(answer(accountCalls.getUser, personOf()))
    await vi.advanceTimersByTimeAsync(3_000)
    await markets()
    expect(wire.sentTo(accountCalls.getUser).length).toBeGreaterThan(asked)
  })

  // Proves A 4.4.
  it('that has ended is reported when the page is opened again', async () => {
    openApp('/rfqs', personOf(), [answer(accountCalls.getUser, new Refused('NotAuthenticated', 'Invalid token.'))])
    await screen.findByText(ENDED)
    expect(location.pathname).toBe('/')
  })

  // Proves A 2.50, A 2.51, A 3.26, A 3.27, A 4.50, A 4.51, A 8.33, A 11.11, T 2.27, T 8.27.
  it('stays readable below a banner while offline, and reconnects by itself', async () => {
    const { wire } = openApp('/', personOf())
    await isConnected()
    wire.setOnline(false)
    const banner = await screen.findByRole('region', { name: 'Disconnected' })
    expect(within(banner).getByRole('alert').textContent).toContain(
      'Disconnected from the provider servers, trying to reconnect. Please check your network.',
    )
    expect(within(banner).getByRole('alert').textContent).not.toContain('proxy')
    expect(within(banner).getByRole('button', { name: 'Try now' })).toBeTruthy()
    wire.setOnline(true)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Disconnected' })).toBeNull())
  })

  // Proves A 2.52, T 8.28.
  it('shows that it cannot connect if it never has, and reloads the page on request', async () => {
    const { user, wire } = openApp('/', personOf(), [answer(accountCalls.createSocketTicket, noNetwork)])
    const banner = await screen.findByRole('region', { name: 'Disconnected' })
    expect(within(banner).getByRole('alert').textContent).toContain('Error connecting to the provider servers. Please check your network.')
    expect(within(banner).getByRole('alert').textContent).toMatch(/a proxy may block sockets: it must forward the header Upgrade\.$/)
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    await user.click(within(banner).getByRole('button', { name: 'Try now' }))
    expect(reload).toHaveBeenCalledOnce()
    reload.mockRestore()
    wire.answer(answer(accountCalls.createSocketTicket, { ticket: 'ticket', expires_at: 1 }))
    await isConnected()
  })

  // Proves T 4.18, T 4.21, T 8.29.
  it.each([...marketRoutes, `/rfqs?list=${ALL_LISTS}`, '/rfqs?list=l_1'])(
    'reports on %s a channel that could not be subscribed to, and a lost connection',
    async (address) => {
      const { wire } = openApp(
        address,
        personOf(),
        ofScreens.map((call) => answer(call, noNetwork)),
      )
      await isConnected()
      act(() => refusedOn('DIRECT', 'trade_tape')('Not allowed.'))
      await screen.findByText("Couldn't subscribe to the provider channels: trade_tape (Not allowed.)")
      wire.setOnline(false)
      const banner = await screen.findByRole('region', { name: 'Disconnected' })
      expect(within(banner).getByRole('alert').textContent).toContain('Disconnected from the provider servers, trying to reconnect')
      wire.setOnline(true)
      await waitFor(() => expect(screen.queryByRole('region', { name: 'Disconnected' })).toBeNull())
    },
  )

  // Proves A 4.25, A 7.32, A 9.4, T 4.29.
  it('gets a new token every five minutes', async () => {
    passTime()
    openApp('/', personOf())
    await markets()
    expect(localStorage.getItem('token')).toBe('the token')
    await vi.advanceTimersByTimeAsync(300_000)
    await waitFor(() => expect(localStorage.getItem('token')).toBe('the next token'))
  })
})
