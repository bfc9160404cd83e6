import type { AnnouncementsView } from '@parley/contracts'
import { useEffect, useState } from 'react'
import { useDirectSocket } from '../../live/connection.ts'
import { AnnouncementLines } from './AnnouncementLines.tsx'
import { dismiss, useDismissed } from './dismissed.ts'

/** Below the header of the trading screens. A change arrives on the open connection. */
export function Announcements() {
  const socket = useDirectSocket((held) => held.socket)
  const [{ announcements }, setView] = useState<AnnouncementsView>({ announcements: [] })
  const dismissed = useDismissed()
  useEffect(() => {
    const subscription = socket?.subscribe<AnnouncementsView>('announcements', (message) => {
      if (message.event !== 'SNAPSHOT') setView(message.data)
    })
    return () => subscription?.unsubscribe()
  }, [socket])
  return <AnnouncementLines announcements={announcements.filter(({ id }) => !dismissed.includes(id))} onDismiss={dismiss} />
}
