/** One key for one request while its answer is lost: a press that is repeated then does not ask twice. Another request is another key. */
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
    /** A refusal is final for its key; the same request may be right a moment later. */
    failed(error: unknown): void {
      if (error instanceof ClientError && error.status !== 0) sent.current = NONE
    },
  }
}
