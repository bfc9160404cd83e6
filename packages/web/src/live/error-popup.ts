/** A failure that the user must see before continuing: one message, one button. */
import { create } from 'zustand'

export const useErrorPopup = create<{ readonly message: string | undefined }>(() => ({ message: undefined }))
export const showError = (message: string): void => useErrorPopup.setState({ message })
export const closeErrorPopup = (): void => useErrorPopup.setState({ message: undefined })
