/** Mail as one part of the server: the transport, and the queue to which the rest of the server writes emails. */
import type { Sql } from '../database/sql.ts'
import type { Vault } from '../vault/vault.ts'
import type { Log } from '../log/log.ts'
import type { Meter } from '../metrics/meter.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import type { Sender } from './emails/draft.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'
import { createPost, type Post } from './mail-queue.ts'
import { createSmtpTransport } from './smtp.ts'
import type { SmtpServer } from './smtp-url.ts'
import type { Transport } from './transport.ts'

export type MailSetting =
  | { readonly kind: 'smtp'; readonly server: SmtpServer; readonly from: string }
  /** For the demo: emails are shown at /dev/mail and never sent. */
  | { readonly kind: 'mailbox' }
  /** Emails wait in the table. */
  | { readonly kind: 'off' }
  /** Another process sends them. */
  | { readonly kind: 'elsewhere' }

export type Mail = {
  readonly post: Post
  /** Only if the setting is `mailbox`. */
  readonly reading: { readonly mailbox: Mailbox; readonly flush: () => Promise<void> } | undefined
  close(): Promise<void>
}

export type MailOptions = {
  readonly setting: MailSetting
  readonly sql: Sql
  readonly vault: Vault
  readonly sender: Sender
  readonly now: () => number
  readonly log: Log
  readonly meter?: Meter | undefined
  /** Begins to send, now or whenever this process is to do it. */
  readonly sending?: (start: () => Promise<Dispatcher>) => Promise<{ close(): Promise<void> }>
}

export async function createMail({ setting, sending = (start) => start(), ...parts }: MailOptions): Promise<Mail> {
  const post = createPost(parts.vault)
  const dispatch = (transport: Transport): Promise<Dispatcher> => createDispatcher({ ...parts, transport })
  switch (setting.kind) {
    case 'off': {
      const [row] = await parts.sql<{ waiting: number }[]>`
        select count(*) as waiting from mail where sent_at is null and failed_at is null`
      parts.log.warn({ waiting: row?.waiting ?? 0 }, 'Mail is off: emails wait in the database until Parley starts with SMTP_URL')
      return { post, reading: undefined, close: () => Promise.resolve() }
    }
    case 'elsewhere':
      return { post, reading: undefined, close: () => Promise.resolve() }
    case 'smtp': {
      const { close } = await sending(() => dispatch(createSmtpTransport(setting)))
      return { post, reading: undefined, close }
    }
    case 'mailbox': {
      const mailbox = createMailbox()
      const { flush, close } = await dispatch(mailbox)
      return { post, reading: { mailbox, flush }, close }
    }
  }
}
