/** The email and password between the sign-in and the second factor. They are kept in memory only, never in an address or a store of the browser. */
import { create } from 'zustand'
import type { Factor } from '../../../live/session-messages.ts'

export type Pending = { readonly email: string; readonly password: string; readonly factors: readonly Factor[] }

export const usePending = create<{ readonly pending: Pending | undefined }>(() => ({ pending: undefined }))
export const keepPending = (pending: Pending): void => usePending.setState({ pending })
export const forgetPending = (): void => usePending.setState({ pending: undefined })
