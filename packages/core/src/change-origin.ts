/**
 * The person or key behind a change, and its address. It is part of the event, so that the audit log has an entry exactly where the journal has the
 * change. Rules do not read it.
 */
export type ChangeOrigin = {
  /** The same in every shard to which the change is sent. */
  readonly id: string
  /** The user or API key. */
  readonly actor: string
  readonly object: string
  readonly address?: string
  readonly requestId?: string
  readonly detail?: Readonly<Record<string, string | number | boolean>>
}
