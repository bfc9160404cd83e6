/**
 * A new secret, from the single response of the server until the user confirms that it is stored. It is outside all sections, so that changing the
 * section does not remove it.
 */
import { create } from 'zustand'

export type ShownSecret = {
  readonly name: string
  /** Undefined after a rotation: the access key stays the same and was shown when the key was created. */
  readonly accessKey: string | undefined
  readonly secretKey: string
  /** After a rotation, the time until which the previous secret is accepted. */
  readonly previousUntil: number | null
}

export const useShownSecret = create<{ readonly secret: ShownSecret | undefined }>(() => ({ secret: undefined }))
export const showSecret = (secret: ShownSecret): void => useShownSecret.setState({ secret })
export const forgetSecret = (): void => useShownSecret.setState({ secret: undefined })
