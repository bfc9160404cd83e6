/** A new secret, between the server's one answer and somebody's saying that it is stored. Above all sections, so that none takes it away. */
import { create } from 'zustand'

export type ShownSecret = {
  readonly name: string
  /** Undefined after a rotation: it stays as it was shown when the key was made. */
  readonly accessKey: string | undefined
  readonly secretKey: string
  /** After a rotation: how long the one before is accepted. */
  readonly previousUntil: number | null
}

export const useShownSecret = create<{ readonly secret: ShownSecret | undefined }>(() => ({ secret: undefined }))
export const showSecret = (secret: ShownSecret): void => useShownSecret.setState({ secret })
export const forgetSecret = (): void => useShownSecret.setState({ secret: undefined })
