import { accountCalls, type AnnouncementView } from '@parley/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, openApp, openDashboard, openPart, personOf, stranger } from '../../../test/screen/screen.tsx'
import { AnnouncementLines } from './AnnouncementLines.tsx'

const announcement = (id: string, change: Partial<AnnouncementView> = {}): AnnouncementView => ({
  ...{ id, kind: 'MAINTENANCE', text: `Announcement ${id}`, starts_at: 1, ends_at: 2, is_on_sign_in: false },
  ...change,
})
const lines = () => screen.queryAllByRole('status').flatMap(({ textContent }) => (/Announcement/.test(textContent!) ? [textContent] : []))

describe('announcements', () => {
  it('23.5 23.6 appear on the open page at once, and one that was dismissed does not come back', async () => {
    const person = personOf({ preferences: { data: { dismissedAnnouncements: ['1'] } } })
    const { user, wire } = openApp('/rfqs', person, [answer(accountCalls.savePreferences, { data: {} })])
    const publish = (...announcements: AnnouncementView[]) => act(() => wire.publish('announcements', { announcements }))
    const shows = (...texts: string[]) => waitFor(() => expect(lines()).toEqual(texts))
    // The page may not have subscribed yet.
    await waitFor(() => {
      publish(announcement('1'), announcement('2'))
      expect(lines()).toEqual(['Maintenance. Announcement 2'])
    })
    await user.click(screen.getByRole('button', { name: 'Dismiss announcement' }))
    await shows()
    publish(announcement('3', { kind: 'INCIDENT' }), announcement('2'))
    await shows('Incident. Announcement 3')
    publish()
    await shows()
    await waitFor(() =>
      expect(wire.sentTo(accountCalls.savePreferences).at(-1)?.body).toMatchObject({ data: { dismissedAnnouncements: ['1', '2'] } }),
    )
  })

  it('show one line until the user asks for the others', async () => {
    const { user } = await openPart(<AnnouncementLines announcements={[announcement('1'), announcement('2'), announcement('3')]} />)
    expect(lines()).toEqual(['Maintenance. Announcement 1'])
    await user.click(screen.getByRole('button', { name: '2 more' }))
    expect(lines()).toHaveLength(3)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('23.2 are plain text', async () => {
    await openPart(<AnnouncementLines announcements={[announcement('1', { text: '<b>Announcement</b> <img src=x>' })]} />)
    expect(lines()).toEqual(['Maintenance. <b>Announcement</b> <img src=x>'])
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('are on the dashboard too', async () => {
    openDashboard('/dashboard/', personOf(), [answer(accountCalls.listAnnouncements, { announcements: [announcement('1')] })])
    await waitFor(() => expect(lines()).toEqual(['Maintenance. Announcement 1']))
  })

  it('23.6 are on the sign-in page if they are for everyone, and cannot be dismissed there', async () => {
    openApp('/', stranger, [answer(accountCalls.listSignInAnnouncements, { announcements: [announcement('1', { is_on_sign_in: true })] })])
    await waitFor(() => expect(lines()).toEqual(['Maintenance. Announcement 1']))
    expect(screen.queryByRole('button', { name: 'Dismiss announcement' })).toBeNull()
  })
})
