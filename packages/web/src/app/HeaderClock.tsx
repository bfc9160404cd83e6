import { useEffect, useState } from 'react'
import { Menu, MenuChoice } from '../components/Menu.tsx'
import { clockText, zoneName } from '../components/time-text.ts'
import { timeZoneLabel, timeZones, useTimeZone } from '../components/time-zone.ts'
import { serverNow } from '../live/connection.ts'
import { chooseTimeZone } from '../live/time-zone-choice.ts'
import styles from './HeaderClock.module.css'

const SECOND_MS = 1_000

/** The server's time, redrawn each second. */
function useServerSecond(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout>
    const tick = () => {
      const at = serverNow()
      setNow(at)
      waiting = setTimeout(tick, SECOND_MS - (at % SECOND_MS))
    }
    tick()
    return () => clearTimeout(waiting)
  }, [])
  return now
}

/** The only clock of the page. It also shows, and on a click changes, the time zone of all times on the screen. */
export function HeaderClock() {
  const now = useServerSecond()
  const zone = useTimeZone()
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={styles['clock']} title="Time zone of all times. Click to change it.">
          <time>{clockText(now)}</time> <span className={styles['zone']}>{zoneName(now)}</span>
          <span className="visually-hidden">: time zone of all times</span>
        </button>
      }
    >
      {timeZones.map((each) => (
        <MenuChoice key={each} isChosen={each === zone} onChoose={() => chooseTimeZone(each)}>
          Times in {each === 'LOCAL' ? 'local time' : timeZoneLabel(each)}
          {each !== 'UTC' && ` (${zoneName(now, each)})`}
        </MenuChoice>
      ))}
    </Menu>
  )
}
