/** The port to the network between the processes of an installation. Nothing is stored, and any message may be lost. */

export interface Network {
  /** The reply of the process that serves the subject. Throws NoReply. */
  request(subject: string, text: string, timeoutMs: number): Promise<string>
  /** `answer` returns undefined for a request that it does not answer. Requests arrive from when it resolves. */
  serve(subject: string, answer: (text: string) => Promise<string | undefined>): Promise<Served>
  publish(subject: string, text: string): void
  /** Returns the function that ends it. */
  subscribe(subject: string, listener: (text: string) => void): () => void
  isConnected(): boolean
  close(): Promise<void>
}

export type Served = {
  /** Accepts no more requests. Resolves when those that have arrived are answered. */
  end(): Promise<void>
}

/**
 * Unserved: no process serves the subject, so none has the request. Silent: one may have it. Unread: it went to a process of another version that does
 * not read it, or whose reply this one does not read.
 */
export type NoReplyReason = 'UNSERVED' | 'SILENT' | 'UNREAD'

export class NoReply extends Error {
  readonly reason: NoReplyReason
  constructor(subject: string, reason: NoReplyReason, cause?: unknown) {
    super(`${subject}: no reply (${reason})`, { cause })
    this.name = 'NoReply'
    this.reason = reason
  }
}
