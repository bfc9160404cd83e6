import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import { CountBadge } from '../components/Badge.tsx'
import { IconButton } from '../components/Button.tsx'
import { Menu, MenuItem } from '../components/Menu.tsx'
import { Time } from '../components/Time.tsx'
import { momentText } from '../components/time-text.ts'
import { type KeptMessage, openMessageList, readToasts, unreadOf, useMessageList, useToasts } from '../components/toasts.ts'
import { classNames } from '../theme/class-names.ts'
import styles from './Bell.module.css'

const UNREAD_SHOWN = 99

/** The collapsed messages, rejections first and each group newest first. Opening the list marks them as read. */
export function Bell() {
  const unread = useToasts(unreadOf)
  const isOpen = useMessageList((state) => state.isOpen)
  return (
    <Menu
      align="end"
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => {
        openMessageList(isNowOpen)
        if (!isNowOpen) readToasts()
      }}
      trigger={
        <IconButton label={unread === 0 ? 'Messages' : `Messages, ${unread} unread`} className={styles['bell']}>
          <BellIcon size={17} aria-hidden="true" />
          {unread > 0 && (
            <span className={styles['count']} aria-hidden="true">
              <CountBadge>{Math.min(unread, UNREAD_SHOWN)}</CountBadge>
            </span>
          )}
        </IconButton>
      }
    >
      <History />
    </Menu>
  )
}

function History() {
  const history = useToasts((state) => state.history)
  const [now] = useState(Date.now)
  if (history.length === 0) return <p className={styles['empty']}>Your fills, rejections and protection events appear here.</p>
  const trouble = history.filter(isTrouble)
  const news = history.filter((one) => !isTrouble(one))
  return (
    <>
      <Group name="Rejections and warnings" messages={trouble} now={now} />
      <Group name="Fills and updates" messages={news} now={now} />
    </>
  )
}

/** A rejection must not be lost among fills. */
const isTrouble = ({ tone }: KeptMessage): boolean => tone === 'refused' || tone === 'warn'

type GroupProps = { readonly name: string; readonly messages: readonly KeptMessage[]; readonly now: number }

const Group = ({ name, messages, now }: GroupProps) =>
  messages.length > 0 && (
    <div role="group" aria-label={name}>
      <p className={styles['group']} aria-hidden="true">{`${name} · ${messages.length}`}</p>
      {messages.map((one) => (
        <Entry key={one.id} message={one} now={now} />
      ))}
    </div>
  )

const Entry = ({ message: { isRead, title, text, at, open }, now }: { readonly message: KeptMessage; readonly now: number }) => (
  <MenuItem onSelect={() => open?.()} size="tall">
    <span className={classNames(styles['entry'], !isRead && styles['unread'])}>
      <span className={styles['title']}>
        {!isRead && <span className="visually-hidden">Unread: </span>}
        {title}
      </span>
      <span className={styles['text']}>
        <Time at={at} text={() => momentText(at, now)} />
        {text !== undefined && ` · ${text}`}
      </span>
    </span>
  </MenuItem>
)
