/** One key per RFQ while its response is missing, so that repeating the action does not send it twice. Another RFQ has another key. */
import { ClientError } from '@parley/client'
import { useRef } from 'react'

const NONE = { body: '', key: '' }

export function useRequestKey() {
  const sent = useRef(NONE)
  return {
    keyOf(body: object): string {
      const text = JSON.stringify(body)
      if (sent.current.body !== text) sent.current = { body: text, key: crypto.randomUUID() }
      return sent.current.key
    },
    /** A rejection is final for its key. The same RFQ may be accepted later. */
    failed(error: unknown): void {
      if (error instanceof ClientError && error.status !== 0) sent.current = NONE
    },
  }
}
