/** Announcements on pages without a connection: read when the page opens, when the user returns to it, and every minute. */
import { accountCalls, type AnnouncementsView } from '@parley/contracts'
import { useEffect, useState } from 'react'
import { client } from '../../live/api.ts'
import { AnnouncementLines } from './AnnouncementLines.tsx'
import { dismiss, useDismissed } from './dismissed.ts'

const AGAIN_MS = 60_000

const readOnDashboard = () => client.call(accountCalls.listAnnouncements, {})
const readOnSignIn = () => client.call(accountCalls.listSignInAnnouncements, {})

export function DashboardAnnouncements() {
  const { announcements } = useRead(readOnDashboard)
  const dismissed = useDismissed()
  return <AnnouncementLines announcements={announcements.filter(({ id }) => !dismissed.includes(id))} onDismiss={dismiss} />
}

/** Only those that the operator shows to everyone. They cannot be dismissed, because no user is known yet (rulebook 23.6). */
export const SignInAnnouncements = () => <AnnouncementLines {...useRead(readOnSignIn)} />

function useRead(read: () => Promise<AnnouncementsView>): AnnouncementsView {
  const [view, setView] = useState<AnnouncementsView>({ announcements: [] })
  useEffect(() => {
    let isOpen = true
    // The page works without them. An announcement that was read stays until the next answer.
    const readNow = () => {
      if (document.visibilityState !== 'visible') return
      void read().then(
        (seen) => isOpen && setView(seen),
        () => undefined,
      )
    }
    readNow()
    const reading = setInterval(readNow, AGAIN_MS)
    document.addEventListener('visibilitychange', readNow)
    return () => {
      isOpen = false
      clearInterval(reading)
      document.removeEventListener('visibilitychange', readNow)
    }
  }, [read])
  return view
}
